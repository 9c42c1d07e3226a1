/** Opens what the room of rounds keeps while the service runs: the master secret, what makes tasks, and the work beside the marks. */
import { leaguesWithRounds } from '../league/catalogue/rounds.ts';
import type { Clock } from '../lib/clock.ts';
import { errorText, type Log } from '../lib/log.ts';
import { startLoop } from '../lib/loop.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import { generators as allGenerators, sources as allSources } from './generators.ts';
import { createKnownFacts, type KnownFacts } from './known-facts.ts';
import { createKeyedRounds, type KeyedRounds } from './keyed-rounds.ts';
import { makeHere, makeInThread, type Maker } from './maker.ts';
import { openMaster, type SecretsAt } from './master.ts';
import { createPracticeQueue, type PracticeQueue } from './practice.ts';
import { packsFolder, readStored, withPacks } from './packs/store.ts';
import { anyPromise } from './rounds.sql.ts';
import { createSheetCounts, type SheetCounts } from './sheet-counts.ts';
import type { Generator } from './source.ts';
import { createRoundWork, type Sources } from './work.job.ts';

/** What a test may put in place of the real thing. */
export interface RoundOverrides {
  /** Made in the thread of the service, also on a running clock. */
  readonly generators?: ReadonlyMap<string, Generator>;
  /** The master secret, in place of the one in its file. */
  readonly master?: Buffer;
}

export interface Rounds {
  /** What makes tasks, by league. A league without one holds no rounds. */
  readonly sources: Sources;
  readonly maker: Maker;
  readonly master: Buffer;
  /** Leagues whose rounds are set to be weekly. */
  readonly weekly: ReadonlySet<string>;
  /** The folder of packs. */
  readonly packs: string;
  /** What is known of rounds, in memory; told of each mark. */
  readonly facts: KnownFacts;
  readonly keyed: KeyedRounds;
  readonly practice: PracticeQueue;
  readonly sheets: SheetCounts;
  /** From now on the work is done by itself, until it is stopped; what is slow is broken off then, and begun anew at the next start. */
  start(): { stop(): Promise<void> } | undefined;
  /** Does all that can be done now. For a clock that is stepped, where nothing is done by itself. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

export interface OpenRoundsDeps extends RoundOverrides {
  readonly db: Db;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly config: SecretsAt & { readonly weeklyRounds: readonly string[] };
  readonly log: Log;
}

/** Between two looks at what there is to do. A round is prepared and graded by the mark after next, as long as it takes no longer. */
const lookMs = 1_000;

export async function openRounds(deps: OpenRoundsDeps): Promise<Rounds> {
  const { db, intake, clock, config, log, generators } = deps;
  const sources: Sources = generators ?? new Map([...allSources].filter(([league]) => leaguesWithRounds.has(league)));
  // A league without rounds needs no secret.
  const master = deps.master ?? (sources.size === 0 ? Buffer.alloc(0) : openMaster(config, !(await anyPromise(db))));
  const weekly = new Set(config.weeklyRounds);
  const packs = packsFolder(config);
  const here = withPacks(generators ?? allGenerators, (source) => readStored(packs, source));
  const maker = generators || clock.realPerTick === 0 ? makeHere(here) : makeInThread(packs);
  const work = createRoundWork({ db, intake, now: () => clock.now(), master, sources, weekly, maker, packs });
  return {
    sources,
    maker,
    master,
    weekly,
    packs,
    facts: createKnownFacts(db),
    keyed: createKeyedRounds(db, master),
    practice: createPracticeQueue(),
    sheets: createSheetCounts(db),
    start() {
      if (sources.size === 0) return undefined;
      const loop = startLoop({
        async round() {
          await work.run();
          return lookMs;
        },
        onFault: (e) => log.warn('the work of rounds failed and is done again', { error: errorText(e) }),
        pauseMs: { first: lookMs, max: 30_000 },
      });
      return {
        async stop() {
          await Promise.all([maker.stopSlow(), loop.stop()]);
        },
      };
    },
    run: () => work.run(),
    stop: () => maker.stop(),
  };
}
