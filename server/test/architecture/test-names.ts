/**
 * In: a test file's path and text. Out: what its name says wrongly of what it needs (vitest.config.ts chooses projects by the name).
 * What a test needs is read from what it imports: the functions of the harness that open a database, start processes, a chain or Redis.
 */
import { parseFile } from './imports.ts';

/** Where they come from, and their names. */
const needs = {
  anvil: [
    /\/(anvil|local-market|yield-market)\.ts$/,
    ['anvilPath', 'startChain', 'openLocalMarket', 'openYieldMarket'],
  ],
  redis: [/\/redis\.ts$/, ['startRedis']],
  postgres: [/\/(own-postgres|several)\.ts$/, ['startPostgres', 'startSeveral']],
  process: [
    /^(node:)?child_process$|\/(service-process|command|markdown|operator)\.ts$/,
    [
      'spawn',
      'spawnSync',
      'exec',
      'execSync',
      'execFile',
      'execFileSync',
      'fork',
      'launch',
      'startService',
      'startCommand',
      'runCommand',
      'createReader',
      'admin',
      'operate',
      'refused',
    ],
  ],
  db: [
    /\/(league|mailed|rounds|shop|watched-league|counting-way|of-test|database|storage|prepare)\.ts$/,
    [
      'openLeague',
      'openShop',
      'openWatchedLeague',
      'leagueOfTest',
      'openRound',
      'leagueOfFile',
      'mailedLeagueOfTest',
      'countedLeague',
      'createTestDatabase',
      'copyDatabase',
      'databaseOfTest',
      'openStorage',
      'prepareStorage',
    ],
  ],
} as const satisfies Readonly<Record<string, readonly [RegExp, readonly string[]]>>;

/** A chain, a Redis and a PostgreSQL are processes, too: the name says the more exact need. */
const kinds = /\.needs-([a-z]+)(?:\.db)?\.test\.tsx?$/;

export function misnamed(path: string, source: string): string[] {
  const { imports } = parseFile(path, source);
  const takes = (need: keyof typeof needs): boolean => {
    const [from, taken] = needs[need];
    return imports.some(
      (i) => !i.typeOnly && from.test(i.specifier) && i.names.some((name) => taken.some((each) => each === name)),
    );
  };
  const told = kinds.exec(path)?.[1];
  const isDb = /\.db\.test\.tsx?$/.test(path);
  const faults: string[] = [];
  if (takes('anvil') && told !== 'anvil') faults.push('it starts a local chain: .needs-anvil');
  if (takes('redis') && told !== 'redis') faults.push('it starts a Redis: .needs-redis');
  if (takes('postgres') && told !== 'postgres') faults.push('it starts a PostgreSQL: .needs-postgres');
  if (takes('process') && told === undefined) faults.push('it starts processes: .needs-process');
  if (takes('db') && !isDb && told === undefined) faults.push('it opens a database: .db');
  if (told === 'anvil' && !takes('anvil')) faults.push('it starts no local chain');
  if (told === 'redis' && !takes('redis')) faults.push('it starts no Redis');
  if (told === 'postgres' && !takes('postgres')) faults.push('it starts no PostgreSQL');
  if (told === 'process' && !takes('process') && !takes('anvil')) faults.push('it starts no process');
  if (isDb && !takes('db') && told === undefined) faults.push('it opens no database');
  return faults;
}
