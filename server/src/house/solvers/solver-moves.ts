/** What a house bot of a task league does: it enters, and answers the round of the day. Each call is one attempt. */
import { PapertapeError } from 'papertape-client';
import { isoDate } from '../../lib/clock.ts';
import { messageOf } from '../../lib/text.ts';
import type { Json } from '../../rounds/json.ts';
import { createClients } from '../clients.ts';
import type { HouseDeps } from '../house-deps.ts';
import type { Moves } from '../moves.ts';
import type { Exercise } from './solve.ts';
import { tasksFor, type SolverBot } from './solver-bots.ts';

export interface SolverDeps extends HouseDeps {
  readonly solve: (exercise: Exercise) => Promise<Record<string, Json>>;
  /** Real milliseconds between two requests for pages. */
  readonly readPauseMs: number;
}

export function createSolverMoves(deps: SolverDeps): Moves<SolverBot> {
  const { file, now, pace } = deps;
  const clients = createClients(deps);
  /** At the address where this process reaches the service. */
  const here = (url: string): string => deps.baseUrl + new URL(url).pathname;
  return {
    enter: ({ league, bot }) => clients.enter(league, bot, bot),
    async takeTurn({ league, bot }) {
      const kept = file.league(league);
      const seat = kept.seats[bot.id];
      if (!seat) throw new Error(`${bot.id} has no seat in ${league}`);
      const date = isoDate(now());
      const client = clients.of(seat);
      const { round, tasks, files, site } = await client.tasks();
      const { facts } = await client.round(league, round);
      // The plain solver reads what its generator writes, and no pack.
      if (String(facts['committed']?.['source']).startsWith('pack:')) {
        kept.doneOn[bot.id] = date;
        file.save();
        return;
      }
      const all = await solved(deps, {
        league,
        pauseMs: deps.readPauseMs,
        tasks,
        files: files.map((f) => ({ ...f, url: here(f.url) })),
        site: site === null ? null : here(site),
      });
      const answers = tasksFor(bot, tasks).flatMap(({ task_id: id }) => {
        const answer = all[id];
        return answer === undefined ? [] : [[id, answer] as const];
      });
      await pace();
      if (answers.length > 0)
        await client.answer(Object.fromEntries(answers), { round, idempotencyKey: `house ${round}` });
      kept.doneOn[bot.id] = date;
      file.save();
    },
  };
}

/** What goes wrong in the thread is tried again as a service is that did not answer, and holds up no other league. */
async function solved({ solve }: SolverDeps, exercise: Exercise): Promise<Record<string, Json>> {
  try {
    return await solve(exercise);
  } catch (cause) {
    const fault = new PapertapeError({
      status: 0,
      code: 'unsolved',
      detail: `The round of ${exercise.league} could not be solved: ${messageOf(cause)}`,
      fix: 'It is tried again.',
    });
    fault.cause = cause;
    throw fault;
  }
}
