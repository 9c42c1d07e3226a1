/** Which bots of a board are listed, and in which order: links, so that each choice has an address. */
import type { Board } from 'papertape-contract/board';
import { boardSorts, type BoardSort } from 'papertape-contract/board-sorts';
import { limits } from 'papertape-contract/limits';
import type { JSX } from 'preact';
import { count } from '../html/format.ts';
import { words } from '../words/words.ts';
import { boardHref, type BoardQuery } from './links.tsx';

interface BoardOrderProps {
  readonly board: Board;
  readonly query: BoardQuery;
  /** It stands above the board on a wide screen, and below it on a narrow one, where the first bot has to be seen at once. */
  readonly at: 'above' | 'below';
}

export function BoardOrder({ board, query, at }: BoardOrderProps): JSX.Element | null {
  const all = board.tiers.reduce((sum, t) => sum + t.bots, 0);
  if (all < 2 || all > limits.chosenBoardBotsMax) return null;
  const { tier: _, sort: __, ...of } = query;
  const href = (tier: string | null, sort: BoardSort): string =>
    boardHref(board.league, 1, {
      ...of,
      ...(tier === null ? {} : { tier }),
      ...(sort === 'rank' ? {} : { sort }),
    });
  const current = (isHere: boolean) => (isHere ? { 'aria-current': 'true' as const } : {});
  return (
    <nav class={`board-order ${at}`} aria-label={words.league.whichBotsInWhichOrder}>
      {board.tiers.length < 2 ? null : (
        <ul class="tiers">
          <li>
            <a href={href(null, board.sorted_by)} {...current(board.tier === null)}>
              {words.league.allTiers}
            </a>{' '}
            <strong>{count(all)}</strong>
          </li>
          {board.tiers.map((t) => (
            <li key={t.tier}>
              <a href={href(t.tier, board.sorted_by)} {...current(board.tier === t.tier)}>
                {t.tier}
              </a>{' '}
              <strong>{count(t.bots)}</strong>
            </li>
          ))}
        </ul>
      )}
      {board.as_of === null ? null : (
        <ul class="tiers">
          <li>{words.league.firstComes}</li>
          {boardSorts.map((sort) => (
            <li key={sort}>
              <a href={href(board.tier, sort)} {...current(board.sorted_by === sort)}>
                {sortWords()[sort]}
              </a>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

export const sortWords = (): Readonly<Record<BoardSort, string>> => ({
  rank: words.league.byRank,
  week: words.league.byWeek,
  day: words.league.byDay,
  fall: words.league.byFall,
  trades: words.league.byTrades,
});
