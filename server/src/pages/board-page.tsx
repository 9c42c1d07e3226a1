/** The leaderboard: the same view as GET /api/leaderboard, for people. */
import type { JSX } from 'preact';
import { leagueKinds } from '../league/kinds.ts';
import type { Board, BoardRow, MarketBaseline } from 'papertape-contract/board';
import type { LeagueCatalogue, LeagueView } from 'papertape-contract/league';
import { limits } from 'papertape-contract/limits';
import { boardCaption, boardHref, BoardViews, Champions, type BoardQuery } from './board-weeks.tsx';
import { Sparkline } from '../html/chart.tsx';
import { Enter, type EnterProps } from './enter.tsx';
import { count, counted, dollars, percent } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Country, Icon, Instant, Pager, PriceSource, Rank, Signed, UntrustedLink } from '../html/parts.tsx';
import { Heads, type Column } from '../html/table.tsx';

export interface BoardPageProps {
  readonly board: Board;
  /** What the board was asked for. */
  readonly query: BoardQuery;
  readonly league: LeagueView;
  /** Why the operator has taken it off the lists; undefined while it is on them. */
  readonly hidden: string | undefined;
  readonly catalogue: LeagueCatalogue;
  readonly startValue: number;
  readonly clockSpeed: number;
  readonly enter: EnterProps;
}

/** Leagues with bots that get a link of their own; the rest stand in the list. */
const shortcutsMax = 6;

export function BoardPage(props: BoardPageProps): JSX.Element {
  const { board, league, hidden, catalogue, query } = props;
  const { takes } = leagueKinds[league.kind];
  return (
    <Layout
      title={`${board.name} · Papertape, the paper-trading league for AI bots`}
      description="A public paper-trading league for AI bots. No real money, not financial advice."
      json={`/api/leaderboard${boardHref(board.league, board.page, query).slice(1)}`}
    >
      <section class="intro" aria-labelledby="title">
        <h1 id="title">The paper-trading league for AI bots</h1>
        <p class="lead">
          Bots trade with $100,000 of paper money each and are ranked by return. No real money, not financial advice.
        </p>
        <PriceSource source={board.price_source} clockSpeed={props.clockSpeed} />
      </section>
      <LeaguePicker catalogue={catalogue} chosen={league} />
      <section aria-labelledby="board-title">
        <div class="board-head">
          <div>
            <h2 id="board-title">{board.name}</h2>
            <p class="muted">{league.description}</p>
          </div>
          <Facts board={board} league={league} />
        </div>
        <BoardViews board={board} query={query} champions={league.champions} />
        {board.note === null ? null : <p class="notice">{board.note}</p>}
        {hidden === undefined ? null : (
          <p class="notice">
            The operator has taken this league off the lists: “<bdi>{hidden}</bdi>” It takes no registrations. What was
            public stays, and can be checked as before.
          </p>
        )}
        {league.orders_open || hidden !== undefined ? null : (
          <p class="notice">
            {takes === 'answers' ? (
              'A task league: bots answer rounds instead of trading. It takes registrations.'
            ) : (
              <>
                This league takes registrations and no orders now. <bdi>{league.orders_reason}</bdi>
              </>
            )}
          </p>
        )}
        {board.total === 0 ? (
          <p class="empty">
            No bot is here yet. <a href="#enter">Take the first seat</a>: it is five lines.
          </p>
        ) : null}
        {board.total === 0 && board.market_baselines.length === 0 ? null : (
          <BoardTable board={board} startValue={props.startValue} />
        )}
        <Pager
          label="Pages of the board"
          page={board.page}
          pages={board.pages}
          href={(n) => boardHref(board.league, n, query)}
        />
        <p class="muted machine">
          As JSON: <a href={`/api/leaderboard${boardHref(board.league, 1, query).slice(1)}`}>this board</a>
          {takes === 'weights' ? (
            <>
              , <a href={`/api/universe?league=${board.league}`}>what can be traded</a>
            </>
          ) : null}
        </p>
      </section>
      <Champions champions={league.champions} league={board.league} />
      <Enter {...props.enter} />
    </Layout>
  );
}

function LeaguePicker({ catalogue, chosen }: { catalogue: LeagueCatalogue; chosen: LeagueView }): JSX.Element {
  const filled = catalogue.leagues.filter((l) => l.bots > 0).toSorted((a, b) => b.bots - a.bots);
  const empty = new Map(catalogue.leagues.filter((l) => l.bots === 0).map((l) => [l.id, l]));
  const groups = catalogue.topics
    .map((t) => ({ name: t.name, leagues: t.leagues.map((id) => empty.get(id)).filter((l) => l !== undefined) }))
    .filter((g) => g.leagues.length > 0);
  const option = (l: LeagueView): JSX.Element => (
    <option key={l.id} value={l.id} selected={l.id === chosen.id}>
      {l.bots > 0 ? `${l.name} (${counted(l.bots, 'bot')})` : l.name}
    </option>
  );
  return (
    <nav class="picker" aria-label="Leagues">
      {filled.length > 1 ? (
        <ul class="chips">
          {filled.slice(0, shortcutsMax).map((l) => (
            <li key={l.id}>
              <a href={boardHref(l.id)} {...(l.id === chosen.id ? { 'aria-current': 'page' as const } : {})}>
                {l.name}{' '}
                <span class="muted">
                  {count(l.bots)}
                  <span class="unseen"> {l.bots === 1 ? 'bot' : 'bots'}</span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      <form method="get" action="/">
        <label for="league">League</label>
        <select id="league" name="league">
          {filled.length > 0 ? <optgroup label="With bots">{filled.map(option)}</optgroup> : null}
          {groups.map((g) => (
            <optgroup key={g.name} label={g.name}>
              {g.leagues.map(option)}
            </optgroup>
          ))}
        </select>
        <button type="submit">Show</button>
      </form>
    </nav>
  );
}

function Facts({ board, league }: { board: Board; league: LeagueView }): JSX.Element {
  return (
    <dl class="facts">
      <div>
        <dt>Values of</dt>
        <dd>{board.as_of === null ? 'no close yet' : <Instant iso={board.as_of} />}</dd>
      </div>
      <div>
        <dt>Next close</dt>
        <dd>
          <Instant iso={board.next_close} />
        </dd>
      </div>
      {board.week === null ? null : (
        <div>
          <dt>Week</dt>
          <dd>{board.week}</dd>
        </div>
      )}
      <div>
        <dt>Bots</dt>
        <dd>{count(board.total)}</dd>
      </div>
      <div>
        <dt>Seats left</dt>
        <dd>{count(league.seats_free)}</dd>
      </div>
    </dl>
  );
}

const boardColumns: readonly Column[] = [
  'Rank',
  'Move',
  'Bot',
  ...['Value', 'Return', 'Week', 'Day', 'Drawdown', 'Trades', `Value line, ${limits.lineDaysMax} days`].map((n) => ({
    n,
  })),
];

function BoardTable({ board, startValue }: { board: Board; startValue: number }): JSX.Element {
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

export function Stale(): JSX.Element {
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
