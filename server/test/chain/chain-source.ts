/** Prices of a local chain as a league reads them: on the clock of the test, and without the rests that nodes of others need. */
import type { Instant } from '../../src/lib/clock.ts';
import type { Book } from '../../src/sources/onchain/book.ts';
import { createOnchainSource } from '../../src/sources/onchain/onchain.ts';
import type { PriceSource } from '../../src/sources/source.ts';

/** @param urls of the chain, or of proxies before it. @param now of a stepped clock. */
export function chainSource(book: Book, urls: string | readonly string[], now: () => Instant, restMs = 0): PriceSource {
  return createOnchainSource({
    book,
    rpcUrls: new Map([[31_337, typeof urls === 'string' ? [urls] : urls]]),
    clock: { kind: 'stepped', realPerTick: 0, now },
    times: { requestMsMax: 2_000, restMs },
  });
}
