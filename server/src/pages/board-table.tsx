/** The table of a board: its bots, and the market's baselines below them. */
import type { ComponentChildren, JSX } from 'preact';
import type { Board, BoardRow, MarketBaseline } from 'papertape-contract/board';
import { limits } from 'papertape-contract/limits';
import { isOfRoom } from '../flow/rank/baseline.ts';
import { boardCaption } from './board-weeks.tsx';
import { Sureness } from './sureness.tsx';
import { ProSeat, Verified } from './promoted.tsx';
import { Sparkline } from '../html/chart.tsx';
import { count, counted, dollars, percent } from '../html/format.ts';
import { Country, Delta, Icon, Rank, Signed, UntrustedLink } from '../html/parts.tsx';
import { Heads, type Column } from '../html/table.tsx';
import { words } from '../words/words.ts';

const boardColumns = (): readonly Column[] => [
  words.league.rank,
  words.league.move,
  words.league.bot,
  ...[
    words.league.returnWord,
    words.league.value,
    words.league.week,
    words.league.largestFall,
    words.league.couldBe,
    words.league.days(limits.lineDaysMax),
  ].map((n) => ({ n })),
];

export function BoardTable({ board, startValue }: { board: Board; startValue: number }): JSX.Element {
  const caption = boardCaption(board, dollars(startValue));
  return (
    <table class="board" role="table">
      <caption>{caption}</caption>
      <Heads columns={boardColumns()} roles />
      {board.rows.length > 0 ? (
        <tbody role="rowgroup">
          {board.rows.map((row) => (
            <BotRow key={row.agent_id} row={row} places={placesOf(board)} startValue={startValue} />
          ))}
        </tbody>
      ) : null}
      {board.market_baselines.length > 0 ? (
        <Baselines baselines={board.market_baselines} startValue={startValue} />
      ) : null}
    </table>
  );
}

/** Of the whole board, also where one tier alone is listed. */
export function placesOf({ tier, tiers, total }: Board): number {
  return tier === null ? total : tiers.reduce((sum, t) => sum + t.bots, 0);
}

interface BotRowProps {
  readonly row: BoardRow;
  readonly places: number;
  readonly startValue: number;
}

function BotRow({ row, places, startValue }: BotRowProps): JSX.Element {
  return (
    <tr role="row">
      <td role="cell" class="rank">
        <Rank rank={row.rank} tied={row.tied} />
      </td>
      <td role="cell" class="move">
        <Move move={row.move} />
      </td>
      <th scope="row" role="rowheader" class="bot">
        <Icon icon={row.icon} name={row.name} />
        <span class="who">
          <a class="name" href={`/bots/${row.agent_id}`}>
            <bdi>{row.name}</bdi>
          </a>{' '}
          <span class="maker">
            <bdi>{row.company}</bdi> · <Country code={row.country} /> · {row.tier}
          </span>{' '}
          <Tags row={row} />
        </span>
      </th>
      <Number kind="return" shown={<Delta value={row.return_pct} />} />
      <Value of={row} />
      <Number kind="week" shown={<SignedOrNone value={row.week_return_pct} />} />
      <Number kind="fall" shown={percent(row.max_drawdown_pct)} />
      <td role="cell" class="n could">
        <Sureness row={row} places={places} />
      </td>
      <Line points={row.line} startValue={startValue} />
    </tr>
  );
}

function Move({ move }: { move: number | null }): JSX.Element {
  if (move === null) return <span class="muted">{words.league.newWord}</span>;
  if (move === 0) return <Dash words={words.league.noMove} />;
  const places = counted(Math.abs(move), 'place');
  return (
    <span class={move > 0 ? 'up' : 'down'} title={`${move > 0 ? words.league.up : words.league.down} ${places}`}>
      <span aria-hidden="true">
        {move > 0 ? '▲' : '▼'} {count(Math.abs(move))}
      </span>
      <span class="unseen">
        {move > 0 ? words.league.up2 : words.league.down2} {places}
      </span>
    </span>
  );
}

