/**
 * Receipt of a sheet: what was taken in, a hash that chains it to the bot's receipt before out. It is the chain of the bot's orders, so that one
 * number counts all that a bot sent.
 *
 * receipt = SHA-256( JSON array, UTF-8, of
 *   ["papertape-answer/1", answer_id, agent_id, sequence, received_at, league, round, sandbox, answers_sha256, nonce, previous, rules_version] )
 *
 * where `round` is its name, `answers_sha256` is the SHA-256 of the canonical JSON of what was understood, `received_at` is ISO 8601 with milliseconds,
 * and `previous` is "" for the bot's first one. The nonce of 128 random bits keeps anyone from guessing answers out of a published hash.
 *
 * Example: receipt.test.ts computes one from its parts.
 */
import { iso, type Instant } from '../lib/clock.ts';
import { sha256 } from '../lib/hash.ts';

export interface Sheet {
  readonly botId: string;
  readonly sequence: number;
  readonly answerId: string;
  readonly league: string;
  readonly roundId: string;
  readonly receivedAt: Instant;
  readonly sandbox: boolean;
  /** Canonical JSON: task -> answer as it was understood, or null. */
  readonly answers: string;
  readonly nonce: string;
  readonly previous: string;
  readonly receipt: string;
  readonly rulesVersion: string;
}

/** @param round its name. @returns 64 hex characters. */
export function answerReceipt(sheet: Omit<Sheet, 'receipt' | 'roundId'>, round: string): string {
  const { answerId, botId, sequence, receivedAt, league, sandbox, answers, nonce, previous, rulesVersion } = sheet;
  const named = ['papertape-answer/1', answerId, botId, sequence, iso(receivedAt), league, round, sandbox];
  return sha256(JSON.stringify([...named, sha256(answers), nonce, previous, rulesVersion]));
}
