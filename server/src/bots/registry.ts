/**
 * Who a key belongs to, kept in memory: one database look-up per key, then none. This process is the only one that serves the data
 * (storage/instance-lock.ts), so what is kept here is true until it changes it itself.
 */
import type { CallerBot } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import type { Db } from '../storage/storage.ts';
import { keyHolder } from './bots.sql.ts';
import { hashKey, isWellFormedKey, sameHash } from './key.ts';

export interface Registry {
  /** The bot that the Authorization header proves. Throws ApiError (401). */
  authenticate(authorization: string | undefined): Promise<CallerBot>;
  /** The bot of a key that is in memory; undefined for every other header. */
  known(authorization: string | undefined): CallerBot | undefined;
  /** Has a request come with this key since it was made or the service was started? */
  isInUse(keyHash: string): boolean;
  /** Forgets a bot: its key was replaced, or its receipts in memory are ahead of the database after a failed write. */
  forget(bot: Pick<CallerBot, 'keyHash'>): void;
  /** Forgets all bots: what is in memory may be behind the database. */
  forgetAll(): void;
  /** The operator retired a bot: whoever holds it sees so at once. */
  retire(botId: string): void;
}

const challenge = { 'WWW-Authenticate': 'Bearer realm="papertape"' };
const invalidToken = { 'WWW-Authenticate': 'Bearer realm="papertape", error="invalid_token"' };

function keyIn(authorization: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

export function createRegistry(db: Db): Registry {
  const byHash = new Map<string, CallerBot>();
  const loading = new Map<string, Promise<CallerBot | undefined>>();

  async function load(keyHash: string): Promise<CallerBot | undefined> {
    const holder = await keyHolder(db, keyHash);
    return holder && sameHash(holder.keyHash, keyHash) ? holder : undefined;
  }

  /** Shared while it is under way. */
  function lookUp(keyHash: string): Promise<CallerBot | undefined> {
    const running = loading.get(keyHash);
    if (running) return running;
    const mine: Promise<CallerBot | undefined> = load(keyHash).then(
      (bot) => {
        // What was read before the bot was forgotten may be old: it answers this request and is not kept.
        if (settle() && bot) byHash.set(keyHash, bot);
        return bot;
      },
      (e: unknown) => {
        settle();
        throw e;
      },
    );
    const settle = (): boolean => loading.get(keyHash) === mine && loading.delete(keyHash);
    loading.set(keyHash, mine);
    return mine;
  }

  return {
    async authenticate(authorization) {
      if (authorization === undefined || authorization === '') {
        throw new ApiError('missing_key', 'The request has no Authorization header.', { headers: challenge });
      }
      const key = keyIn(authorization);
      if (key === undefined) {
        throw new ApiError('malformed_key', 'The Authorization header is not the word Bearer, a space and a key.', {
          headers: invalidToken,
          fix: 'Send the header: Authorization: Bearer <API_KEY>.',
        });
      }
      if (!isWellFormedKey(key)) {
        throw new ApiError('malformed_key', 'The Authorization header does not hold a well-formed API key.', {
          headers: invalidToken,
        });
      }
      const keyHash = hashKey(key);
      const known = byHash.get(keyHash);
      if (known) return known;
      const bot = await lookUp(keyHash);
      if (!bot) throw new ApiError('unknown_key', 'No bot has this API key.', { headers: invalidToken });
      return bot;
    },
    known(authorization) {
      const key = keyIn(authorization ?? '');
      return key !== undefined && isWellFormedKey(key) ? byHash.get(hashKey(key)) : undefined;
    },
    isInUse: (keyHash) => byHash.has(keyHash),
    forget({ keyHash }) {
      byHash.delete(keyHash);
      loading.delete(keyHash);
    },
    forgetAll() {
      byHash.clear();
      loading.clear();
    },
    retire(botId) {
      for (const bot of byHash.values()) if (bot.botId === botId) bot.retired = true;
      // What is being read may be from before.
      loading.clear();
    },
  };
}
