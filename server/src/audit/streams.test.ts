import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStream } from './streams.ts';

test('every row comes once and in order, whatever the chunks and the positions asked for', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(50), { maxLength: 40 }),
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.nat(60), { maxLength: 10 }),
      async (positions, chunk, asked) => {
        const rows = positions.toSorted((a, b) => a - b).map((position, id) => ({ position, id }));
        const stream = createStream<(typeof rows)[number]>(inChunks(rows, chunk), (r) => r.position);
        let before = 0;
        for (const position of asked.toSorted((a, b) => a - b)) {
          const taken = await stream.takeUpTo(position);
          const there = rows.filter((r) => r.position <= position);
          expect(taken).toEqual(there.slice(before));
          before = there.length;
          expect(stream.taken()).toBe(before);
        }
      },
    ),
  );
});

async function* inChunks<T>(rows: readonly T[], size: number): AsyncGenerator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
