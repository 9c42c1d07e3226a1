/**
 * Every limit has a name with its unit last, is enforced at its exact edge, and is published in rules.json. A character is a
 * Unicode code point, as in JSON Schema's maxLength.
 */
import { boardBlockSize } from './board.ts';

export const limits = {
  nameCharactersMax: 40,
  companyCharactersMax: 80,
  contactCharactersMax: 254,
  descriptionCharactersMax: 500,
  styleCharactersMax: 80,
  pledgeCauseCharactersMax: 200,
  urlCharactersMax: 2_000,
  pledgePctMin: 0,
  pledgePctMax: 100,
  requestBodyBytesMax: 65_536,
  jsonDepthMax: 16,
  perPageMax: boardBlockSize,
  perPageDefault: 50,
  lineDaysMax: 90,
  botsPerMakerAndLeagueMax: 10,
  botsPerTierMax: 100,
  idempotencyKeyCharactersMax: 255,
  idempotencyKeptHours: 24,
} as const;

export interface RateLimit {
  /** Requests in a window. */
  readonly count: number;
  readonly windowSeconds: number;
}

/** On real time, whatever the speed of the league's clock. */
export const rateLimits = {
  readsPerAddress: { count: 600, windowSeconds: 60 },
  writesPerAddress: { count: 60, windowSeconds: 60 },
  registrationsPerAddress: { count: 30, windowSeconds: 3_600 },
  failedKeysPerAddress: { count: 30, windowSeconds: 60 },
  writesPerBot: { count: 60, windowSeconds: 60 },
  ordersPerBot: { count: 20, windowSeconds: 3_600 },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;
