/**
 * The work of rounds beside the marks: promises ahead, what has to be known before tasks are served, and scores after the close. The engine
 * takes up what is stored here at its next mark. All of it follows from facts and the master secret, so it is done again after a crash, and
 * what is stored stays as it is.
 */
import type { Instant } from '../lib/clock.ts';
import { sha256 } from '../lib/hash.ts';
import { messageOf } from '../lib/text.ts';
import { dayMs } from '../lib/time.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import { parseRoundId, roundAt, roundIdFloor, type Round } from './calendar.ts';
import { readFacts, type RoundFacts } from './facts.ts';
import { seedHex, type Made, type Seeding } from './make.ts';
import type { Maker } from './maker.ts';
import {
  factsOfRounds,
  insertPromises,
  insertScores,
  insertWork,
  promisesOf,
  sheetsOfRound,
  unfinishedRounds,
  workOf,
  type StoredPromise,
  type StoredScore,
} from './rounds.sql.ts';
import { secretOf } from './seed.ts';
import { scoringDaysMax } from './states.ts';
import { levelsFrom, tasksPerLevel } from './levels.ts';
import type { Sheet } from './receipt.ts';
import type { Generator } from './source.ts';

/** So many days are promised ahead, in case nothing is done here for a while. */
const promisedDays = 9;
/** A full sheet is worth one percent more than a blank one. */
const standardStake = 10_000;
/** Bots whose sheets are scored at once. */
const botsPerCall = 50;

/** By league. */
export type Sources = ReadonlyMap<string, Pick<Generator, 'id'>>;

export interface WorkDeps {
  readonly db: Db;
  readonly intake: Intake;
  readonly now: () => Instant;
  readonly master: Buffer;
  readonly sources: Sources;
  readonly maker: Maker;
}

export interface RoundWorker {
  /** Does everything that can be done now. */
  run(): Promise<void>;
}

export function createRoundWork(deps: WorkDeps): RoundWorker {
  let promisedTo = 0;
  return {
    async run() {
      const day = Math.floor(deps.now() / dayMs) * dayMs;
      if (day >= promisedTo) {
        await promise(deps, day);
        promisedTo = day + dayMs;
      }
      await goOn(deps, day);
    },
  };
}

async function promise({ db, intake, master, sources }: WorkDeps, day: Instant): Promise<void> {
  const days = Array.from({ length: promisedDays }, (_, i) => day + i * dayMs);
  const known = await promisesOf(
    db,
    days.map((at) => roundAt('', at).name),
  );
  const isKnown = new Set(known.map((p) => `${p.league} ${p.round}`));
  const made: StoredPromise[] = [];
  for (const [league, { id }] of sources) {
    for (const at of days) {
      const round = roundAt(league, at);
      if (isKnown.has(`${league} ${round.name}`)) continue;
      made.push({
        league,
        round: round.name,
        source: id,
        items: levelsFrom(1).length * tasksPerLevel,
        stake: standardStake,
        secretHash: sha256(secretOf(master, round)),
      });
    }
  }
  if (made.length > 0) await intake.write({ also: async (trx) => await insertPromises(trx, made) });
}

async function goOn(deps: WorkDeps, day: Instant): Promise<void> {
  const { db, sources } = deps;
  const ids = await unfinishedRounds(db, roundIdFloor(day - (scoringDaysMax + 2) * dayMs));
  const facts = Map.groupBy(await factsOfRounds(db, ids), (f) => f.id);
  const faults: Error[] = [];
  const done = new Set((await workOf(db, ids)).map((w) => `${w.roundId} ${w.kind}`));
  for (const [id, named] of facts) {
    const round = parseRoundId(sources.keys(), id);
    // The generator of a league may have been taken out of the program: such a round ends as void.
    if (!round) continue;
    const known = readFacts(named);
    try {
      if (known.opened && !done.has(`${id} prepared`)) await prepareRound(deps, round, known);
      if (known.closed && !done.has(`${id} graded`)) await gradeRound(deps, round, known);
    } catch (e) {
      // One league's fault holds up no other one.
      faults.push(new Error(`${round.name} of ${round.league}: ${messageOf(e)}`, { cause: e }));
    }
  }
  if (faults.length > 0) throw faults[0] as Error;
}

/** What the seed of a round is made of; undefined before its beacon is there. */
export function seedingOf(master: Buffer, round: Round, { committed, beacon }: RoundFacts): Seeding | undefined {
  if (!committed || !beacon) return undefined;
  return {
    league: round.league,
    round: round.name,
    levels: committed.levels,
    secret: secretOf(master, round).toString('hex'),
    commitment: committed.commitment,
    beacon: beacon.beacon,
  };
}

/** The seed that holds, of the attempt that was found sound. */
export function madeOf(seeding: Seeding, attempt: number): Made {
  const { league, round, levels } = seeding;
  return { league, round, levels, seed: seedHex(seeding, attempt) };
}

async function prepareRound({ intake, master, maker }: WorkDeps, round: Round, facts: RoundFacts): Promise<void> {
  const seeding = seedingOf(master, round, facts);
  if (!seeding) return;
  const prepared = await maker.prepare(seeding, facts.opened?.entrants ?? []);
  const work = { roundId: round.id, kind: 'prepared', text: JSON.stringify(prepared) } as const;
  await intake.write({ also: async (trx) => await insertWork(trx, work) });
}

/** Scores every sheet of a closed round, and gives the secret to the mark that reveals it. */
async function gradeRound(deps: WorkDeps, round: Round, facts: RoundFacts): Promise<void> {
  const { db, intake, master, maker } = deps;
  const seeding = seedingOf(master, round, facts);
  if (!seeding || !facts.keyed) return;
  const made = madeOf(seeding, facts.keyed.attempt);
  const scores: StoredScore[] = [];
  for (const sandbox of [false, true]) {
    const byBot = [...Map.groupBy(await sheetsOfRound(db, round.id, { sandbox }), (s) => s.botId)];
    for (let from = 0; from < byBot.length; from += botsPerCall) {
      const some = byBot.slice(from, from + botsPerCall).map(([botId, sheets]) => ({ botId, sheets: textsOf(sheets) }));
      const scored = await maker.score(made, some);
      for (const [i, { botId }] of some.entries()) {
        const { score, tasks } = scored[i] ?? { score: 0, tasks: [] };
        // Whoever took everything back, or had nothing understood, is not in the round.
        if (!tasks.some(([, , , answerId]) => answerId !== null)) continue;
        scores.push({ roundId: round.id, botId, sandbox, score, tasks: JSON.stringify(tasks) });
      }
    }
  }
  const work = { roundId: round.id, kind: 'graded', text: JSON.stringify({ secret: seeding.secret }) } as const;
  await intake.write({
    async also(trx) {
      await insertScores(trx, scores);
      await insertWork(trx, work);
    },
  });
}

function textsOf(sheets: readonly Sheet[]): { readonly answerId: string; readonly answers: string }[] {
  return sheets.map(({ answerId, answers }) => ({ answerId, answers }));
}
