/**
 * POST weights, durable, 64 connections: at least 0.9 of the same route with storage switched off on both engines, on PostgreSQL at
 * least 1.0 of pgbench's single-row inserts with 64 clients, p99 under 25 ms, and at most 3 times the processor time per request of a bare
 * route that parses the same JSON and inserts one row in the same batches.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestEngine } from '../test/harness/database.ts';
import { benchEngines, fixed, printResults, whole, type Result } from './lib.ts';
import { hasWrk, serveScript, wrk, wrkWithProcessor, type Load } from './load.ts';

const seconds = Number(process.env['PAPERTAPE_BENCH_SECONDS'] ?? '8');
/** Rounds of both, in turn: the machine's speed drifts. */
const rounds = 3;

interface Said {
  readonly url: string;
  readonly bots: { readonly id: string; readonly key: string }[];
}

export async function run(): Promise<void> {
  if (!hasWrk()) {
    console.log('wrk is not installed (Debian package wrk): not measured');
    return;
  }
  const results: Result[] = [];
  for (const engine of await benchEngines()) results.push(...(await postWeights(engine)));
  printResults(results);
}

async function postWeights(engine: TestEngine): Promise<Result[]> {
  const ours: Measured[] = [];
  const ceilings: Measured[] = [];
  const bare: Measured[] = [];
  const keyed: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(await loaded(engine, 'real'));
    ceilings.push(await loaded(engine, 'no-storage'));
    keyed.push(await loaded(engine, 'real', true));
    if (engine === 'postgres') bare.push(await barePost());
  }
  const mine = median(ours);
  const ceiling = median(ceilings);
  const results = [
    {
      work: `${engine}: POST weights, durable, 64 connections`,
      ours: `${whole(mine.perSecond)}/s, p99 ${fixed(mine.p99, 1)} ms`,
      ceiling: `${whole(ceiling.perSecond)}/s without storage`,
      ratio: fixed(mine.perSecond / ceiling.perSecond),
      target: '>= 0.9, p99 < 25 ms',
    },
  ];
  results.push({
    work: `${engine}: the same with an Idempotency-Key, as clients send it, processor time per request`,
    ours: `${fixed(micros(keyed), 1)} µs (${whole(median(keyed).perSecond)}/s)`,
    ceiling: `${fixed(micros(ours), 1)} µs without one`,
    ratio: fixed(micros(keyed) / micros(ours)),
    target: '',
  });
  if (engine === 'postgres') {
    const floor = micros(bare);
    results.push({
      work: 'postgres: the same, processor time per request',
      ours: `${fixed(micros(ours), 1)} µs`,
      ceiling: `${fixed(floor, 1)} µs, a bare route with one row in the same batches (${whole(median(bare).perSecond)}/s)`,
      ratio: fixed(micros(ours) / floor),
      target: '<= 3',
    });
    const inserts = await pgbench();
    results.push({
      work: 'postgres: the same against pgbench single-row inserts, 64 clients',
      ours: `${whole(mine.perSecond)}/s`,
      ceiling: inserts === undefined ? 'pgbench is not installed' : `${whole(inserts)}/s`,
      ratio: inserts === undefined ? '' : fixed(mine.perSecond / inserts),
      target: '>= 1.0',
    });
  }
  return results;
}

type Measured = Load & { readonly micros: number };

function median(loads: readonly Measured[]): Measured {
  const sorted = loads.toSorted((a, b) => a.perSecond - b.perSecond);
  return sorted[Math.floor(sorted.length / 2)] as Measured;
}

function micros(loads: readonly Measured[]): number {
  return loads.map((l) => l.micros).toSorted((a, b) => a - b)[Math.floor(loads.length / 2)] ?? 0;
}

