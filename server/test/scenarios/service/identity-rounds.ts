/**
 * Rounds of a league that is done again from its facts. Tasks and scores are worked out beside the marks, and a mark takes up what is there: at which mark that was depends on how quickly a machine
 * worked, and is no consequence of the facts. So it is read from what the cluster decided, and what is worked out anew is held back until then.
 */
import type { App } from '../../../src/app.ts';
import type { SteppedClock } from '../../../src/lib/clock.ts';
import type { Db } from '../../../src/storage/storage.ts';
import { onPostgres } from '../../harness/postgres.ts';

/** What was worked out of a round, and the mark that took it up. */
export interface TakenUp {
  readonly mark: number;
  readonly roundId: string;
  readonly kind: 'prepared' | 'graded';
}

/** By mark. */
export async function takenUp(url: string): Promise<TakenUp[]> {
  const rows = await onPostgres(
    url,
    `select at_mark::float8 as at, fact_id, name from ledger.room_facts
     where room = 'rounds' and name in ('keyed', 'scored') order by at_mark`,
  );
  return rows.map((r) => ({
    mark: Number(r['at']),
    roundId: String(r['fact_id']),
    kind: r['name'] === 'keyed' ? 'prepared' : 'graded',
  }));
}

/** Takes away what no mark up to this one has taken up. */
export async function keepTakenUp(db: Db, taken: readonly TakenUp[], mark: number): Promise<void> {
  for (const kind of ['prepared', 'graded'] as const) {
    // No round is called that: the list may be empty.
    const ids = ['', ...taken.filter((t) => t.kind === kind && t.mark <= mark).map((t) => t.roundId)];
    await db.deleteFrom('intake.round_work').where('kind', '=', kind).where('round_id', 'not in', ids).execute();
    if (kind === 'graded') await db.deleteFrom('intake.round_scores').where('round_id', 'not in', ids).execute();
  }
}

/** Does every mark up to the last one; what the cluster took up of rounds is worked out before its mark, and no earlier. */
export async function doMarks(app: App, steps: SteppedClock, taken: readonly TakenUp[], last: number): Promise<void> {
  for (const mark of new Set(taken.map((t) => t.mark))) {
    steps.set(mark - 1);
    await app.runEngine();
    await app.deps.rounds.run();
    await keepTakenUp(app.storage.db, taken, mark);
  }
  steps.set(last);
  await app.runEngine();
}

/** Where rounds of a league are told of: their list, and each that is scored. */
export async function roundPaths(app: App, league: string): Promise<string[]> {
  const list = `/api/leagues/${league}/rounds`;
  const { body } = await app.http.inject({ url: list });
  const { rounds } = JSON.parse(body) as { rounds: { round: string; state: string }[] };
  const scored = rounds.filter(({ state }) => state === 'scored').map(({ round }) => `${list}/${round}`);
  return [list, ...scored, ...scored.map((path) => `${path}/results`)];
}
