import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { paging } from 'papertape-contract/parameters';
import { MovedPage, needPage, NoSuchPage, page } from '../feature/page.ts';
import { roundHref, roundsHref } from '../pages/links.tsx';
import { RoundPage } from '../pages/round-page.tsx';
import { paged, rowsOf } from '../read/paging.ts';
import { findRound, type FoundRound, type RoundDeps } from './find-round.ts';
import { boardLines, taskLines } from './round-board.ts';
import { roundLine } from './round-list.ts';
import { taskLeague } from './rounds.page.tsx';

export interface RoundPageDeps extends RoundDeps {
  readonly baseUrl: () => string;
}

/** By its name. An id leads to the name; `current` and `next` are shown in place, since they are another round each day. */
export const roundPage = page({
  path: '/leagues/{league}/rounds/{round}',
  query: paging,
  async find({ params: { league, round } }, deps: RoundPageDeps) {
    const found = await existing(deps, taskLeague(league), round);
    if (round === found.round.id) throw new MovedPage(roundHref(league, found.round.name));
    return found;
  },
  async make({ found, query }, { db, baseUrl }: RoundPageDeps) {
    const { round, facts } = found;
    const { committed, beacon, keyed, scored, struck } = facts;
    const at = { page: query.page, per_page: limits.perPageDefault };
    const line = await roundLine(db, found);
    const board = { ...paged(at, line.bots ?? 0), rows: await boardLines(db, round.id, rowsOf(at)) };
    needPage(at.page, board.pages, 'The board of this round', (n) => roundHref(round.league, round.name, n));
    return (
      <RoundPage
        league={round.league}
        line={line}
        fixed={{ committed, beacon, keyed, secret: scored?.secret }}
        struck={struck}
        board={board}
        tasks={scored && committed ? await taskLines(db, round.id, committed) : []}
        baseUrl={baseUrl()}
      />
    );
  },
});

async function existing(deps: RoundDeps, league: string, round: string): Promise<FoundRound> {
  try {
    return await findRound(deps, league, round);
  } catch (e) {
    if (!(e instanceof ApiError)) throw e;
    throw new NoSuchPage(e.message, { href: roundsHref(league), text: 'Go to all rounds' });
  }
}