/** The bots and bodies of the service's own load, on a bare route (bare-post.ts). */
async function barePost(): Promise<Measured> {
  const database = await createTestDatabase('postgres');
  const server = await serveScript<{ url: string }>(
    [join(import.meta.dirname, 'bare-post.ts'), database.env['DATABASE_URL'] ?? ''],
    {},
  );
  try {
    const bots = Array.from({ length: 200 }, (_, i) => ({
      id: `agt_${String(i).padStart(16, '0')}`,
      key: 'x'.repeat(42),
    }));
    const lua = requests({ url: server.said.url, bots });
    await wrk(server.said.url, 2, lua);
    return await wrkWithProcessor(server, server.said.url, seconds, lua);
  } finally {
    await server.stop();
    await database.drop();
  }
}

async function loaded(engine: TestEngine, mode: 'real' | 'no-storage', isKeyed = false): Promise<Measured> {
  const database = await createTestDatabase(engine);
  const server = await serveScript<Said>([join(import.meta.dirname, 'http-server.ts'), mode], {
    ...database.env,
    PORT: '0',
    PAPERTAPE_LIMITS: 'off',
    // Its bots register when the service starts: that work is no request's.
    PAPERTAPE_HOUSE: 'off',
    PAPERTAPE_LOG: 'error',
  });
  try {
    const lua = requests(server.said, isKeyed);
    await wrk(server.said.url, 2, lua);
    const load = await wrkWithProcessor(server, server.said.url, seconds, lua);
    if (load.failures > 0) throw new Error(`${load.failures} requests failed`);
    return load;
  } finally {
    await server.stop();
    await database.drop();
  }
}

/** Bots in turn, weights of five symbols. @param isKeyed each request with an Idempotency-Key of its own. */
export function requests({ bots }: Said, isKeyed = false): string {
  const body = JSON.stringify({
    date: '2026-11-21',
    weights: { 'BTC-USD': 0.25, 'ETH-USD': 0.2, 'SOL-USD': 0.15, 'LINK-USD': 0.1, 'UNI-USD': 0.05 },
    reason: 'momentum',
  });
  const table = bots.map((b) => `{"/api/agents/${b.id}/weights", "Bearer ${b.key}"}`).join(',\n');
  const headers = `["Content-Type"] = "application/json", ["Authorization"] = bot[2]`;
  return `
local bots = {${table}}
local made = {}
local i = 0
-- A run of wrk is a process of its own, and a thread a state of its own.
local run = os.time() .. tostring(bots)
-- Made once: what the load itself costs is taken from the same two cores.
init = function()
  for n, bot in ipairs(bots) do
    made[n] = wrk.format("POST", bot[1], {${headers}}, '${body}')
  end
end
request = function()
  i = i + 1
  ${
    isKeyed
      ? `local bot = bots[i % #bots + 1]
  return wrk.format("POST", bot[1], {${headers}, ["Idempotency-Key"] = run .. i}, '${body}')`
      : 'return made[i % #made + 1]'
  }
end`;
}

/** Rows of about the size of an order, one per transaction. */
async function pgbench(): Promise<number | undefined> {
  const database = await createTestDatabase('postgres');
  const folder = mkdtempSync(join(tmpdir(), 'papertape-pgbench-'));
  try {
    const url = database.env['DATABASE_URL'] ?? '';
    const table =
      'create table rows (agent_id text not null, sequence bigserial, body text not null, receipt text not null, primary key (agent_id, sequence))';
    spawnSync('psql', [url, '-qc', table]);
    const script = join(folder, 'insert.sql');
    writeFileSync(
      script,
      `\\set a random(1, 200)\ninsert into rows (agent_id, body, receipt) values ('agt_' || :a, repeat('x', 300), repeat('y', 64));\n`,
    );
    const run = spawnSync('pgbench', ['-n', '-c', '64', '-j', '1', '-T', String(seconds), '-f', script, url], {
      encoding: 'utf8',
    });
    const tps = /tps = ([\d.]+)/.exec(run.stdout ?? '')?.[1];
    return tps === undefined ? undefined : Number(tps);
  } finally {
    rmSync(folder, { recursive: true });
    await database.drop();
  }
}
