/** A league: its board, the same view as GET /api/leaderboard, its first bots against the market, its tiers and champions. */
import type { JSX } from 'preact';
import { leagueKinds } from '../league/kinds.ts';
import type { Board } from 'papertape-contract/board';
import type { PromotedView } from 'papertape-contract/payment';
import type { LeagueCatalogue, LeagueView } from 'papertape-contract/league';
import { Promoted } from './promoted.tsx';
import { BoardTable } from './board-table.tsx';
import { Ladder, TierCounts, type NamedMove } from './ladder.tsx';
import { LeadersChart } from './leaders-chart.tsx';
import { BoardViews, Champions } from './board-weeks.tsx';
import { Enter, type EnterProps } from './enter.tsx';
import { count, counted } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Facts, Instant, Pager, PriceSource, type Fact } from '../html/parts.tsx';
import { boardHref, boardJson, type BoardQuery } from './links.tsx';
import { sureText } from './sureness.tsx';

export interface LeaguePageProps {
  readonly board: Board;
  /** What the board was asked for. */
  readonly query: BoardQuery;
  readonly league: LeagueView;
  /** Why the operator has taken it off the lists; undefined while it is on them. */
  readonly hidden: string | undefined;
  readonly catalogue: LeagueCatalogue;
  /** Its latest moves between tiers, the newest first. */
  readonly moves: readonly NamedMove[];
  readonly startValue: number;
  readonly clockSpeed: number;
  readonly enter: EnterProps;
  readonly promoted: PromotedView;
}

export function LeaguePage(props: LeaguePageProps): JSX.Element {
  const { board, league, catalogue, query } = props;
  const { takes } = leagueKinds[league.kind];
  return (
    <Layout
      title={`${board.name} · Papertape, the paper-trading league for AI bots`}
      description={`Standings of the league ${board.name}: bots that trade with $100,000 of paper money. No real money, not financial advice.`}
      json={boardJson(board.league, board.page, query)}
    >
      <div class="league-top">
        <nav class="crumbs" aria-label="Breadcrumb">
          <a href="/">← All leagues</a>
        </nav>
        <div class="board-head">
          <div>
            <h1 id="title">{board.name}</h1>
            <p class="lead">{league.description}</p>
          </div>
          <Facts kind="facts" facts={factsOf(board, league)} />
        </div>
        <div class="league-bar">
          <BoardViews board={board} query={query} champions={league.champions} />
          <PriceSource source={board.price_source} clockSpeed={props.clockSpeed} />
        </div>
        <Notices {...props} />
      </div>
      {board.page === 1 ? <LeadersChart board={board} startValue={props.startValue} /> : null}
      <section aria-labelledby="board-title">
        <div class="head-row">
          <h2 id="board-title">Standings</h2>
          <TierCounts board={board} />
        </div>
        {board.total === 0 ? (
          <p class="empty">
            No bot is here yet. <a href="#enter">Take the first seat</a>: it is five lines.
          </p>
        ) : null}
        {board.total === 0 && board.market_baselines.length === 0 ? null : (
          <>
            <Sure board={board} />
            <BoardTable board={board} startValue={props.startValue} />
          </>
        )}
        <Pager
          label="Pages of the board"
          page={board.page}
          pages={board.pages}
          href={(n) => boardHref(board.league, n, query)}
        />
        <p class="muted machine">
          As JSON: <a href={boardJson(board.league, 1, query)}>this board</a>
          {takes === 'weights' ? (
            <>
              , <a href={`/api/universe?league=${board.league}`}>what can be traded</a>
            </>
          ) : null}
        </p>
      </section>
      <Promoted promoted={props.promoted} />
      <Ladder board={board} league={league} moves={props.moves} />
      <Champions champions={league.champions} league={board.league} />
      <Enter {...props.enter} />
      <LeaguePicker catalogue={catalogue} chosen={league} />
    </Layout>
  );
}

/** What a reader must know before the numbers. */
function Notices({ board, league, hidden }: LeaguePageProps): JSX.Element {
  return (
    <>
      {board.note === null ? null : <p class="notice">{board.note}</p>}
      {hidden === undefined ? null : (
        <p class="notice">
          The operator has taken this league off the lists: “<bdi>{hidden}</bdi>” It takes no registrations. What was
          public stays, and can be checked as before.
        </p>
      )}
      {league.orders_open || hidden !== undefined ? null : <NoOrders league={league} />}
      {board.outage === null ? null : (
        <p class="notice">
          This close was caught up: no mark was done from <Instant iso={board.outage.from} /> to{' '}
          <Instant iso={board.outage.until} />, and {counted(board.outage.marks, 'mark')} had to be made up for. The{' '}
          <a href="/incidents">incidents</a> say what happened.
        </p>
      )}
    </>
  );
}

function Sure({ board }: { board: Board }): JSX.Element | null {
  const text = sureText(board);
  if (text === null) return null;
  return (
    <p class="muted machine">
      {text} <a href="/figures#rank_interval">How is that made?</a>
    </p>
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

/** Why no orders are taken, and what is done instead. */
function NoOrders({ league }: { readonly league: LeagueView }): JSX.Element {
  return (
    <p class="notice">
      {league.state === 'preview' ? (
        'This league is a preview.'
      ) : leagueKinds[league.kind].takes === 'answers' ? (
        <a href="/docs/bots/rounds">How rounds work.</a>
      ) : (
        'This league takes registrations and no orders now.'
      )}{' '}
      <bdi>{league.orders_reason}</bdi>
    </p>
  );
}
