/** The leaderboard: the same view as GET /api/leaderboard, for people. */
import type { JSX } from 'preact';
import { leagueKinds } from '../league/kinds.ts';
import type { Board } from 'papertape-contract/board';
import type { LeagueCatalogue, LeagueView } from 'papertape-contract/league';
import { BoardTable } from './board-table.tsx';
import { BoardViews, Champions } from './board-weeks.tsx';
import { Enter, type EnterProps } from './enter.tsx';
import { count, counted } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Facts, Instant, Pager, PriceSource, type Fact } from '../html/parts.tsx';
import { boardHref, type BoardQuery } from './links.tsx';

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
          <Facts kind="facts" facts={factsOf(board, league)} />
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
            {league.state === 'preview'
              ? 'This league is a preview. '
              : 'This league takes registrations and no orders now. '}
            <bdi>{league.orders_reason}</bdi>
          </p>
        )}
        {board.outage === null ? null : (
          <p class="notice">
            This close was caught up: no mark was done from <Instant iso={board.outage.from} /> to{' '}
            <Instant iso={board.outage.until} />, and {counted(board.outage.marks, 'mark')} had to be made up for. The{' '}
            <a href="/incidents">incidents</a> say what happened.
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

function factsOf(board: Board, league: LeagueView): Fact[] {
  return [
    ['Values of', board.as_of === null ? 'no close yet' : <Instant iso={board.as_of} />],
    ['Next close', <Instant iso={board.next_close} />],
    ['Week', board.week],
    ['Bots', count(board.total)],
    ['Seats left', count(league.seats_free)],
  ];
}
