/**
 * The seed of a simulated market: drawn at random and secret while the market runs, or set by the operator and known to everybody.
 *
 * A drawn one is committed to before the first price: the id of the source, which is in entry 0 of the public log, holds
 * SHA-256("papertape-seed/1\n" + salt + "\n" + seed + "\n") in hex. When the operator ends the market, salt and seed are published.
 */
import { sha256 } from '../../lib/hash.ts';

export interface MarketSeed {
  /** As `PAPERTAPE_PRICES=simulated:SEED` takes it: 64 hex digits of a drawn one. */
  readonly seed: string;
  readonly salt: string;
}

const prefix = 'simulated:sha256:';

export function seedHash({ seed, salt }: MarketSeed): string {
  return sha256(`papertape-seed/1\n${salt}\n${seed}\n`);
}

export function secretSourceId(seed: MarketSeed): string {
  return `${prefix}${seedHash(seed)}`;
}

/** The hash of a drawn seed, out of the id of a source; undefined of any other source. */
export function seedHashOf(sourceId: string): string | undefined {
  return sourceId.startsWith(prefix) ? sourceId.slice(prefix.length) : undefined;
}
