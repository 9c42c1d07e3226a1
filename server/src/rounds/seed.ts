/**
 * The secrets of a round, by HMAC-SHA256 and SHA-256 alone, so that any language makes them again:
 *
 *     secret      = HMAC(master, "papertape-round-secret/1" LF league LF round)
 *     commitment  = SHA-256 of the JSON array ["papertape-commit/1", league, round, opens_at, closes_at, source, levels, items, stake, SHA-256(secret)]
 *     seed        = HMAC(secret, "papertape-round-seed/1" LF commitment LF beacon LF attempt)
 *     plan key    = HMAC(seed, "plan")
 *     variant key = HMAC(seed, "variant" LF agent_id), of the reference variants HMAC(seed, "reference" LF index)
 *     ticket      = the first 26 characters of HMAC(seed, "ticket" LF agent_id) in base32 (0-9a-v)
 *
 * Instants are ISO 8601 with milliseconds; hashes stand as 64 hex digits; the secret is hashed as its 32 bytes. `attempt` is a decimal number.
 * The commitment is published 24 hours before the round opens, when nobody has the beacon; the secret is published after the round was
 * scored. Whoever has both knows that the operator chose neither the tasks nor the keys.
 *
 * Example: league deal_finder, round 2026-W47-3; the golden values are in seed.test.ts.
 */
import { createHmac } from 'node:crypto';
import { iso } from '../lib/clock.ts';
import { sha256 } from '../lib/hash.ts';
import type { Round } from './calendar.ts';

/** Bytes of the master secret. */
export const masterBytes = 32;

export function secretOf(master: Buffer, { league, name }: Pick<Round, 'league' | 'name'>): Buffer {
  return hmac(master, 'papertape-round-secret/1', league, name);
}

/** What a round promises before anybody knows its tasks. */
export interface Promised {
  /** Which generator in which version, or which pack. */
  readonly source: string;
  /** Ascending; there are two tasks of each. */
  readonly levels: readonly number[];
  /** How many tasks there are. */
  readonly items: number;
  /** Millionths of the cash that a full sheet moves. */
  readonly stake: number;
  /** SHA-256 of the secret, hex. */
  readonly secretHash: string;
}

/** @returns 64 hex digits. */
export function commitmentOf(round: Round, promised: Promised): string {
  const { league, name, opensAt, closesAt } = round;
  const { source, levels, items, stake, secretHash } = promised;
  const text = ['papertape-commit/1', league, name, iso(opensAt), iso(closesAt), source, levels, items, stake];
  return sha256(JSON.stringify([...text, secretHash]));
}

export function seedOf(secret: Buffer, commitment: string, beacon: string, attempt: number): Buffer {
  return hmac(secret, 'papertape-round-seed/1', commitment, beacon, String(attempt));
}

export function planKey(seed: Buffer): Buffer {
  return hmac(seed, 'plan');
}

export function variantKey(seed: Buffer, botId: string): Buffer {
  return hmac(seed, 'variant', botId);
}

/** The key of a reference variant, which is of no bot. @param index from 0. */
export function referenceKey(seed: Buffer, index: number): Buffer {
  return hmac(seed, 'reference', String(index));
}

const ticketCharacters = 26;

/** What the addresses of a bot's pages and files have in them: 26 characters that nobody can guess. */
export function ticketOf(seed: Buffer, botId: string): string {
  const digest = BigInt(`0x${hmac(seed, 'ticket', botId).toString('hex')}`);
  return digest.toString(32).padStart(52, '0').slice(0, ticketCharacters);
}

function hmac(key: Buffer, ...lines: readonly string[]): Buffer {
  return createHmac('sha256', key).update(lines.join('\n')).digest();
}
