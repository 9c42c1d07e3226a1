/** What the service has to refuse: broken bodies, and anything while the database takes nothing or the market has no prices yet. */
import type { Overrides } from '../../src/app.ts';
import type { ErrorCode } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import type { Instant } from '../../src/lib/clock.ts';
import { createSimulatedSource } from '../../src/sources/simulated/simulated.ts';
import type { PriceSource } from '../../src/sources/source.ts';

export interface FullDisk {
  /** For `openLeague`. */
  readonly overrides: Required<Pick<Overrides, 'intake'>>;
  /** No write is taken while the work goes on. */
  readonly whileFull: <T>(work: () => Promise<T>) => Promise<T>;
}

export function createFullDisk(): FullDisk {
  let isFull = false;
  return {
    overrides: {
      intake: (real) => ({
        ...real,
        write: (w) => (isFull ? Promise.reject(new Error('disk full')) : real.write(w)),
      }),
    },
    async whileFull(work) {
      isFull = true;
      try {
        return await work();
      } finally {
        isFull = false;
      }
    },
  };
}

/**
 * A market of BTC-USD, whose prices begin an hour later: until then it cannot be traded. And of a fund, SPY-USD, whose price follows New York,
 * which is closed from midnight to midday UTC.
 */
export function marketBeforeItsPrices(now: Instant): PriceSource {
  const source = createSimulatedSource({ seed: 7, origin: now + 3_600_000, symbols: ['BTC-USD', 'SPY-USD'] });
  const routes = [...source.routes].map(
    ([symbol, route]) => [symbol, symbol === 'SPY-USD' ? { ...route, exchange: 'NYSE' as const } : route] as const,
  );
  return { ...source, routes: new Map(routes) };
}

/** Bodies that are refused before anybody looks at their members. */
export const brokenBodies = {
  invalid_json: ['{"date": ', '[]', new Uint8Array([0x7b, 0xff, 0x7d])],
  duplicate_member: ['{"date":"2026-03-02","date":"2026-03-02","weights":{}}'],
  json_too_deep: ['['.repeat(limits.jsonDepthMax + 1)],
  invalid_text: ['{"date":"2026-03-02","weights":{},"reason":"\\ud800"}'],
  body_too_large: [' '.repeat(limits.requestBodyBytesMax + 1)],
} as const satisfies Partial<Record<ErrorCode, readonly (string | Uint8Array)[]>>;
