/**
 * The work of rounds beside the marks: promises ahead, what has to be known before tasks are served, and scores after the close. The engine
 * takes up what is stored here at its next mark. All of it follows from facts and the master secret, so it is done again after a crash, and
 * what is stored stays as it is.
 */
import type { Instant } from '../lib/clock.ts';
import { sha256 } from '../lib/hash.ts';
import { messageOf } from '../lib/text.ts';
import { dayMs, weekStart } from '../lib/time.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import { roundsAhead, stakes } from './cadence.ts';
import { parseRoundId, roundIdFloor, roundsOfWeek, type Round } from './calendar.ts';
import { readFacts, type RoundFacts } from './facts.ts';
import { seedHex, type Made, type Seeding } from './make.ts';
import type { Maker } from './maker.ts';
import { chosenName, chosenOf, readChosen, type ChosenPacks } from './packs/store.ts';
import {
  changePromise,
  deletePromise,
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
import type { Graded } from './prepared.ts';

/** So many days are promised ahead, in case nothing is done here for a while. */
const promisedDays = 9;
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
  /** Leagues whose rounds are set to be weekly. */
  readonly weekly: ReadonlySet<string>;
  readonly maker: Maker;
  /** The folder of packs. */
  readonly packs: string;
}

export interface RoundWorker {
  /** Does everything that can be done now. */
  run(): Promise<void>;
}

export function createRoundWork(deps: WorkDeps): RoundWorker {
  let promisedTo = 0;
  let promisedFrom: string | undefined;
  return {
    async run() {
      const day = Math.floor(deps.now() / dayMs) * dayMs;
      const packs = readChosen(deps.packs);
      if (day >= promisedTo || packs !== promisedFrom) {
        await promise(deps, day, chosenOf(packs));
        promisedTo = day + dayMs;
        promisedFrom = packs;
      }
      await goOn(deps, day);
    },
  };
}

async function promise(
  { db, intake, master, sources, weekly, now }: WorkDeps,
  day: Instant,
  packs: ChosenPacks,
): Promise<void> {
  const mondays = [weekStart(day), weekStart(day + (promisedDays - 1) * dayMs)];
  const names = mondays.flatMap((monday) => roundsOfWeek('', monday).map(({ name }) => name));
  const known = Map.groupBy(await promisesOf(db, names), (p) => p.league);
  const made: StoredPromise[] = [];
  const changed: StoredPromise[] = [];
  const withdrawn: Pick<StoredPromise, 'league' | 'round'>[] = [];
  for (const [league, { id }] of sources) {
    const own = new Map((known.get(league) ?? []).map((p) => [p.round, p]));
    const cadence = weekly.has(league) ? 'weekly' : 'daily';
    const ahead = roundsAhead({ league, cadence, now: now(), days: promisedDays, promised: new Set(own.keys()) });
    withdrawn.push(...ahead.withdrawn.map((round) => ({ league, round })));
    for (const round of ahead.rounds) {
      const chosen = packs[chosenName(league, round.name)];
      const { source, items } = chosen ?? { source: id, items: levelsFrom(1).length * tasksPerLevel };
      const promised = own.get(round.name);
      if (promised) {
        // What was committed to stays; of the rest a pack takes the generator's place.
        const isOfPack = chosen !== undefined && promised.source !== source;
        if (isOfPack && now() < round.committedAt) changed.push({ ...promised, source, items });
        continue;
      }
      const secretHash = sha256(secretOf(master, round));
      made.push({ league, round: round.name, source, items, stake: stakes[round.cadence], secretHash });
    }
  }
  if (made.length + changed.length + withdrawn.length === 0) return;
  await intake.write({
    async also(trx) {
      await insertPromises(trx, made);
      for (const each of changed) await changePromise(trx, each);
      for (const each of withdrawn) await deletePromise(trx, each);
    },
  });
}

async function goOn(deps: WorkDeps, day: Instant): Promise<void> {
  const { db, sources } = deps;
  const ids = await unfinishedRounds(db, roundIdFloor(day - (scoringDaysMax + 8) * dayMs));
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
    source: committed.source,
    secret: secretOf(master, round).toString('hex'),
    commitment: committed.commitment,
    beacon: beacon.beacon,
  };
}

/** The seed that holds, of the attempt that was found sound. */
export function madeOf(seeding: Seeding, attempt: number): Made {
  const { league, round, levels, source } = seeding;
  return { league, round, levels, ...(source === undefined ? {} : { source }), seed: seedHex(seeding, attempt) };
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
  const struck = facts.struck?.task;
  const scores: StoredScore[] = [];
  for (const sandbox of [false, true]) {
    const byBot = [...Map.groupBy(await sheetsOfRound(db, round.id, { sandbox }), (s) => s.botId)];
    for (let from = 0; from < byBot.length; from += botsPerCall) {
      const some = byBot.slice(from, from + botsPerCall).map(([botId, sheets]) => ({ botId, sheets: textsOf(sheets) }));
      const scored = await maker.score(made, some, struck);
      for (const [i, { botId }] of some.entries()) {
        const { score, tasks } = scored[i] ?? { score: 0, tasks: [] };
        // Whoever took everything back, or had nothing understood, is not in the round.
        if (!tasks.some(([, , , answerId]) => answerId !== null)) continue;
        scores.push({ roundId: round.id, botId, sandbox, score, tasks: JSON.stringify(tasks) });
      }
    }
  }
  const par = struck === undefined ? {} : { par: await maker.parWithout(made, struck) };
  const text = JSON.stringify({ secret: seeding.secret, ...par } satisfies Graded);
  const work = { roundId: round.id, kind: 'graded', text } as const;
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
