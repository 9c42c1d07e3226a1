/**
 * Asks the configured witnesses for their cosignatures over the newest checkpoint, each in a loop of its own: a witness that is slow or
 * away delays neither a mark nor another witness. What they signed is kept, and published below the checkpoint.
 */
import { limits } from 'papertape-contract/limits';
import { headAt, lastHead, tileHashes, type LogHead } from '../engine/log.sql.ts';
import { leagueById } from '../league/catalogue.ts';
import { iso, type Clock, type Instant } from '../lib/clock.ts';
import { errorText, type Log } from '../lib/log.ts';
import { startLoop } from '../lib/loop.ts';
import { dayMs } from '../lib/time.ts';
import type { Intake } from '../storage/intake.ts';
import { askWitness, type ConfiguredWitness } from '../tlog/ask-witness.ts';
import { formatKey } from '../tlog/note.ts';
import type { LogDeps } from './log-view.ts';
import { keepCosignature, lastCosignature } from './log.sql.ts';

export interface WitnessDeps extends LogDeps {
  readonly clock: Pick<Clock, 'kind' | 'now'>;
  readonly intake: Intake;
  /** Drops what was kept of `/checkpoint`, and of boards that say when their close was seen. */
  readonly ready: { drop(topics: readonly string[]): void };
  readonly log: Log;
}

/** How often it is looked whether there is a new checkpoint. */
const lookMs = 1_000;
/** After a witness did not answer: the pause doubles up to five minutes. */
const pauseMs = { first: 5_000, max: 300_000 };

export function runWitnesses(deps: WitnessDeps): { stop(): Promise<void> } | undefined {
  const { witnesses } = deps.config;
  if (witnesses.length === 0) return undefined;
  const loops = witnesses.map((witness) =>
    startLoop({
      async round(stop) {
        await askOnce(deps, witness, stop);
        return lookMs;
      },
      onFault: (e, pause) =>
        deps.log.warn('a witness did not cosign the public log', {
          witness: witness.key.name,
          error: errorText(e),
          again_in_ms: pause,
        }),
      pauseMs,
    }),
  );
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}

/** Asks for the newest checkpoint, when the witness has not cosigned it. @throws when it does not cosign it. */
export async function askOnce(deps: WitnessDeps, witness: ConfiguredWitness, signal?: AbortSignal): Promise<void> {
  const { db, publicLog, intake, ready } = deps;
  const { name } = witness.key;
  const head: LogHead | undefined = await lastHead(db);
  const last = head && (await lastCosignature(db, name));
  if (!head || last?.size === head.size) return;
  const outcome = await askWitness(witness, {
    note: await publicLog.sign(head),
    read: async (tile) => await tileHashes(db, tile),
    knownSize: last?.size ?? 0,
    ...(signal ? { signal } : {}),
  });
  if (outcome.kind === 'failed') throw new Error(outcome.why);
  if (outcome.kind === 'refused') {
    const saw = outcome.why === 'fork' ? 'another tree of this size' : `a larger tree, of ${outcome.size} entries`;
    throw new Error(`it saw ${saw}: was the data set back to an earlier state?`);
  }
  const { line, time } = outcome;
  checkTime(deps.clock, time * 1000);
  const cosignature = { size: head.size, witness: name, at: time * 1000, line, key: formatKey(witness.key) };
  await intake.write({ also: async (trx) => await keepCosignature(trx, cosignature) });
  const close = await headAt(db, head.mark - (head.mark % dayMs));
  ready.drop(close && (last?.size ?? 0) < close.size ? [...leagueById.keys()] : []);
}

/**
 * A time that is far off says nothing of the log. A mark is judged when the next one is done, so what was signed in time is stored by then,
 * also by a clock that is wrong by this much.
 */
function checkTime({ kind, now }: WitnessDeps['clock'], time: Instant): void {
  const off = Math.abs(time - now()) / 1000;
  if (kind === 'real' && off > limits.witnessClockSecondsMax)
    throw new Error(`the time in its cosignature, ${iso(time)}, is ${Math.round(off)} s off the clock of this service`);
}
