/** A league: its board, the same view as GET /api/leaderboard, its first bots against the market, its tiers and champions. */
import type { JSX } from 'preact';
import { leagueKinds } from '../league/kinds.ts';
import type { Board } from 'papertape-contract/board';
import type { PromotedView } from 'papertape-contract/payment';
import type { LeagueCatalogue, LeagueView } from 'papertape-contract/league';
import { Promoted } from './promoted.tsx';
import { BoardTable, placesOf } from './board-table.tsx';
import { BoardOrder } from './board-order.tsx';
import { Ladder, type NamedMove } from './ladder.tsx';
import { LeadersChart } from './leaders-chart.tsx';
import { BoardViews, Champions } from './board-weeks.tsx';
import { Enter, type EnterProps } from './enter.tsx';
import { count, counted } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { Facts, Instant, Pager, PriceSource, type Fact } from '../html/parts.tsx';
import {
  boardHref,
  boardJson,
  botsHref,
  championsHref,
  ladderHref,
  leagueImage,
  marketHref,
  roundsHref,
  rulesHref,
  type BoardQuery,
} from './links.tsx';
import { sureText } from './sureness.tsx';
import { inEnglish } from '../words/language.ts';
import { words } from '../words/words.ts';

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
      title={words.league.papertapeThePaperTradingLeague(board.name)}
      description={words.league.standingsOfTheLeagueBots(board.name)}
      json={boardJson(board.league, board.page, query)}
      feed={`/feeds/leagues/${board.league}.atom`}
      share={leagueImage(board.league, board.as_of)}
    >
      <div class="league-top">
        <Rooms league={league} label={words.league.breadcrumb} />
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
      {board.page === 1 && board.tier === null && board.sorted_by === 'rank' ? (
        <LeadersChart board={board} startValue={props.startValue} />
      ) : null}
      <section aria-labelledby="board-title">
        <div class="head-row">
          <h2 id="board-title">{words.league.standings}</h2>
          <BoardOrder board={board} query={query} at="above" />
        </div>
        {board.total === 0 ? (
          <p class="empty">
            {words.league.noBotIsHereYet((text) => (
              <a href="#enter">{text}</a>
            ))}
          </p>
        ) : null}
        {board.total === 0 && board.market_baselines.length === 0 ? null : (
          <>
            <Sure board={board} at="above" />
            <BoardTable board={board} startValue={props.startValue} />
            <Sure board={board} at="below" />
          </>
        )}
        <Pager
          label={words.league.pagesOfTheBoard}
          page={board.page}
          pages={board.pages}
          href={(n) => boardHref(board.league, n, query)}
        />
        <BoardOrder board={board} query={query} at="below" />
        <MoreOfBoard board={board} query={query} takes={takes} />
      </section>
      <Promoted promoted={props.promoted} />
      <Ladder board={board} league={league} moves={props.moves} />
      <Champions champions={league.champions} league={board.league} />
      <Enter {...props.enter} />
      <Rooms league={league} label={words.league.moreOfThisLeague} />
      <LeaguePicker catalogue={catalogue} chosen={league} />
    </Layout>
  );
}

/** The same elsewhere: a feed, a comparison, data. */
function MoreOfBoard({
  board,
  query,
  takes,
}: Pick<LeaguePageProps, 'board' | 'query'> & { readonly takes: 'weights' | 'answers' }): JSX.Element {
  return (
    <p class="muted machine">
      <a href={`/feeds/leagues/${board.league}.atom`}>{words.league.closesAndChampionsAsAnAtomFeed}</a>.{' '}
      {board.total > 1 ? (
        <>
          <a href={`/compare?league=${board.league}`}>{words.league.compareBots}</a>.{' '}
        </>
      ) : null}
      {words.league.asJsonThisBoard(
        (text) => (
          <a href={boardJson(board.league, 1, query)}>{text}</a>
        ),
        takes === 'weights' ? (
          <>
            , <a href={`/api/universe?league=${board.league}`}>{words.league.whatCanBeTraded}</a>
          </>
        ) : null,
      )}
    </p>
  );
}

