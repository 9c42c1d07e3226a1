/** From a setting to a price source. The one place that knows which sources there are; only the one asked for is loaded. */
import type { Instant } from '../lib/clock.ts';
import type { Fault } from './simulated/faults.ts';
import type { PriceSource, SymbolId } from './source.ts';

export type PriceSourceSpec =
  | {
      readonly kind: 'simulated';
      readonly seed: number | string;
      readonly symbols?: readonly SymbolId[];
      readonly faults?: readonly Fault[];
    }
  | { readonly kind: 'replay'; readonly folder: string };

/**
 * @param origin first instant of the data (kept with it): where simulated prices start. Recordings bring their own times.
 * Throws, with what to do, when the source cannot be opened.
 */
export async function createPriceSource(spec: PriceSourceSpec, origin: Instant): Promise<PriceSource> {
  if (spec.kind === 'replay') {
    const { createReplaySource } = await import('./replay/replay.ts');
    return createReplaySource({ folder: spec.folder });
  }
  const { createSimulatedSource } = await import('./simulated/simulated.ts');
  const { seed, symbols, faults } = spec;
  return createSimulatedSource({ seed, origin, ...(symbols ? { symbols } : {}), ...(faults ? { faults } : {}) });
}
