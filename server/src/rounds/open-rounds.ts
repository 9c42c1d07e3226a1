/** Opens what the room of rounds keeps while the service runs: the master secret, what makes tasks, and the work beside the marks. */
import { leaguesWithRounds } from '../league/catalogue/rounds.ts';
import type { Clock } from '../lib/clock.ts';
import { errorText, type Log } from '../lib/log.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import { generators as allGenerators } from './generators.ts';
import { makeHere, makeInThread, type Generators, type Maker } from './maker.ts';
import { openMaster, type SecretsAt } from './master.ts';
import { anyPromise } from './rounds.sql.ts';
import { createRoundWork } from './work.job.ts';

/** What a test may put in place of the real thing. */
export interface RoundOverrides {
  /** Made in the thread of the service, also on a running clock. */
  readonly generators?: Generators;
}

export interface Rounds {
  /** By league. */
  readonly generators: Generators;
  readonly maker: Maker;
  readonly master: Buffer;
  /** From now on the work is done by itself. */
  start(): void;
  /** Does all that can be done now. For a clock that is stepped, where nothing is done by itself. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

export interface OpenRoundsDeps extends RoundOverrides {
  readonly db: Db;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly config: SecretsAt;
  readonly log: Log;
}

/** Between two looks at what there is to do. A round is prepared and graded by the mark after next, as long as it takes no longer. */
const lookMs = 1_000;

export async function openRounds({ db, intake, clock, config, log, generators }: OpenRoundsDeps): Promise<Rounds> {
  const known = generators ?? new Map([...allGenerators].filter(([league]) => leaguesWithRounds.has(league)));
  // A league without rounds needs no secret.
  const master = known.size === 0 ? Buffer.alloc(0) : openMaster(config, !(await anyPromise(db)));
  const maker = generators || clock.realPerTick === 0 ? makeHere(known) : makeInThread();
  const work = createRoundWork({ db, intake, now: () => clock.now(), master, generators: known, maker });
  let loop: Loop | undefined;
  return {
    generators: known,
    maker,
    master,
    start() {
      if (known.size === 0) return;
      loop ??= startLoop({
        async round() {
          await work.run();
          return lookMs;
        },
        onFault: (e) => log.warn('the work of rounds failed and is done again', { error: errorText(e) }),
        pauseMs: { first: lookMs, max: 30_000 },
      });
    },
    run: () => work.run(),
    async stop() {
      await loop?.stop();
      await maker.stop();
    },
  };
}
