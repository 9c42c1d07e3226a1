/**
 * Prices of the past. Cold: 1,000 days of 25 symbols in hours, asked for by one client, of a service that has just started: the first page in
 * under 300 ms, and how long all pages take. From ready bytes: at least 0.8 of bare node:http sending the same bytes. And the memory of the service after it has answered all pages
 * ten times.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createTestDatabase } from '../test/harness/database.ts';
import { benchEngines, fixed, printResults, whole, type Result } from './lib.ts';
import { hasWrk, serveScript, wrkWithProcessor, type Served } from './load.ts';

const seconds = Number(process.env['PAPERTAPE_BENCH_SECONDS'] ?? '8');

interface Told {
  readonly url: string;
  readonly from: string;
  readonly to: string;
  readonly symbols: number;
  readonly foldMs: number;
}

interface Pages {
  readonly ms: number;
  readonly firstMs: number;
  readonly pages: number;
  readonly rows: number;
  readonly megabytes: number;
}

export async function run(): Promise<void> {
  const results: Result[] = [];
  for (const engine of await benchEngines()) {
    const database = await createTestDatabase(engine);
    const service = await serveScript<Told>([join(import.meta.dirname, 'prices-server.ts')], {
      ...database.env,
      PORT: '0',
      PAPERTAPE_LIMITS: 'off',
      PAPERTAPE_LOG: 'error',
    });
    try {
      results.push(...(await coldResults(engine, service)));
      if (engine === 'sqlite' && hasWrk()) results.push(...(await readyResults(service)));
    } finally {
      await service.stop();
      await database.drop();
    }
  }
  if (!hasWrk()) console.log('wrk is not installed (Debian package wrk): ready bytes are not measured');
  printResults(results);
}

async function coldResults(engine: string, { said, pid }: Served<Told>): Promise<Result[]> {
  const { symbols, foldMs } = said;
  const what = `${engine}: 1,000 days of ${symbols} symbols in hours`;
  const cold = await allPages(said);
  const before = residentMb(pid);
  for (let i = 0; i < 10; i++) await allPages(said);
  const again = await allPages(said);
  return [
    {
      work: `${what}, first page, cold`,
      ours: `${fixed(cold.firstMs, 1)} ms`,
      ceiling: '',
      ratio: '',
      target: '< 300 ms',
    },
    {
      work: `${what}, all ${cold.pages} pages (${whole(cold.rows)} rows, ${fixed(cold.megabytes, 1)} MB), cold`,
      ours: `${whole(cold.ms)} ms; warm ${whole(again.ms)} ms`,
      ceiling: '',
      ratio: '',
      target: '',
    },
    {
      work: `${engine}: memory after all pages once, after ten times more`,
      ours: `${whole(before)} MB, ${whole(residentMb(pid))} MB`,
      ceiling: '',
      ratio: '',
      target: 'flat',
    },
    {
      work: `${engine}: a day of ${symbols} symbols made of its readings`,
      ours: `${whole(foldMs)} ms`,
      ceiling: '',
      ratio: '',
      target: '',
    },
  ];
}

async function readyResults(service: Served<Told>): Promise<Result[]> {
  const path = `/api/prices?league=spot_crypto&every=1d&to=${encodeURIComponent(service.said.to)}`;
  const bare = await serveScript<{ url: string }>(
    [join(import.meta.dirname, 'bare-http.ts'), `${service.said.url}${path}`],
    {},
  );
  try {
    const measure = async (of: Served<{ url: string }>, s: number) =>
      await wrkWithProcessor(of, `${of.said.url}${path}`, s);
    await measure(service, 2);
    await measure(bare, 2);
    const rounds: Record<'ours' | 'bare', Awaited<ReturnType<typeof measure>>>[] = [];
    for (let round = 0; round < 3; round++)
      rounds.push({ ours: await measure(service, seconds), bare: await measure(bare, seconds) });
    const median = (pick: (r: (typeof rounds)[number]) => number): number =>
      rounds.map(pick).toSorted((a, b) => a - b)[1] ?? 0;
    const bytes = (await (await fetch(`${service.said.url}${path}`)).arrayBuffer()).byteLength;
    return [
      {
        work: `GET prices, 30 days of ${service.said.symbols} symbols (${whole(bytes / 1024)} KB), ready bytes, 64 connections`,
        ours: `${whole(median((r) => r.ours.perSecond))}/s, p99 ${fixed(
          median((r) => r.ours.p99),
          1,
        )} ms`,
        ceiling: `${whole(median((r) => r.bare.perSecond))}/s bare node:http`,
        ratio: fixed(median((r) => r.ours.perSecond / r.bare.perSecond)),
        target: '>= 0.8',
      },
      {
        work: 'the same, processor time per request',
        ours: `${fixed(
          median((r) => r.ours.micros),
          1,
        )} µs`,
        ceiling: `${fixed(
          median((r) => r.bare.micros),
          1,
        )} µs bare node:http`,
        ratio: fixed(median((r) => r.ours.micros / r.bare.micros)),
        target: '<= 1.15',
      },
    ];
  } finally {
    await bare.stop();
  }
}

/** One page after the other, over one connection. Only what names the next page is read of an answer. */
async function allPages({ url, from, to }: Told): Promise<Pages> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const started = performance.now();
  let firstMs = 0;
  let pages = 0;
  let rows = 0;
  let bytes = 0;
  for (let next: string | null = from; next !== null; pages++) {
    const query = new URLSearchParams({ league: 'spot_crypto', every: '1h', from: next, to });
    const body = await read(agent, `${url}/api/prices?${query.toString()}`);
    if (pages === 0) firstMs = performance.now() - started;
    const head = body.subarray(0, 400).toString('latin1');
    const found: string | undefined = /"next":(null|"[^"]+")/.exec(head)?.[1];
    if (found === undefined) throw new Error(`no page of prices: ${head}`);
    next = JSON.parse(found) as string | null;
    bytes += body.length;
    rows += pages === 0 ? rowsOf(body) : 0;
  }
  const ms = performance.now() - started;
  agent.destroy();
  return { ms, firstMs, pages, rows: 1_000 * 24 * (rows / 400), megabytes: bytes / 1e6 };
}

/** Of a page of 400 steps. */
function rowsOf(body: Buffer): number {
  const { starts, series } = JSON.parse(body.toString()) as {
    starts: unknown[];
    series: { mean: (number | null)[] }[];
  };
  if (series.some(({ mean }) => mean.length !== starts.length || mean.includes(null)))
    throw new Error('a price is missing');
  return starts.length * series.length;
}

async function read(agent: Agent, url: string): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(Buffer.concat(parts)));
    })
      .on('error', reject)
      .end();
  });
}

/** Of the whole process; /proc is Linux. */
function residentMb(pid: number): number {
  const kb = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return kb === undefined ? Number.NaN : Number(kb) / 1024;
}
