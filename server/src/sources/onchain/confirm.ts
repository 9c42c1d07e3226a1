/**
 * What a chain has at a height now, and whether that is final, as most of its endpoints tell it; a silent one tells nothing. Used long after a mark, to
 * confirm the block that it was read at.
 *
 * Two requests to each endpoint: the header at the height, and the newest block that the chain calls `finalized`.
 */
import type { BlockNow } from '../source.ts';
import type { Endpoint } from './endpoint.ts';

/** @returns undefined when no hash is told by more than half of the endpoints. */
export async function blockNow(
  endpoints: readonly Pick<Endpoint, 'headerAt' | 'finalHeight'>[],
  number: number,
): Promise<BlockNow | undefined> {
  const height = BigInt(number);
  const settled = await Promise.allSettled(
    endpoints.map(async (e) => {
      const [header, finalHeight] = await Promise.all([e.headerAt(height), e.finalHeight()]);
      return { hash: header.hash, final: finalHeight >= height };
    }),
  );
  const votes = settled.flatMap((s) => (s.status === 'fulfilled' ? [s.value] : []));
  const most = (n: number): boolean => n * 2 > endpoints.length;
  const hash = votes.map((v) => v.hash).find((h) => most(votes.filter((v) => v.hash === h).length));
  return hash === undefined ? undefined : { hash, final: most(votes.filter((v) => v.final).length) };
}
