/** All of a league: the whole public log, and from it every order, close, rank, week and move of the league, made again. */
import type { SeededMarket } from '../check/reread-seed.ts';
import type { Service } from '../check/service.ts';
import { createSteps, type Step, type Steps } from '../check/steps.ts';
import { toldSoFar } from './book.ts';
import { shownSeed } from './market-seed.ts';
import { createReplay, type Replay } from './replay/replay.ts';
import { createSeededCheck } from './replay/seeded.ts';
import { emptyReplay } from './replay/state.ts';
import { createBoardsCheck } from './shown-boards.ts';
import { checkShown, isShown, type ShownEntry } from './shown.ts';
import { verifyLog, type LogOptions, type OpenedLog } from './verify-log.ts';

/** @returns what must be known though all holds, in sentences. */
export async function verifyLeague(
  service: Service,
  steps: Steps,
  league: string,
  options: Omit<LogOptions, 'kept'>,
): Promise<string> {
  const state = emptyReplay();
  const entries: ShownEntry[] = [];
  const checkBoards = createBoardsCheck({ service, steps, league }, state);
  let replay: Replay | undefined;
  let seed: SeededMarket | undefined;
  const open = async ({ follower: { book } }: OpenedLog): Promise<Replay> => {
    seed = book.opening && (await shownSeed(service, steps, book.opening));
    const checkSeeded = seed && createSeededCheck(steps, seed);
    return createReplay({ service, steps, state, book, league, checkSeeded });
  };
  const opened = await verifyLog(service, steps, options, async (logged, log) => {
    replay ??= await open(log);
    await replay.mark(logged);
    await checkBoards();
    for (const { entry } of logged.entries) if (isShown(entry)) entries.push({ mark: logged.mark, entry });
  });
  if (!opened) return '';
  const { reader, view, follower } = opened;
  follower.tellUnwitnessed();
  if (!seed && entries.some(({ entry }) => entry.type === 'seed'))
    steps.unchecked('what was read, by the seed of the market', 'it was not shown when this began; try again');
  // What is shown goes on with the marks: it is told when none was done meanwhile.
  const seen: Step[] = [];
  const meanwhile = createSteps((step) => void seen.push(step));
  await checkShown({ service, steps: meanwhile, book: follower.book, state, league, entries });
  if ((await reader.view()).mark === view.mark) for (const step of seen) steps.add(step);
  else steps.unchecked(`what is shown of ${league}`, 'a mark was done meanwhile; try again');
  return toldSoFar(follower.book, league);
}
