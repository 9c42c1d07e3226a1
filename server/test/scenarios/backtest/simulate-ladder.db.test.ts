/** A simulated quarter of a league whose seats fill as promotions free them: every move and champion as the naive reference has it. */
import { afterEach, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { runSimulation } from '../../../bench/simulate-run.ts';
import { readSettings } from '../../../src/config/config.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { createTestDatabase, testEngine, type TestDatabase } from '../../harness/database.ts';
import { ladderLines } from '../../simulation/ladder-lines.ts';
import { referenceLadder, type LadderClose } from '../../simulation/reference-ladder.ts';

/** Monday; the quarter goes over the end of a year that has 53 weeks. */
const from = Date.parse('2026-11-02T00:00:00Z');
const weeks = 13;
const seats = 24;
/** Few, so that a quarter takes seconds. */
const symbols = ['BTC-USD', 'ETH-USD', 'SOL-USD', 'DOGE-USD', 'XRP-USD', 'ADA-USD'];

let database: TestDatabase | undefined;
afterEach(async () => {
  await database?.drop();
  database = undefined;
});

test('13 weeks, line by line, and the audit is clean', async () => {
  database = await createTestDatabase(testEngine);
  const result = await runSimulation(readSettings({ ...database.env, PORT: '0', PAPERTAPE_LOG: 'off' }), {
    from,
    to: from + weeks * 7 * 86_400_000,
    bots: 100,
    seats,
    house: true,
    seed: '1',
    every: 'weekly',
    league: 'spot_crypto',
    source: createSimulatedSource({ seed: 7, origin: from, symbols }),
  });
  const storage = openStorage(database.target, { connections: 2 });
  try {
    const { found, expected } = await ladderLines(storage, 'spot_crypto');
    expect(found).toEqual(expected);
    expect(found.filter((l) => l.includes('champion'))).toHaveLength(weeks);
    expect(found.some((l) => l.startsWith('2026-W53 '))).toBe(true);
    expect(result.moves).toBe(found.length - weeks);
    expect(result.moves).toBeGreaterThan(15);
    // The seats that promotions freed were taken.
    expect(result.board[0]?.total).toBeGreaterThan(seats + 4);
    expect(result.board[0]?.house).toHaveLength(4);
    for (const t of result.board[0]?.tiers ?? []) expect(t.bots).toBeLessThanOrEqual(seats);
    expect((await runAudit(storage)).differences).toEqual([]);
  } finally {
    await storage.close();
  }
});

test('the reference decides full tiers, ties and idle bots as the rules say', () => {
  const lines = (closes: LadderClose[], seats: number): string[] => referenceLadder({ closes, seats: () => seats });
  const monday = Date.parse('2026-11-09T00:00:00Z');
  const close = (bot: string, dollars: number, more: Partial<LadderClose> = {}): LadderClose => ({
    agent: bot,
    close: monday,
    value: BigInt(dollars) * 100_000_000n,
    hasFill: true,
    registeredAt: 1,
    ...more,
  });
  // With them ten bots of Qualifying have a fill, and after the first week, when one is gone, still ten.
  const crowd = (more: Partial<LadderClose> = {}): LadderClose[] =>
    Array.from({ length: 9 }, (_, i) => close(`x${i}`, 90_000, more));
  const two = [close('a', 102_000), close('b', 102_000, { registeredAt: 2 })];
  expect(lines([...two, ...crowd().slice(2)], 1)).toEqual(['2026-W45 champion a 200']);
  const first = [...two, close('idle', 100_000, { hasFill: false }), ...crowd()];
  expect(lines(first, 1)).toEqual(['2026-W45 a 0>1 #1 200', '2026-W45 champion a 200']);
  const next = { close: monday + 7 * 86_400_000 };
  const second = (a: number): LadderClose[] => [
    close('a', a, next),
    close('b', 104_040, { ...next, registeredAt: 2 }),
    ...crowd(next),
  ];
  // Alone in Division 4 its bot does not go up, whatever it made; another seat is free for the best of Qualifying.
  expect(lines([...first, ...second(103_020)], 2).slice(2)).toEqual([
    '2026-W46 b 0>1 #1 200',
    '2026-W46 champion b 200',
  ]);
  // There is no other seat: its bot comes down, and they change places.
  expect(lines([...first, ...second(101_000)], 1).slice(2)).toEqual([
    '2026-W46 b 0>1 #1 200',
    '2026-W46 a 1>0 #1 -98',
    '2026-W46 champion b 200',
  ]);
});
