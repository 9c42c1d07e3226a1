/** The on-chain source over the pool book of this project, as the settings ask for it. */
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { PriceSource, SymbolId } from '../source.ts';
import { openBook } from './book.ts';
import { checkBook, type BookCheck } from './check.ts';
import { createOnchainSource } from './onchain.ts';
import { poolBook } from './pool-book.ts';

/** Endpoints by chain id. */
export type RpcUrls = Readonly<Record<number, readonly string[]>>;

/** A check asks more at once than a reading, and nobody waits for its prices: 8 s. */
const checkMsMax = 8_000;

export function openOnchainSource(
  spec: { readonly rpcUrls: RpcUrls; readonly without?: Readonly<Record<SymbolId, string>> },
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): PriceSource {
  return createOnchainSource({
    book: openBook(poolBook),
    rpcUrls: byChain(spec.rpcUrls),
    without: new Map(Object.entries(spec.without ?? {})),
    clock,
    log,
  });
}

/** The whole book against the chains. */
export async function checkPoolBook(rpcUrls: RpcUrls): Promise<BookCheck> {
  return await checkBook(openBook(poolBook), byChain(rpcUrls), checkMsMax);
}

/** Symbols that are not fit, and why. Says in the log what was found. */
export async function checkPools(rpcUrls: RpcUrls, log: Log): Promise<Record<SymbolId, string>> {
  for (const { id, name, rpcUrls: urls } of poolBook.chains) {
    if (rpcUrls[id]) continue;
    const hosts = urls.map((url) => new URL(url).host).join(', ');
    log.info('a chain is read through public endpoints', { chain: name, hosts, setting: `PAPERTAPE_RPC_${id}` });
  }
  const { without, unreachable, failing, pools } = await checkPoolBook(rpcUrls);
  for (const [chain, why] of unreachable) log.warn('the pools of a chain could not be checked', { chain, why });
  for (const [chain, why] of failing) log.warn('not all endpoints of a chain answer', { chain, why });
  for (const [symbol, why] of without) log.warn('a symbol is not tradable', { symbol, why });
  log.info('pools were checked', {
    pools: pools.size,
    unfit: [...pools.values()].filter((p) => p.faults.length > 0).length,
  });
  return Object.fromEntries(without);
}

function byChain(urls: RpcUrls): Map<number, readonly string[]> {
  return new Map(Object.entries(urls).map(([chain, list]) => [Number(chain), list]));
}
