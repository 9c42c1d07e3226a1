/**
 * GET leaderboard, 50 rows, and the page of the same board, ready bytes: at least 0.8 of bare node:http sending the same bytes with the same
 * headers, and at most 1.15 of its processor time per request.
 */
import { join } from 'node:path';
import { createTestDatabase } from '../test/harness/database.ts';
import { fixed, printResults, whole, type Result } from './lib.ts';
import { hasWrk, serveScript, wrkWithProcessor } from './load.ts';

const seconds = Number(process.env['PAPERTAPE_BENCH_SECONDS'] ?? '8');
const rounds = 3;
const asked = [
  { what: 'GET leaderboard, 50 rows', path: '/api/leaderboard?league=spot_crypto&per_page=50' },
  { what: 'GET page of a league', path: '/leagues/spot_crypto' },
];

export async function run(): Promise<void> {
  if (!hasWrk()) {
    console.log('wrk is not installed (Debian package wrk): not measured');
    return;
  }
  const database = await createTestDatabase('sqlite');
  const ours = await serveScript<{ url: string }>([join(import.meta.dirname, 'http-server.ts'), 'real'], {
    ...database.env,
    PORT: '0',
    PAPERTAPE_LIMITS: 'off',
    // Its bots register when the service starts: that work is no request's.
    PAPERTAPE_HOUSE: 'off',
    PAPERTAPE_LOG: 'error',
  });
  try {
    for (const of of asked) printResults(await against(ours, of));
  } finally {
    await ours.stop();
    await database.drop();
  }
}

type Server = Awaited<ReturnType<typeof serveScript<{ url: string }>>>;
type Measured = Awaited<ReturnType<typeof wrkWithProcessor>>;

async function against(ours: Server, { what, path }: (typeof asked)[number]): Promise<Result[]> {
  const address = `${ours.said.url}${path}`;
  const bare = await serveScript<{ url: string }>([join(import.meta.dirname, 'bare-http.ts'), address], {});
  try {
    const pairs: { ours: Measured; bare: Measured }[] = [];
    await wrkWithProcessor(ours, address, 2);
    await wrkWithProcessor(bare, `${bare.said.url}${path}`, 2);
    for (let round = 0; round < rounds; round++) {
      pairs.push({
        ours: await wrkWithProcessor(ours, address, seconds),
        bare: await wrkWithProcessor(bare, `${bare.said.url}${path}`, seconds),
      });
    }
    const median = (pick: (p: (typeof pairs)[number]) => number): number =>
      pairs.map(pick).toSorted((a, b) => a - b)[1] ?? 0;
    return [
      {
        work: `${what}, ready bytes, 64 connections`,
        ours: `${whole(median((p) => p.ours.perSecond))}/s, p99 ${fixed(
          median((p) => p.ours.p99),
          1,
        )} ms`,
        ceiling: `${whole(median((p) => p.bare.perSecond))}/s bare node:http`,
        ratio: fixed(median((p) => p.ours.perSecond / p.bare.perSecond)),
        target: '>= 0.8',
      },
      {
        work: 'the same, processor time per request',
        ours: `${fixed(
          median((p) => p.ours.micros),
          1,
        )} µs`,
        ceiling: `${fixed(
          median((p) => p.bare.micros),
          1,
        )} µs bare node:http`,
        ratio: fixed(median((p) => p.ours.micros / p.bare.micros)),
        target: '<= 1.15',
      },
    ];
  } finally {
    await bare.stop();
  }
}
