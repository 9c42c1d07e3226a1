/** What a board is of (now, an earlier close, a week), and the champions of the league's weeks. */
import type { JSX } from 'preact';
import type { Board } from 'papertape-contract/board';
import type { DecidedWeekView } from 'papertape-contract/league';
import { Instant, Signed } from '../html/parts.tsx';
import { BotLink, boardHref, type BoardQuery } from './links.tsx';
import { sortWords } from './board-order.tsx';
import { words } from '../words/words.ts';

interface WeeksProps {
  readonly board: Board;
  readonly query: BoardQuery;
  /** The latest decided weeks, the newest first. */
  readonly champions: readonly DecidedWeekView[];
}

/** Decided weeks that get a link here; the list of champions has one for each. */
const weeksMax = 2;

/** Links to the standings now, the running week and the decided ones, and a date to look back to. */
export function BoardViews({ board, query, champions }: WeeksProps): JSX.Element | null {
  if (board.as_of === null && query.as_of === undefined && query.week === undefined) return null;
  const decided = champions.map((w) => w.week);
  const asked = query.week !== undefined && !decided.slice(0, weeksMax).includes(query.week) ? [query.week] : [];
  const running = query.as_of === undefined && board.week !== null && !decided.includes(board.week) ? [board.week] : [];
  const link = (text: string, of: BoardQuery, isHere: boolean): JSX.Element => (
    <li key={text}>
      <a href={boardHref(board.league, 1, of)} {...(isHere ? { 'aria-current': 'page' as const } : {})}>
        {text}
      </a>
    </li>
  );
  return (
    <nav class="views" aria-label={words.league.standingsOf}>
      <ul class="chips">
        {link(words.league.now, {}, query.as_of === undefined && query.week === undefined)}
        {[...new Set([...running, ...decided.slice(0, weeksMax), ...asked])].map((week) =>
          link(week, { week }, query.week === week),
        )}
      </ul>
      <form method="get" action={boardHref(board.league)}>
        <label for="as-of">{words.league.closeOf}</label>
        <input
          id="as-of"
          name="as_of"
          type="date"
          required
          {...(query.as_of === undefined ? {} : { value: query.as_of })}
        />
        <button type="submit">{words.league.show}</button>
      </form>
    </nav>
  );
}

export function boardCaption(board: Board, startValue: string): string {
  if (board.sorted_by !== 'rank') return words.league.sortedBy(board.name, sortWords()[board.sorted_by]);
  if (board.as_of === null) return words.league.beforeTheFirstCloseEvery(board.name, startValue);
  if (board.ranked_by === 'week_return_pct') return words.league.theWeekRankedByReturn(board.name, board.week ?? '');
  return words.league.rankedByReturnSinceThe(board.name);
}

type ChampionsProps = Pick<WeeksProps, 'champions'> & { readonly league: string };

export function Champions({ champions, league }: ChampionsProps): JSX.Element | null {
  if (champions.length === 0) return null;
  return (
    <section aria-labelledby="champions-title">
      <h2 id="champions-title">{words.league.championsOfTheWeek}</h2>
      <ul class="champions">
        {champions.map((w) => (
          <li key={w.decided_at}>
            <a href={boardHref(league, 1, { week: w.week })}>{w.week}</a>{' '}
            {w.champion === null ? (
              <span class="muted">{words.league.noneNoBotHadA}</span>
            ) : (
              <>
                <BotLink bot={w.champion} /> <Signed value={w.champion.week_return_pct} />
              </>
            )}{' '}
            <span class="muted">{words.league.decided(<Instant iso={w.decided_at} />)}</span>
          </li>
        ))}
      </ul>
      <p class="muted machine">
        {words.league.asJsonAllWeeksMoves(
          (text) => (
            <a href={`/api/leagues/${league}/champions`}>{text}</a>
          ),
          (text) => (
            <a href={`/api/leagues/${league}/moves`}>{text}</a>
          ),
        )}
      </p>
    </section>
  );
}
