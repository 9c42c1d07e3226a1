/** Makes the price source that a setting names. Only this file knows which sources there are, and it loads only the one asked for. */
import type { Clock, Instant } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { loadOptional } from '../lib/optional-packages.ts';
import { SetupError } from '../lib/setup-error.ts';
import type * as Onchain from './onchain/open-onchain.ts';
import type { Fault } from './simulated/faults.ts';
import type { PriceSource } from './source.ts';
import type { SymbolId } from '../league/symbol.ts';

export type PriceSourceSpec =
  | {
      readonly kind: 'simulated';
      readonly seed: number | string;
      /** Of a seed that was drawn and is secret. */
      readonly salt?: string;
      readonly symbols?: readonly SymbolId[];
      readonly faults?: readonly Fault[];
    }
  | { readonly kind: 'replay'; readonly folder: string }
  | ({ readonly kind: 'onchain' } & Onchain.OnchainSpec);

/** What the adapter of the chains is made with. */
export const chainPackages = ['viem'];

/** What a source needs that reads the world as it is now. */
export interface LiveDeps {
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Makes what has to be asked of the world once, before a source is opened in each thread: the pool book of a file, and which of its
 * symbols are fit. Endpoints that do not answer do not stop the start: what cannot be checked is not thrown out, and has no price
 * until it can be read. Throws a SetupError on a pool book with a fault.
 */
export async function preparePrices(spec: PriceSourceSpec, log: Log): Promise<PriceSourceSpec> {
  if (spec.kind !== 'onchain') return spec;
  const { prepareOnchain } = await loadOnchain();
  return await prepareOnchain(spec, log);
}

/**
 * @param origin first instant of the data (kept with it): where simulated prices start. Recordings bring their own times.
 * @param live absent where time is played and not lived: then there are no prices from a chain.
 * Throws, with what to do, when the source cannot be opened.
 */
export async function createPriceSource(spec: PriceSourceSpec, origin: Instant, live?: LiveDeps): Promise<PriceSource> {
  if (spec.kind === 'onchain') {
    if (!live) {
      throw new SetupError(
        'A past or a played time cannot be priced from a chain.',
        'Unset PAPERTAPE_PRICES, or set it to simulated:SEED or replay:FOLDER.',
      );
    }
    const { openOnchainSource } = await loadOnchain();
    return openOnchainSource(spec, live);
  }
  if (spec.kind === 'replay') {
    const { createReplaySource } = await import('./replay/replay.ts');
    return createReplaySource({ folder: spec.folder });
  }
  const { createSimulatedSource } = await import('./simulated/simulated.ts');
  const { seed, salt, symbols, faults } = spec;
  return createSimulatedSource({ seed, salt, origin, ...(symbols ? { symbols } : {}), ...(faults ? { faults } : {}) });
}

/** The adapter of the chains, whose packages an install may leave out. Throws a SetupError where it has. */
export async function loadOnchain(): Promise<typeof Onchain> {
  return await loadOptional('Prices from chains', chainPackages, () => import('./onchain/open-onchain.ts'));
}
