/**
 * A round from its opening to its verification, on a stepped clock: the mark that scores it against the bare read and write of its rows (at most 3
 * times), `papertape verify rnd_…` of a round of 600 bots (60 s), and the rows that a day of all leagues with 600 bots and three sheets each leaves (100 MB).
 * PAPERTAPE_BENCH_BOTS (2,000; an entry of the log names all that may answer, and holds some 2,600) is for the first, PAPERTAPE_BENCH_VERIFIED (600) for the second.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hourMs, markMs, dayMs } from '../dist/lib/time.js';
import { asSent } from '../dist/rounds/checks.js';
import { roundAt } from '../dist/rounds/calendar.js';
import { generators, sources } from '../dist/rounds/generators.js';
import { canonicalJson } from '../dist/rounds/json.js';
import { planOf, variantOf } from '../dist/rounds/make.js';
import type { RoundOverrides } from '../dist/rounds/open-rounds.js';
import type { StorageTarget } from '../dist/storage/storage.js';
import { createTestDatabase, type TestEngine } from '../test/harness/database.ts';
import { sumsOf } from '../test/harness/sums.ts';
import { openBare, type Bare } from './bare.ts';
import { benchEngines, fixed, printResults, seconds, whole, type Result } from './lib.ts';
import { openRoundLeague, opensAt, sendSheets, type RoundLeague } from './rounds-league.ts';
import { botId } from './seed.ts';

const scoredBots = Number(process.env['PAPERTAPE_BENCH_BOTS'] ?? '2000');
const verifiedBots = Number(process.env['PAPERTAPE_BENCH_VERIFIED'] ?? '600');
/** Of each league, and reckoned up to 600. */
const measuredBots = 4;
const dayBots = 600;
const closesAt = opensAt + 23 * hourMs;

export async function run(): Promise<void> {
  for (const engine of await benchEngines()) printResults([await scoringMark(engine)]);
  printResults([await verified()]);
  printResults([await bytesOfADay()]);
}

/** The round of sums, whose tasks are made in no time: what is measured is the mark. */
async function scoringMark(engine: TestEngine): Promise<Result> {
  const league = 'deal_finder';
  return await withLeague(
    engine,
    [league],
    scoredBots,
    { generators: new Map([[league, sumsOf(league)]]) },
    async (at) => {
      const { app, clock, playTo, target } = at;
      const answers = JSON.stringify(
        Object.fromEntries(
          Array.from({ length: 10 }, (_, i) => [`t${String(i + 1).padStart(2, '0')}`, { sum: 10_000 + i }]),
        ),
      );
      const bots = Array.from({ length: scoredBots }, (_, i) => botId(i));
      await sendSheets(at, league, bots, 1, () => answers);
      await playTo(closesAt);
      clock.set(closesAt + markMs);
      const ours = await seconds(() => app.runEngine());
      const bare = await openBare(target);
      try {
        const ceiling = await bareScoring(bare, engine, closesAt + markMs, roundAt(league, opensAt).id);
        return {
          work: `${engine}: mark that scores ${whole(scoredBots)} bots with ${whole(scoredBots * 10)} answers`,
          ours: `${fixed(ours)} s`,
          ceiling: `${fixed(ceiling)} s, its rows read and written bare`,
          ratio: fixed(ours / ceiling),
          target: '<= 3',
        };
      } finally {
        await bare.close();
      }
    },
  );
}

const written = {
  room_facts: ['room', 'name', 'fact_id', 'agent_id', 'about', 'at_mark', 'text'],
  payouts: ['agent_id', 'room', 'payout_id', 'at_mark', 'league', 'cash', 'counts'],
  portfolios: ['agent_id', 'league', 'cash', 'holdings', 'trades', 'first_fill_at', 'traded'],
  // The facts once more, as entries of the public log.
  log_bundles: ['number', 'width', 'entries'],
} as const;
const integers: ReadonlySet<string> = new Set('at_mark cash counts trades first_fill_at number width'.split(' '));
/** Entries of a bundle of the log. */
const bundleEntries = 256;

/** The same rows read, and the same bytes written into tables of the same columns and keys. */
async function bareScoring(bare: Bare, engine: TestEngine, mark: number, roundId: string): Promise<number> {
  const keys = {
    room_facts: 'room, name, fact_id, agent_id',
    payouts: 'agent_id, room, payout_id',
    portfolios: 'agent_id',
    log_bundles: 'number',
  };
  const [before] = await bare.rows(`select max(size) as size from ledger.log_heads where mark < ${mark}`);
  const firstBundle = Math.floor(Number(before?.['size'] ?? 0) / bundleEntries);
  const which: Readonly<Record<string, string>> = {
    portfolios: '',
    log_bundles: `where number >= ${firstBundle}`,
  };
  const tables: {
    name: string;
    columns: { name: string; type: 'text' | 'int8' }[];
    rows: (string | bigint | null)[][];
  }[] = [];
  for (const [name, columns] of Object.entries(written)) {
    const typed = columns.map((c) => ({ name: c, type: integers.has(c) ? ('int8' as const) : ('text' as const) }));
    const rows = which[name] ?? `where at_mark = ${mark}`;
    const found = await bare.rows(`select ${columns.join(', ')} from ledger.${name} ${rows}`);
    const definition = typed.map((c) => `${c.name} ${c.type === 'text' ? 'text' : 'bigint'}`).join(', ');
    await bare.exec(
      `create table ledger.${name}_bare (${definition}, primary key (${keys[name as keyof typeof keys]}))`,
    );
    const value = (held: unknown, type: string): string | bigint | null => {
      if (held === null) return null;
      const text = String(held as string | bigint);
      return type === 'int8' && engine === 'sqlite' ? BigInt(text) : text;
    };
    tables.push({ name, columns: typed, rows: found.map((row) => typed.map((c) => value(row[c.name], c.type))) });
  }
  return await seconds(async () => {
    await bare.read(`select * from intake.round_scores where round_id = '${roundId}' order by agent_id`);
    await bare.read(
      'select b.agent_id, b.league, p.cash from intake.bots b left join ledger.portfolios p on p.agent_id = b.agent_id',
    );
    for (const { name, columns, rows } of tables) await bare.write(`ledger.${name}_bare`, columns, rows);
  });
}

