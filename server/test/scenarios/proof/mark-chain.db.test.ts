/** The chain of marks, as the client sees it: each mark covers what was read at it, and follows the one before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyMarkProof, type MarkProof } from '../../../../client/src/index.ts';
import { openLeague, type League } from '../../harness/league.ts';

const start = Date.parse('2026-03-02T00:00:00Z');
const minutes = (n: number): number => start + n * 60_000;
let league: League;

beforeAll(async () => {
  league = await openLeague({ start: new Date(start).toISOString() });
  await league.advanceTo(minutes(61));
  const bot = await league.enter();
  await bot.weights({ 'BTC-USD': 0.5 });
  await league.advanceTo(minutes(120));
});
afterAll(() => league.close());

test('every mark is chained to the one before, and its readings to it', async () => {
  let before: MarkProof | undefined;
  for (const minute of [60, 65, 70]) {
    const mark: MarkProof = await league.client.markProof(new Date(minutes(minute)));
    expect(mark.readings).toMatchObject([{ mark: mark.mark, attempt: 0 }]);
    expect(mark.count).toBe(minute === 65 ? 1 : 0);
    expect(await verifyMarkProof(mark, before)).toMatchObject({ ok: true });
    before = mark;
  }
});
