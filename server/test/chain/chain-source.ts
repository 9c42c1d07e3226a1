/** Prices of a local chain as a league reads them: on the clock of the test, and without the rests that nodes of others need. */
import type { Instant } from '../../src/lib/clock.ts';
import type { Book } from '../../src/sources/onchain/book.ts';
import { createOnchainSource } from '../../src/sources/onchain/onchain.ts';
import type { PriceSource } from '../../src/sources/source.ts';

/** @param url of the chain, or of a proxy before it. @param now of a stepped clock. */
export function chainSource(book: Book, url: string, now: () => Instant, restMs = 0): PriceSource {
  return createOnchainSource({
    book,
    rpcUrls: new Map([[31_337, [url]]]),
    clock: { kind: 'stepped', realPerTick: 0, now },
    times: { requestMsMax: 2_000, restMs },
  });
}
