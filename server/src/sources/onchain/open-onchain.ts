/** Opens the on-chain source on this project's pool book or on the operator's own, as the settings say. */
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { SetupError } from '../../lib/setup-error.ts';
import type { PriceSource } from '../source.ts';
import type { SymbolId } from '../../league/symbol.ts';
import { poolBook, readBookFile } from './book-file.ts';
import type { BookData } from './book-form.ts';
import { openBook } from './book.ts';
import { checkBook, type BookCheck } from './check.ts';
import { createOnchainSource } from './onchain.ts';

/** Endpoints by chain id. */
export type RpcUrls = Readonly<Record<number, readonly string[]>>;

export interface OnchainSpec {
  /** Endpoints of the settings; a chain without any uses those of the book. */
  readonly rpcUrls: RpcUrls;
  /** File of the operator's own pool book; absent = the built-in one. */
  readonly file?: string;
  /** What the file held when the service started: every thread works with that. */
  readonly book?: BookData;
  /** Symbols that failed their checks, and why. */
  readonly without?: Readonly<Record<SymbolId, string>>;
}

/** A check asks more at once than a reading, and nobody waits for its prices: 8 s. */
const checkMsMax = 8_000;
/** Ids that local chains for development use: nothing on them is the market of now. */
const developmentChains = new Set([1_337, 31_337]);
const ownChain = 'Play among friends: the chain is a local one, and whoever runs it makes its prices.';
const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Throws a SetupError on a pool book with a fault, a chain without endpoints, and a played clock on a chain that is not local. */
export function openOnchainSource(
  spec: OnchainSpec,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): PriceSource {
  const data = bookOf(spec);
  const played = clock.kind === 'scaled';
  if (played) refuseElsewhere(data, spec.rpcUrls);
  const source = createOnchainSource({
    book: openBook(data),
    rpcUrls: endpointsOf(data, spec.rpcUrls),
    without: new Map(Object.entries(spec.without ?? {})),
    clock,
    log,
  });
  const local = played || data.chains.some((c) => developmentChains.has(c.id));
  if (data === poolBook) return source;
  return {
    ...source,
    description: `${source.description} The pools are this operator's own choice (${data.id}).`,
    ...(local ? { local, foreseeable: ownChain } : {}),
  };
}

/** Every pool of the book against the chains. */
export async function checkPoolBook(spec: OnchainSpec): Promise<BookCheck> {
  const data = bookOf(spec);
  return await checkBook(openBook(data), endpointsOf(data, spec.rpcUrls), checkMsMax);
}

/** What every thread opens the source with: the book as it is now, and the symbols that are not fit. Says in the log what was found. */
export async function prepareOnchain<Spec extends OnchainSpec>(asked: Spec, log: Log): Promise<Spec> {
  const spec = asked.file === undefined ? asked : { ...asked, book: bookOf(asked) };
  for (const { id, name, rpcUrls: urls } of bookOf(spec).chains) {
    if (spec.rpcUrls[id] || spec.book) continue;
    const hosts = urls.map((url) => new URL(url).host).join(', ');
    log.info('a chain is read through public endpoints', { chain: name, hosts, setting: `PAPERTAPE_RPC_${id}` });
  }
  const { without, unreachable, failing, pools } = await checkPoolBook(spec);
  for (const [chain, why] of unreachable) log.warn('the pools of a chain could not be checked', { chain, why });
  for (const [chain, why] of failing) log.warn('not all endpoints of a chain answer', { chain, why });
  for (const [symbol, why] of without) log.warn('a symbol is not tradable', { symbol, why });
  log.info('pools were checked', {
    pools: pools.size,
    unfit: [...pools.values()].filter((p) => p.faults.length > 0).length,
  });
  return { ...spec, without: Object.fromEntries(without) };
}

function bookOf({ book, file }: OnchainSpec): BookData {
  return book ?? (file === undefined ? poolBook : readBookFile(file));
}

/** Those of the settings where there are any. */
function endpointsOf(data: BookData, set: RpcUrls): Map<number, readonly string[]> {
  return new Map(
    data.chains.map(({ id, name, rpcUrls }) => {
      const urls = set[id] ?? rpcUrls;
      if (urls.length > 0) return [id, urls];
      throw new SetupError(
        `The chain ${name} of the pool book has no endpoint.`,
        `Set PAPERTAPE_RPC_${id} to its RPC endpoints, or name them in the file under rpcUrls.`,
      );
    }),
  );
}

/** A clock that runs fast or in the past is for rehearsals on a chain that is made for it. */
function refuseElsewhere(data: BookData, set: RpcUrls): void {
  for (const [id, urls] of endpointsOf(data, set)) {
    if (urls.every((url) => loopback.has(new URL(url).hostname))) continue;
    throw new SetupError(
      `The clock is not the real one, and chain ${id} is not a local one.`,
      `Chains live in real time: unset PAPERTAPE_CLOCK_START and PAPERTAPE_CLOCK_SPEED, or set PAPERTAPE_RPC_${id} to a chain on this machine (a loopback address).`,
    );
  }
}
