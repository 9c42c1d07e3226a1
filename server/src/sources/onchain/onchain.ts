/**
 * The on-chain source: prices as the oracles of public Uniswap v3 pools give them (docs/operators/pricing.md).
 *
 * A reading at a mark is a pool's tick cumulative at that very second, `observe([header's timestamp - mark])`, read at a block that is
 * some seconds younger than the mark. Any later block gives the same number, to the unit, as long as the pool's ring buffer reaches
 * back: so a mark that was missed is read later, and no archive node is needed. Where it does not reach back, the pool's logs do
 * (recovery.ts). The rate of a yield token is read in the same call, as its contract tells it at that block (rates.ts).
 */
import type { Clock, Instant } from '../../lib/clock.ts';
import { realNow } from '../../lib/real-clock.ts';
import { silentLog, type Log } from '../../lib/log.ts';
import { pause } from '../../lib/loop.ts';
import type { MarkReadings, NoReadingReason, OtherValue, PriceSource } from '../source.ts';
import type { Pool, PoolId, Route, SourceSymbol, SymbolId } from '../../league/symbol.ts';
import type { Book, OnchainPool, OnchainRate } from './book.ts';
import type { Asked } from './asked.ts';
import { createChainReader, type ChainReader } from './chain-reader.ts';
import { blockNow } from './confirm.ts';
import { createEndpoint, type Endpoint } from './endpoint.ts';
import type { RecoverTimes } from './recovery.ts';
import { createGuardMemory } from './memory.ts';
import { readAgain } from './read-again.ts';
import { createJudge, type Seen } from './judge.ts';

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
export interface OnchainTimes extends RecoverTimes {
  /** A request that takes longer has failed. */
  readonly requestMsMax: number;
  /** A mark that cannot be read in time is tried again after this. */
  readonly pollMs: number;
  /** How long a mark that has just passed is waited for. Later it can still be read, for orders that wait. */
  readonly waitMsMax: number;
  /** A chain of which no endpoint answered is left alone for this long. */
  readonly restMs: number;
}

const defaultTimes: OnchainTimes = {
  requestMsMax: 5_000,
  pollMs: 2_000,
  waitMsMax: 20_000,
  restMs: 5_000,
  recoverMsMax: 10_000,
  recoverRestMs: 120_000,
};
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
  const rates = new Map<PoolId, OnchainRate>([...book.rates].filter(([id]) => used.has(id)));
  const all = [...pools.values(), ...rates.values()];
  const chains = [...book.chains.values()].filter((c) => all.some((p) => p.chain === c.id));
  const memory = createGuardMemory();
  const endpointsOf = new Map<number, readonly Endpoint[]>();
  const differed: OtherValue[] = [];
  const readers = new Map(
    chains.map((chain) => {
      const urls = options.rpcUrls?.get(chain.id) ?? chain.rpcUrls;
      const endpoints = urls.map((url) => createEndpoint(url, times.requestMsMax));
      endpointsOf.set(chain.id, endpoints);
      const onDiffer = (others: readonly OtherValue[]): void => void differed.push(...others);
      return [chain.id, createChainReader(chain, endpoints, log, times, onDiffer)];
    }),
  );
  const readDelayMs = Math.max(0, ...chains.map((c) => c.lagSeconds + c.blockSeconds + spreadSeconds)) * 1000;
  const stopped = new AbortController();
  const readChain = createPatience(clock, times, readDelayMs, stopped.signal);
  const readMore = (mark: Instant, ids: readonly PoolId[]): Promise<Seen> => readAll(mark, ids, false);
  const judge = createJudge({ pools, rates, pegs, routes, memory, log, readMore });

  const held = { pools, rates };

  async function readAll(mark: Instant, ids: Iterable<PoolId>, patient: boolean): Promise<Seen> {
    const asked = new Set([...ids, ...book.pegs]);
    const parts = await Promise.all(
      [...readers].map(async ([chain, reader]) => {
        const parts = askedOf(held, chain, asked);
        if (parts.pools.length + parts.rates.length === 0) return unseen(parts, 'no_answer');
        return await readChain(chain, reader, mark, parts, patient);
      }),
    );
    return {
      pools: new Map(parts.flatMap((part) => [...part.pools])),
      rates: new Map(parts.flatMap((part) => [...part.rates])),
    };
  }

  return {
    kind: 'onchain',
    id: `onchain:${book.id}`,
    description: describe(
      chains.map((c) => c.name),
      rates.size > 0,
      without,
      chains.filter((c) => endpointsOf.get(c.id)?.length === 1).map((c) => c.name),
    ),
    pools: new Map<PoolId, Pool>([...pools, ...rates]),
    routes,
    symbols: new Map<SymbolId, SourceSymbol>(),
    unfit: without,
    thin: book.thin,
    chains: new Map(chains.map((c) => [c.id, c.name])),
    readDelayMs,
    // The accumulators are the pools' own: there is nothing to go on from. The guards have something to compare with.
    resume: (_last, earlier) => memory.resume(earlier ?? new Map(), new Set(rates.keys())),
    async read(mark, only): Promise<MarkReadings> {
      const wanted = (only ?? all.map((p) => p.id)).filter((id) => pools.has(id) || rates.has(id));
      const seen = await readAll(mark, wanted, !only);
      return await judge(mark, wanted, seen);
    },
    takeDiffered: () => differed.splice(0),
    endpoints: new Map([...endpointsOf].map(([chain, list]) => [chain, list.map((e) => e.host)])),
    blockNow: (chain, number) => blockNow(endpointsOf.get(chain) ?? [], number),
    readAgain: async (mark, block, read) =>
      await readAgain(endpointsOf.get(block.chain) ?? [], mark, block, askedOf(held, block.chain, read), read),
    close() {
      stopped.abort();
      return Promise.resolve();
    },
  };
}

