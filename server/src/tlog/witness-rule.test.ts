import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCheckpoint, type Tree } from './checkpoint.ts';
import { createSigner, formatNote, signLine } from './note.ts';
import { consistencyRanges, emptyRoot, fold, leafHash, subtreesOf } from './tree.ts';
import { decideCosignature, formatAddCheckpoint, parseAddCheckpoint, type AddCheckpoint } from './witness-rule.ts';

const origin = 'league.example';
const log = createSigner(origin, 'note', Buffer.alloc(32, 1));

/** A log whose leaves from `forkAt` on are others. */
function logOf(forkAt = Number.POSITIVE_INFINITY) {
  const leaf = (i: number): Buffer => leafHash(Buffer.from(`${i >= forkAt ? 'forged' : 'entry'} ${i}`));
  const complete = (height: number, index: number): Buffer =>
    height === 0 ? leaf(index) : fold([complete(height - 1, index * 2), complete(height - 1, index * 2 + 1)]);
  const hashOf = ([from, to]: readonly [number, number]): Buffer =>
    fold(subtreesOf(from, to).map((s) => complete(s.height, s.index)));
  const tree = (size: number): Tree => ({ size, root: hashOf([0, size]) });
  return {
    tree,
    request(oldSize: number, size: number, signer = log): AddCheckpoint {
      const text = formatCheckpoint({ origin, ...tree(size) });
      const proof = oldSize <= size ? consistencyRanges(oldSize, size).map(hashOf) : [];
      return { oldSize, proof, note: formatNote(text, [signLine(signer, text)]) };
    },
  };
}

const honest = logOf();
const decide = (request: AddCheckpoint | undefined, seen?: Tree) => decideCosignature(request, [log.key], seen);

describe('a witness', () => {
  test('cosigns the first checkpoint and every later one that continues it', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(sizes, (asked) => {
        let seen: Tree | undefined;
        for (const size of asked) {
          const answer = decide(honest.request(seen?.size ?? 0, size), seen);
          if (size < (seen?.size ?? 0)) {
            expect(answer.status).toBe(400);
            continue;
          }
          expect(answer).toMatchObject({ status: 200, checkpoint: { size } });
          seen = honest.tree(size);
        }
      }),
    );
  });

  test('never cosigns a fork, whatever the log claims to continue', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(99), fc.nat(200), fc.nat(200), (seen, at, old, size) => {
        const forked = logOf(at % seen);
        expect(decide(forked.request(old, size), honest.tree(seen)).status).not.toBe(200);
      }),
    );
  });

  test('never cosigns a smaller tree, not even an honest one', () => {
    expect(decide(honest.request(5, 7), honest.tree(9))).toEqual({ status: 409, size: 9 });
    expect(decide(honest.request(9, 7), honest.tree(9)).status).toBe(400);
    expect(decide(honest.request(0, 7), honest.tree(9))).toEqual({ status: 409, size: 9 });
  });

  test('cosigns the same tree again, and tells a log that lost its place where to begin', () => {
    expect(decide(honest.request(9, 9), honest.tree(9)).status).toBe(200);
    expect(decide(honest.request(0, 12), honest.tree(9))).toEqual({ status: 409, size: 9 });
    expect(decide(logOf(8).request(9, 9), honest.tree(9))).toEqual({ status: 409, size: 9 });
  });

  test('refuses what is not signed by the log, is of no known log, or is no request', () => {
    const stranger = createSigner(origin, 'note', Buffer.alloc(32, 3));
    expect(decide(honest.request(0, 3, stranger)).status).toBe(403);
    expect(decideCosignature(honest.request(0, 3), undefined, undefined).status).toBe(404);
    expect(decide(undefined).status).toBe(400);
  });

  test('refuses a proof that does not lead from what it saw', () => {
    const request = honest.request(3, 9);
    expect(decide({ ...request, proof: [] }, honest.tree(3)).status).toBe(422);
    expect(decide({ ...request, proof: [...request.proof, emptyRoot] }, honest.tree(3)).status).toBe(422);
    expect(decide({ ...honest.request(0, 3), proof: [emptyRoot] }).status).toBe(422);
  });
});

describe('the body of a request', () => {
  test('is read back', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (a, b) => {
        const request = honest.request(Math.min(a, b), Math.max(a, b));
        expect(parseAddCheckpoint(formatAddCheckpoint(request))).toEqual(request);
      }),
    );
  });

  test('of another form is refused', () => {
    const body = formatAddCheckpoint(honest.request(3, 9));
    const hash = `${Buffer.alloc(32).toString('base64')}\n`;
    for (const wrong of [
      '',
      body.replace('old 3', 'old 03'),
      body.replace('old 3', 'old -3'),
      body.replace('old 3\n', ''),
      body.replace('old 3\n', 'old 3\nnot a hash\n'),
      body.replace('old 3\n', `old 3\n${hash.repeat(64)}`),
      'old 3\n\n',
    ]) {
      expect(parseAddCheckpoint(wrong)).toBeUndefined();
    }
  });
});