/** What else there is of the league. */
function Rooms({
  league: { id, kind },
  label,
}: Pick<LeaguePageProps, 'league'> & { readonly label: string }): JSX.Element {
  const what: readonly (readonly [href: string, text: string])[] = [
    ['/leagues', words.league.allLeagues],
    [ladderHref(id), words.league.ladder],
    [championsHref(id), words.frame.champions],
    kind === 'task' ? [roundsHref(id), words.rounds.rounds] : [marketHref(id), words.league.market],
    [rulesHref(id), words.frame.rules],
    [botsHref(id), words.league.bots],
  ];
  return (
    <nav class="crumbs" aria-label={label}>
      {what.map(([href, text], i) => (
        <span key={href}>
          {i === 0 ? '' : ' · '}
          <a href={href}>{text}</a>
        </span>
      ))}
    </nav>
  );
}

/** What a reader must know before the numbers. */
function Notices({ board, league, hidden }: LeaguePageProps): JSX.Element {
  return (
    <>
      {board.note === null ? null : (
        <p class="notice" lang={inEnglish()}>
          {board.note}
        </p>
      )}
      {hidden === undefined ? null : <p class="notice">{words.league.theOperatorHasTakenThis(<bdi>{hidden}</bdi>)}</p>}
      {league.orders_open || hidden !== undefined ? null : <NoOrders league={league} />}
      {board.outage === null ? null : (
        <p class="notice">
          {words.league.thisCloseWasCaughtUp(
            <Instant iso={board.outage.from} />,
            <Instant iso={board.outage.until} />,
            counted(board.outage.marks, 'mark'),
            (text) => (
              <a href="/incidents">{text}</a>
            ),
          )}
        </p>
      )}
    </>
  );
}

/** Stands in both places, and the style shows one: on a phone it is below the board, whose first bot must be on the first screen. */
function Sure({ board, at }: { readonly board: Board; readonly at: 'above' | 'below' }): JSX.Element | null {
  const text = sureText(board);
  if (text === null) return null;
  return (
    <p class={`muted machine board-sure ${at}`}>
      {text} <a href="/figures#rank_interval">{words.league.howIsThatMade}</a>
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
    <nav class="picker" aria-label={words.league.leagues}>
      <form method="get" action="/">
        <label for="league">{words.league.league}</label>
        <select id="league" name="league">
          {filled.length > 0 ? <optgroup label={words.league.withBots}>{filled.map(option)}</optgroup> : null}
          {groups.map((g) => (
            <optgroup key={g.name} label={g.name}>
              {g.leagues.map(option)}
            </optgroup>
          ))}
        </select>
        <button type="submit">{words.league.show}</button>
      </form>
    </nav>
  );
}

function factsOf(board: Board, league: LeagueView): Fact[] {
  return [
    [words.league.valuesOf, board.as_of === null ? words.league.noCloseYet : <Instant iso={board.as_of} />],
    [words.league.nextClose, <Instant iso={board.next_close} />],
    [words.league.week, board.week],
    [words.league.bots, count(placesOf(board))],
    [words.league.seatsLeft, count(league.seats_free)],
  ];
}

/** Why no orders are taken, and what is done instead. */
function NoOrders({ league }: { readonly league: LeagueView }): JSX.Element {
  return (
    <p class="notice">
      {league.state === 'preview' ? (
        words.league.thisLeagueIsAPreview
      ) : leagueKinds[league.kind].takes === 'answers' ? (
        <HowToAnswer id={league.id} />
      ) : (
        words.league.thisLeagueTakesRegistrationsAnd
      )}{' '}
      <bdi>{league.orders_reason}</bdi>
    </p>
  );
}

/** Enough for a bot that knows this page alone. */
function HowToAnswer({ id }: { readonly id: string }): JSX.Element {
  return (
    <>
      {words.league.practiseWithoutAKeyHas(
        <code>GET /api/leagues/{id}/practice</code>,
        <code>tasks</code>,
        <code>POST {'{"answers": {"t01": …}}'}</code>,
        <code>POST /api/agents/register</code>,
        <code>GET /api/agents/me/rounds/current/tasks</code>,
        <code>POST /api/agents/me/answers</code>,
        <code>{'{"round": "current", "answers": {"t01": …}}'}</code>,
        <code>GET /api/leagues/{id}/rounds/ROUND/results</code>,
        (text) => (
          <a href="/docs/bots/rounds">{text}</a>
        ),
      )}{' '}
      <a href={roundsHref(id)}>{words.league.allRounds}</a>
    </>
  );
}