async function verified(): Promise<Result> {
  const league = 'deal_finder';
  return await withLeague('sqlite', [league], verifiedBots, {}, async (at) => {
    const { app, playTo } = at;
    const answersOf = await plainAnswers(at, league);
    await sendSheets(
      at,
      league,
      Array.from({ length: verifiedBots }, (_, i) => botId(i)),
      3,
      answersOf,
    );
    await playTo(opensAt + dayMs);
    const url = await app.listen();
    const id = roundAt(league, opensAt).id;
    const took = await seconds(() => verify(id, url));
    return {
      work: `verify a round of ${verifiedBots} bots with three sheets each`,
      ours: `${fixed(took, 1)} s, service and verifier on one machine`,
      ceiling: '',
      ratio: '',
      target: '<= 60 s',
    };
  });
}

async function verify(id: string, url: string): Promise<void> {
  const main = join(import.meta.dirname, '../dist/main.js');
  await promisify(execFile)(process.execPath, [main, 'verify', id, '--url', url], { maxBuffer: 64 * 1024 * 1024 });
}

/** Of the tables into which a round writes rows of a bot. */
async function bytesOfADay(): Promise<Result> {
  const leagues = [...sources.keys()];
  return await withLeague('sqlite', leagues, measuredBots, {}, async (at) => {
    for (const [n, league] of leagues.entries()) {
      const bots = Array.from({ length: measuredBots }, (_, i) => botId(n * measuredBots + i));
      await sendSheets(at, league, bots, 3, await plainAnswers(at, league));
    }
    await at.playTo(closesAt + markMs);
    const { db } = at.app.storage;
    const facts = await db.selectFrom('ledger.room_facts').selectAll().where('agent_id', '<>', '').execute();
    const rows: readonly (readonly [string, readonly object[]])[] = [
      ['sheets', await db.selectFrom('intake.answers').selectAll().execute()],
      ['scores', await db.selectFrom('intake.round_scores').selectAll().execute()],
      ['facts', facts],
      ['payouts', await db.selectFrom('ledger.payouts').selectAll().execute()],
      // An entry of the log is the fact with its names.
      ['entries of the log', facts],
    ];
    const perBot = rows.map(([name, of]) => [name, bytesOf(of) / (measuredBots * leagues.length)] as const);
    const sum = perBot.reduce((all, [, bytes]) => all + bytes, 0);
    return {
      work: `rows of a day of ${leagues.length} leagues, ${dayBots} bots each, three full sheets each`,
      ours: `${fixed((sum * dayBots * leagues.length) / 1e6, 1)} MB, of a bot ${perBot.map(([name, bytes]) => `${name} ${whole(bytes)}`).join(', ')} bytes`,
      ceiling: '',
      ratio: '',
      target: '<= 100 MB',
    };
  });
}

function bytesOf(rows: readonly object[]): number {
  const of = (value: unknown): number => (typeof value === 'string' ? Buffer.byteLength(value) : 8);
  return rows.reduce((sum, row) => sum + Object.values(row).reduce((all: number, value) => all + of(value), 0), 0);
}

/** What the plain solver of the league answers, as a bot's sheets have it. */
async function plainAnswers({ app }: RoundLeague, league: string): Promise<(botId: string) => string> {
  const keyed = await app.deps.rounds.keyed.get(roundAt(league, opensAt));
  const generator = await generators.get(league);
  if (!keyed || !generator) throw new Error(`the tasks of ${league} are not there`);
  const plan = planOf(generator, keyed.made);
  const made = new Map<string, string>();
  return (bot) => {
    const known = made.get(bot);
    if (known !== undefined) return known;
    const variant = variantOf(generator, plan, keyed.made, bot);
    const read = [...asSent(generator.plain(variant))].flatMap(([task, answer]) => {
      const understood = variant.understand(task, answer);
      return 'as' in understood ? [[task, understood.as] as const] : [];
    });
    const text = canonicalJson(Object.fromEntries(read));
    made.set(bot, text);
    return text;
  };
}

async function withLeague<T>(
  engine: TestEngine,
  leagues: readonly string[],
  bots: number,
  rounds: RoundOverrides,
  work: (league: RoundLeague & { readonly target: StorageTarget }) => Promise<T>,
): Promise<T> {
  const database = await createTestDatabase(engine);
  try {
    const league = await openRoundLeague({ env: database.env, leagues, bots, overrides: { rounds } });
    try {
      return await work({ ...league, target: database.target });
    } finally {
      await league.close();
    }
  } finally {
    await database.drop();
  }
}
