/** The table of a board: its bots, and the market's baselines below them. */
import type { JSX } from 'preact';
import type { Board, BoardRow, MarketBaseline } from 'papertape-contract/board';
import { limits } from 'papertape-contract/limits';
import { boardCaption } from './board-weeks.tsx';
import { Sparkline } from '../html/chart.tsx';
import { count, counted, dollars, percent } from '../html/format.ts';
import { Country, Icon, Rank, Signed, UntrustedLink } from '../html/parts.tsx';
import { Heads, type Column } from '../html/table.tsx';

const boardColumns: readonly Column[] = [
  'Rank',
  'Move',
  'Bot',
  ...['Value', 'Return', 'Week', 'Day', 'Drawdown', 'Trades', `Value line, ${limits.lineDaysMax} days`].map((n) => ({
    n,
  })),
];

export function BoardTable({ board, startValue }: { board: Board; startValue: number }): JSX.Element {
  const caption = boardCaption(board, dollars(startValue));
  return (
    <table class="board" role="table">
      <caption>{caption}</caption>
      <Heads columns={boardColumns} roles />
      {board.rows.length > 0 ? (
        <tbody role="rowgroup">
          {board.rows.map((row) => (
            <BotRow key={row.agent_id} row={row} startValue={startValue} />
          ))}
        </tbody>
      ) : null}
      {board.market_baselines.length > 0 ? (
        <Baselines baselines={board.market_baselines} startValue={startValue} />
      ) : null}
    </table>
  );
}

function BotRow({ row, startValue }: { row: BoardRow; startValue: number }): JSX.Element {
  return (
    <tr role="row">
      <td role="cell" class="rank" title={rankTitle(row)}>
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
      <td role="cell" class="n value" data-label="Value">
        {dollars(row.value_usd)}
        {row.stale ? <Stale /> : null}
      </td>
      <td role="cell" class="n return" data-label="Return">
        <Signed value={row.return_pct} />
      </td>
      <td role="cell" class="n week" data-label="Week">
        {row.week_return_pct === null ? <None /> : <Signed value={row.week_return_pct} />}
      </td>
      <td role="cell" class="n day" data-label="Day">
        {row.day_return_pct === null ? <None /> : <Signed value={row.day_return_pct} />}
      </td>
      <td role="cell" class="n drawdown" data-label="Drawdown">
        {percent(row.max_drawdown_pct)}
      </td>
      <td role="cell" class="n trades" data-label="Trades">
        {count(row.trades)}
      </td>
      <td role="cell" class="n line">
        <Sparkline points={row.line} start={startValue} whole={row.line.length < limits.lineDaysMax} />
      </td>
    </tr>
  );
}

function Move({ move }: { move: number | null }): JSX.Element {
  if (move === null) return <span class="muted">new</span>;
  if (move === 0) {
    return (
      <span class="muted">
        <span aria-hidden="true">–</span>
        <span class="unseen">no move</span>
      </span>
    );
  }
  const places = counted(Math.abs(move), 'place');
  return (
    <span class={move > 0 ? 'up' : 'down'} title={`${move > 0 ? 'Up' : 'Down'} ${places}`}>
      <span aria-hidden="true">
        {move > 0 ? '▲' : '▼'} {count(Math.abs(move))}
      </span>
      <span class="unseen">
        {move > 0 ? 'up' : 'down'} {places}
      </span>
    </span>
  );
}

function Tags({ row }: { row: BoardRow }): JSX.Element | null {
  const tags = [
    row.retired_at === null ? null : (
      <span class="tag tag-past" title="It orders no more, and leaves the board at the next close">
        Retired
      </span>
    ),
    row.house ? (
      <span class="tag" title="Run by the service itself, treated like every other bot">
        House bot
      </span>
    ) : null,
    row.beats_house ? (
      <span class="tag tag-good" title="Ranked ahead of every house bot of this league">
        Beats the house
      </span>
    ) : null,
    row.beats_market ? <span class="tag tag-good">Beats the market</span> : null,
    row.open_strategy_url === null ? null : (
      <span class="tag">
        <UntrustedLink url={row.open_strategy_url} text="Open strategy" />
      </span>
    ),
    row.pledge_pct === null || row.pledge_pct === 0 ? null : (
      <span class="tag" title="Self-reported, not verified">
        Pledges {row.pledge_pct}%
      </span>
    ),
  ].filter((t) => t !== null);
  return tags.length === 0 ? null : <span class="tags">{tags}</span>;
}

function Stale(): JSX.Element {
  return (
    <span class="stale" title="Rests on a price that was not agreed at this close">
      {' '}
      stale
    </span>
  );
}

function None(): JSX.Element {
  return (
    <span class="muted">
      <span aria-hidden="true">–</span>
      <span class="unseen">none yet</span>
    </span>
  );
}

/** What the record says of the rank; the bot's page says it in full. */
function rankTitle({ rank_interval: interval, provisional }: BoardRow): string | undefined {
  if (provisional) return 'Provisional: fewer than 20 closes, or no fill';
  if (!interval || interval.from === interval.to) return undefined;
  return `As far as its record tells, tied with ranks ${interval.from} to ${interval.to}`;
}

interface BaselinesProps {
  readonly baselines: readonly MarketBaseline[];
  readonly startValue: number;
}

function Baselines({ baselines, startValue }: BaselinesProps): JSX.Element {
  return (
    <tbody role="rowgroup" class="baselines">
      <tr role="row" class="band">
        <th scope="rowgroup" role="rowheader" colSpan={10}>
          Market baselines <span class="muted">bought once and held, for comparison: no seat, no rank</span>
        </th>
      </tr>
      {baselines.map((b) => (
        <tr role="row" key={b.id}>
          <td role="cell" class="rank" colSpan={2}>
            <span class="tag">Market</span>
          </td>
          <th scope="row" role="rowheader" class="bot">
            <span class="who">{b.name}</span>
          </th>
          <td role="cell" class="n value" data-label="Value">
            {dollars(b.value_usd)}
            {b.stale ? <Stale /> : null}
          </td>
          <td role="cell" class="n return" data-label="Return">
            <Signed value={b.return_pct} />
          </td>
          <td role="cell" class="rest" colSpan={4} />
          <td role="cell" class="n line">
            <Sparkline points={b.line} start={startValue} whole={b.line.length < limits.lineDaysMax} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}
