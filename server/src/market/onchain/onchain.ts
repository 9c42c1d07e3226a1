/**
 * The on-chain source: prices as the oracles of public Uniswap v3 pools give them (docs/pricing.md).
 *
 * A reading at a mark is a pool's tick cumulative at that very second, `observe([header's timestamp - mark])`, read at a block that is
 * some seconds younger than the mark. Any later block gives the same number, to the unit, as long as the pool's ring buffer reaches
 * back: so a mark that was missed is read later, and no archive node is needed.
 */
import type { Clock, Instant } from '../../lib/clock.ts';
import { realNow } from '../../lib/clock.ts';
import { silentLog, type Log } from '../../lib/log.ts';
import type { MarkReadings, NoReadingReason, PoolId, PriceSource, Route, SourceSymbol, SymbolId } from '../source.ts';
import type { Book, OnchainPool } from './book.ts';
import { createChainReader, type ChainReader } from './chain-reader.ts';
import { createEndpoint } from './endpoint.ts';
import { guarded, type Observed } from './guards.ts';

export interface OnchainOptions {
  readonly book: Book;
  /** Endpoints by chain id; a chain that is not named uses the public ones of the book. */
  readonly rpcUrls?: ReadonlyMap<number, readonly string[]>;
  readonly clock: Clock;
  readonly log?: Log;
  /** Symbols that failed their checks, and why. */
  readonly without?: ReadonlyMap<SymbolId, string>;
  readonly times?: Partial<OnchainTimes>;
}

/** Real milliseconds. */
export interface OnchainTimes {
  /** A request that takes longer has failed. */
  readonly requestMsMax: number;
  /** A mark that cannot be read in time is tried again after this. */
  readonly pollMs: number;
  /** How long a mark that has just passed is waited for. Later it can still be read, for orders that wait. */
  readonly waitMsMax: number;
  /** A chain of which no endpoint answered is left alone for this long. */
  readonly restMs: number;
}

const defaultTimes: OnchainTimes = { requestMsMax: 5_000, pollMs: 2_000, waitMsMax: 20_000, restMs: 5_000 };
/** How long a new block takes to be known, beyond the time between two blocks: 4 s. */
const spreadSeconds = 4;

export function createOnchainSource(options: OnchainOptions): PriceSource {
  const { book, clock, log = silentLog, without = new Map<SymbolId, string>() } = options;
  const times = { ...defaultTimes, ...options.times };
  const routes = new Map<SymbolId, Route>([...book.routes].filter(([symbol]) => !without.has(symbol)));
  const pegs = book.pegs.map((id) => book.pools.get(id)).filter((p) => p !== undefined);
  const used = new Set([...routes.values()].flatMap((r) => [...r.primary, ...r.second].map((leg) => leg.pool)));
  for (const peg of pegs) used.add(peg.id);
  const pools = new Map<PoolId, OnchainPool>([...book.pools].filter(([id]) => used.has(id)));
  const chains = [...book.chains.values()].filter((c) => [...pools.values()].some((p) => p.chain === c.id));
  const readers = new Map(
    chains.map((chain) => {
      const urls = options.rpcUrls?.get(chain.id) ?? chain.rpcUrls;
      const endpoints = urls.map((url) => createEndpoint(url, times.requestMsMax));
      return [chain.id, createChainReader(chain, endpoints, log)];
    }),
  );
  const readDelayMs = Math.max(0, ...chains.map((c) => c.lagSeconds + c.blockSeconds + spreadSeconds)) * 1000;
  const restUntil = new Map<number, { readonly at: number; readonly reason: NoReadingReason }>();
  const stopped = new AbortController();

  /** The pools of one chain, tried again while the mark has just passed. */
  async function readChain(
    chain: number,
    reader: ChainReader,
    mark: Instant,
    asked: readonly OnchainPool[],
    patient: boolean,
  ): Promise<Map<PoolId, Observed>> {
    const rest = restUntil.get(chain);
    if (rest && realNow() < rest.at) return all(asked, rest.reason);
    const inTime = patient && clock.realPerTick > 0 && clock.now() < mark + readDelayMs + times.waitMsMax;
    const until = realNow() + (inTime ? times.waitMsMax : 0);
    for (;;) {
      const answer = await reader.read(mark, asked, clock.now());
      if (answer.ok) return new Map(answer.pools);
      // The mark is left undone, for the next start: it must not be stored as one without prices.
      if (stopped.signal.aborted) throw new Error('the source was closed while a mark was read');
      if (realNow() + times.pollMs > until) {
        if (answer.down) restUntil.set(chain, { at: realNow() + times.restMs, reason: answer.reason });
        return all(asked, answer.reason);
      }
      await pause(times.pollMs, stopped.signal);
    }
  }

  return {
    kind: 'onchain',
    id: `onchain:${book.id}`,
    description: describe(
      chains.map((c) => c.name),
      without,
    ),
    pools,
    routes,
    symbols: new Map<SymbolId, SourceSymbol>(),
    readDelayMs,
    // The accumulators are the pools' own: there is nothing to go on from.
    resume: () => undefined,
    async read(mark, only): Promise<MarkReadings> {
      const wanted = only ? only.map((id) => pools.get(id)).filter((p) => p !== undefined) : [...pools.values()];
      const asked = new Set([...wanted, ...pegs]);
      const parts = await Promise.all(
        [...readers].map(async ([chain, reader]) => {
          const here = [...asked].filter((p) => p.chain === chain);
          return here.length === 0 ? new Map<PoolId, Observed>() : await readChain(chain, reader, mark, here, !only);
        }),
      );
      return guarded(wanted, new Map(parts.flatMap((part) => [...part])), pegs);
    },
    close() {
      stopped.abort();
      return Promise.resolve();
    },
  };
}

function all(pools: readonly OnchainPool[], reason: NoReadingReason): Map<PoolId, Observed> {
  return new Map(pools.map((pool) => [pool.id, { ok: false, reason }]));
}

function describe(chains: readonly string[], without: ReadonlyMap<SymbolId, string>): string {
  const last = chains.at(-1) ?? 'no chain';
  const names = chains.length > 1 ? `${chains.slice(0, -1).join(', ')} and ${last}` : last;
  const list = [...without].map(([symbol, why]) => `${symbol} (${why})`).join('; ');
  const out = list === '' ? '' : ` Not tradable until the next start: ${list}.`;
  return `30-minute means of Uniswap v3 pools on ${names}, as the pools' own oracles give them.${out}`;
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    stop.addEventListener('abort', done);
  });
}
