/** Memory of the on-chain source, mark after mark; server/bench/onchain-month.bench.ts does a month. */
import { expect, test } from 'vitest';
import { anvilPath } from './anvil.ts';
import { readMarksInARow } from './marks-in-a-row.ts';

test.skipIf(anvilPath === undefined)('a day of marks to settle, and a second one leaves nothing behind', async () => {
  const { marks, heap, missing } = await readMarksInARow(2, 1);
  expect(marks).toBe(576);
  expect(missing).toBe(0);
  const [, before = 0, , after = 0] = heap;
  if (process.env['PAPERTAPE_TEST_SHOW'])
    process.stdout.write(`${heap.map((b) => (b / 1e6).toFixed(2)).join(' ')} MB\n`);
  // What a mark leaves behind: less than 2 KB, which is less than one of its answers.
  expect((after - before) / 288).toBeLessThan(2_048);
});