/** What of the source's own is asked of a chain. */
function askedOf(
  held: {
    readonly pools: ReadonlyMap<PoolId, OnchainPool>;
    readonly rates: ReadonlyMap<PoolId, OnchainRate>;
  },
  chain: number,
  asked: { has(id: PoolId): boolean },
): Asked {
  const here = <P extends Pool & { readonly chain: number }>(list: ReadonlyMap<PoolId, P>): P[] =>
    [...list.values()].filter((p) => p.chain === chain && asked.has(p.id));
  return { pools: here(held.pools), rates: here(held.rates) };
}

/** Reads a chain, again and again while the mark has just passed. A chain that gave no head is left alone for a while. */
function createPatience(clock: Clock, times: OnchainTimes, readDelayMs: number, stop: AbortSignal) {
  const restUntil = new Map<number, { readonly at: number; readonly reason: NoReadingReason }>();

  return async (chain: number, reader: ChainReader, mark: Instant, asked: Asked, patient: boolean): Promise<Seen> => {
    const rest = restUntil.get(chain);
    if (rest && realNow() < rest.at) return unseen(asked, rest.reason);
    const inTime = patient && clock.realPerTick > 0 && clock.now() < mark + readDelayMs + times.waitMsMax;
    const until = realNow() + (inTime ? times.waitMsMax : 0);
    for (;;) {
      const answer = await reader.read(mark, asked, clock.now());
      if (answer.ok) return answer;
      // The mark is left undone, for the next start: it must not be stored as one without prices.
      if (stop.aborted) throw new Error('the source was closed while a mark was read');
      if (realNow() + times.pollMs > until) {
        if (answer.down) restUntil.set(chain, { at: realNow() + times.restMs, reason: answer.reason });
        return unseen(asked, answer.reason);
      }
      await pause(times.pollMs, stop);
    }
  };
}

function unseen({ pools, rates }: Asked, reason: NoReadingReason): Seen {
  return {
    pools: new Map(pools.map((pool) => [pool.id, { ok: false, reason }])),
    rates: new Map(rates.map((rate) => [rate.id, { ok: false, reason }])),
  };
}

/** @param single chains that are read through one endpoint only. */
function describe(
  chains: readonly string[],
  yields: boolean,
  without: ReadonlyMap<SymbolId, string>,
  single: readonly string[],
): string {
  const list = [...without].map(([symbol, why]) => `${symbol} (${why})`).join('; ');
  const out = list === '' ? '' : ` Not tradable until the next start: ${list}.`;
  const trusted =
    single.length === 0
      ? ''
      : ` A single endpoint is trusted for ${inWords(single)}: what it says is compared with nothing.`;
  return `30-minute means of Uniswap v3 pools on ${inWords(chains)}, as the pools' own oracles give them${yields ? ', and rates that yield tokens tell themselves' : ''}.${trusted}${out}`;
}

function inWords(names: readonly string[]): string {
  const last = names.at(-1) ?? 'no chain';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last;
}
