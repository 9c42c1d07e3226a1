/**
 * GET leaderboard, 50 rows, ready bytes: at least 0.8 of bare node:http sending the same bytes with the same headers, and at most 1.15 of
 * its processor time per request.
 */
import { join } from 'node:path';
import { createTestDatabase } from '../test/harness/database.ts';
import { fixed, printResults, whole } from './lib.ts';
import { hasWrk, serveScript, wrkWithProcessor } from './load.ts';

const seconds = Number(process.env['PAPERTAPE_BENCH_SECONDS'] ?? '8');
const rounds = 3;
const path = '/api/leaderboard?league=spot_crypto&per_page=50';

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
  const bare = await serveScript<{ url: string }>(
    [join(import.meta.dirname, 'bare-http.ts'), `${ours.said.url}${path}`],
    {},
  );
  try {
    type Measured = Awaited<ReturnType<typeof wrkWithProcessor>>;
    const pairs: { ours: Measured; bare: Measured }[] = [];
    await wrkWithProcessor(ours, `${ours.said.url}${path}`, 2);
    await wrkWithProcessor(bare, `${bare.said.url}${path}`, 2);
    for (let round = 0; round < rounds; round++) {
      pairs.push({
        ours: await wrkWithProcessor(ours, `${ours.said.url}${path}`, seconds),
        bare: await wrkWithProcessor(bare, `${bare.said.url}${path}`, seconds),
      });
    }
    const median = (pick: (p: (typeof pairs)[number]) => number): number =>
      pairs.map(pick).toSorted((a, b) => a - b)[1] ?? 0;
    printResults([
      {
        work: 'GET leaderboard, 50 rows, ready bytes, 64 connections',
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
    ]);
  } finally {
    await bare.stop();
    await ours.stop();
    await database.drop();
  }
}
