/**
 * Idempotency-Key on every POST that creates something: the same key and body return the first answer, the same key and another
 * body 409. The answer is stored in the same commit as what it created, so a crash cannot part them. Failures are not kept: a
 * refused request may be mended and sent again.
 *
 * Only a hash of the key is stored, and the answer is encrypted with the key itself, since the answer to a registration holds an
 * API key that is stored nowhere else.
 *
 * An answer that shows a secret is given again for minutes only, for the same body only, and only under a key that nobody guesses: who
 * sends such a key that is too short is refused, before anything is done.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { sha256 } from '../lib/hash.ts';
import type { Keep } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { isAnsweredElsewhere } from '../storage/fault.ts';
import type { Db } from '../storage/storage.ts';
import { createAskTogether } from '../storage/asked-together.ts';
import { keptAnswers, secretScopes, type AskedKey } from './idempotency.sql.ts';
import { hourMs } from '../lib/time.ts';

export const secretKeptMs = limits.idempotencySecretKeptMinutes * 60_000;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface IdempotencyRequest {
  /** The Idempotency-Key header. */
  readonly header: string | undefined;
  /** Who asks and for what: keys of different bots and routes have nothing to do with each other. */
  readonly scope: string;
  readonly body: Buffer;
  /** Does the answer show a secret, such as an API key? */
  readonly secret: boolean;
}

export interface Idempotency {
  /** Runs `work` at most once per key. `replayed` tells an answer that was kept. */
  run(
    request: IdempotencyRequest,
    work: (keep: Keep<Answer>) => Promise<Answer>,
  ): Promise<Answer & { readonly replayed: boolean }>;
  /** Is a request of the scope under way with this key, or was one answered lately? As far as it is known without the database. */
  isRepeated(scope: string, header: string): boolean;
}

/** Answered requests that are remembered without their answers; the oldest make room. */
const rememberedMax = 10_000;

/** @param keptHours of answers that show no secret. */
export function createIdempotency(
  db: Db,
  realNow: () => number,
  keptHours: number = limits.idempotencyKeptHours,
): Idempotency {
  const inFlight = new Map<string, { readonly bodyHash: string; readonly answer: Promise<Answer> }>();
  const remembered = createRemembered();
  // Clients send a key with every order, so that this is asked as often as orders are taken.
  const keptAnswer = createAskTogether(async (asked: readonly AskedKey[]) => await keptAnswers(db, asked));

  return {
    async run({ header, scope: asked, body, secret }, work) {
      if (header === undefined) return { ...(await work(() => undefined)), replayed: false };
      checkHeader(header, secret);
      const scope = secret ? `${secretScopes}${asked}` : asked;
      const key = sha256(header);
      const bodyHash = sha256(body);
      // What shows a secret opens with the body of its request only.
      const sealedBy = { header, salt: secret ? bodyHash : '' };
      const keptMs = secret ? secretKeptMs : keptHours * hourMs;
      const slot = slotOf(scope, key);
      const running = inFlight.get(slot);
      if (running) {
        if (running.bodyHash !== bodyHash) throw conflict();
        return { ...(await running.answer), replayed: true };
      }
      const given = async (): Promise<(Answer & { replayed: boolean }) | undefined> => {
        const kept = await keptAnswer({ scope, key });
        if (!kept || realNow() - kept.createdAt >= keptMs) return undefined;
        if (kept.bodyHash !== bodyHash) throw conflict();
        return { status: kept.status, body: JSON.parse(open(kept.answer, sealedBy)), replayed: true };
      };
      const keep: Keep<Answer> = (a) => ({
        scope,
        key,
        bodyHash,
        status: a.status,
        answer: seal(JSON.stringify(a.body), sealedBy),
        createdAt: realNow(),
      });
      const answer = (async (): Promise<Answer & { replayed: boolean }> => {
        const before = await given();
        if (before) return before;
        try {
          return { ...(await work(keep)), replayed: false };
        } catch (e) {
          // The same request came to another process at the same time, which was quicker.
          const elsewhere = isAnsweredElsewhere(e) ? await given() : undefined;
          if (elsewhere) return elsewhere;
          throw e;
        }
      })();
      inFlight.set(slot, { bodyHash, answer });
      try {
        const given = await answer;
        remembered.add(slot);
        return given;
      } finally {
        inFlight.delete(slot);
      }
    },
    isRepeated(scope, header) {
      const slot = slotOf(scope, sha256(header));
      return inFlight.has(slot) || remembered.has(slot);
    },
  };
}

function slotOf(scope: string, key: string): string {
  return `${scope} ${key}`;
}

function createRemembered() {
  const slots = new Set<string>();
  return {
    has: (slot: string): boolean => slots.has(slot),
    add(slot: string): void {
      slots.add(slot);
      for (const oldest of slots) {
        if (slots.size <= rememberedMax) break;
        slots.delete(oldest);
      }
    },
  };
}

/** Throws ApiError. */
function checkHeader(header: string, secret: boolean): void {
  if (!/^[\x21-\x7e][\x20-\x7e]*$/.test(header) || header.length > limits.idempotencyKeyCharactersMax)
    throw new ApiError(
      'idempotency_key_invalid',
      'The Idempotency-Key header is not 1 to 255 printable ASCII characters.',
    );
  const { idempotencyKeyOfSecretCharactersMin: min, idempotencyKeyOfSecretDifferentCharactersMin: different } = limits;
  if (secret && (header.length < min || new Set(header).size < different))
    throw new ApiError(
      'idempotency_key_invalid',
      `The answer shows a secret, and this Idempotency-Key could be guessed: it needs at least ${min} characters, at least ${different} of them different.`,
      { fix: 'Send a fresh random UUID as the Idempotency-Key, or none at all.' },
    );
}

function conflict(): ApiError {
  return new ApiError('idempotency_conflict', 'This Idempotency-Key was used with another body.');
}

interface SealedBy {
  readonly header: string;
  readonly salt: string;
}

function secretOf({ header, salt }: SealedBy): Buffer {
  return Buffer.from(hkdfSync('sha256', header, salt, 'papertape idempotency answer', 32));
}

/** AES-256-GCM: nonce (12), tag (16), ciphertext, base64. */
function seal(text: string, by: SealedBy): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secretOf(by), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

function open(sealed: string, by: SealedBy): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', secretOf(by), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