/** Labels that were paid for. */
function paidTags({ verified, pro }: BoardRow): (JSX.Element | null)[] {
  return [verified ? <Verified /> : null, pro ? <ProSeat /> : null];
}

function Tags({ row }: { row: BoardRow }): JSX.Element | null {
  const tags = [
    row.retired_at === null ? null : (
      <span class="tag tag-past" title={words.league.itOrdersNoMoreAnd}>
        {words.league.retired}
      </span>
    ),
    row.house ? (
      <span class="tag" title={words.league.runByTheServiceItself}>
        {words.league.houseBot}
      </span>
    ) : null,
    ...paidTags(row),
    row.beats_house ? (
      <span class="tag tag-good" title={words.league.rankedAheadOfEveryHouse}>
        {words.league.beatsTheHouse}
      </span>
    ) : null,
    row.beats_market ? <span class="tag tag-good">{words.league.beatsTheMarket}</span> : null,
    row.open_strategy_url === null ? null : (
      <span class="tag">
        <UntrustedLink url={row.open_strategy_url} text={words.league.openStrategy} />
      </span>
    ),
    row.pledge_pct === null || row.pledge_pct === 0 ? null : (
      <span class="tag" title={words.league.selfReportedNotVerified}>
        {words.league.pledges(row.pledge_pct)}
      </span>
    ),
  ].filter((t) => t !== null);
  return tags.length === 0 ? null : <span class="tags">{tags}</span>;
}

function Number({ kind, shown }: { kind: string; shown: ComponentChildren }): JSX.Element {
  return (
    <td role="cell" class={`n ${kind}`}>
      {shown}
    </td>
  );
}

function Value({ of }: { of: Pick<BoardRow, 'value_usd' | 'stale'> }): JSX.Element {
  const stale = (
    <span class="stale" title={words.league.restsOnAPriceThat}>
      {words.league.stale}
    </span>
  );
  return <Number kind="value" shown={[dollars(of.value_usd), of.stale ? stale : null]} />;
}

function SignedOrNone({ value }: { value: number | null }): JSX.Element {
  return value === null ? <Dash words={words.league.noneYet} /> : <Signed value={value} />;
}

function Line({ points, startValue }: { points: BoardRow['line']; startValue: number }): JSX.Element {
  return (
    <td role="cell" class="n line">
      <Sparkline points={points} start={startValue} whole={points.length < limits.lineDaysMax} />
    </td>
  );
}

/** @property words what it stands for, for who does not see it. */
function Dash({ words }: { words: string }): JSX.Element {
  return (
    <span class="muted">
      <span aria-hidden="true">–</span>
      <span class="unseen">{words}</span>
    </span>
  );
}

interface BaselinesProps {
  readonly baselines: readonly MarketBaseline[];
  readonly startValue: number;
}

function Baselines({ baselines, startValue }: BaselinesProps): JSX.Element {
  return (
    <tbody role="rowgroup" class="baselines">
      <tr role="row" class="band">
        <th scope="rowgroup" role="rowheader" colSpan={boardColumns().length}>
          {(baselines.some((b) => isOfRoom(b.id))
            ? words.league.marketBaselinesOfTasks
            : words.league.marketBaselinesBoughtOnceAnd)((text) => (
            <span class="muted">{text}</span>
          ))}
        </th>
      </tr>
      {baselines.map((b) => (
        <tr role="row" key={b.id}>
          <td role="cell" class="rank" colSpan={2}>
            <span class="tag">{words.league.market}</span>
          </td>
          <th scope="row" role="rowheader" class="bot">
            <span class="who">{b.name}</span>
          </th>
          <Number kind="return" shown={<Delta value={b.return_pct} />} />
          <Value of={b} />
          <td role="cell" class="rest" colSpan={3} />
          <Line points={b.line} startValue={startValue} />
        </tr>
      ))}
    </tbody>
  );
}
