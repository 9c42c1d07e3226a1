/**
 * Who a key belongs to, kept in memory: one database look-up per key, then none. The process that serves the data (storage/instance-lock.ts) is the only one that changes keys
 * and retires bots, so that what it keeps here is true until it changes it itself. A process beside it may be behind: whatever it does for a key is checked where it is stored.
 */
import type { CallerBot } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import type { Db } from '../storage/storage.ts';
import type { StoredChain } from '../storage/take-orders.sql.ts';
import { keyHolder } from './bots.sql.ts';
import { hashKey, isWellFormedKey, sameHash, keyLength } from './key.ts';

export interface Registry {
  /** The bot that the Authorization header proves. Throws ApiError (401). */
  authenticate(authorization: string | undefined): Promise<CallerBot>;
  /** The bot of a key that is in memory; undefined for every other header. */
  known(authorization: string | undefined): CallerBot | undefined;
  /** Does the header hold a key that is well formed? */
  isWellFormed(authorization: string | undefined): boolean;
  /** Has a request come with this key since it was made or the service was started? */
  isInUse(keyHash: string): boolean;
  /** A key was replaced, and is dead. Who comes with the new one goes on with the last receipt of the orders that are under way. */
  replaced(bot: Pick<CallerBot, 'keyHash'>): void;
  /** Forgets a bot: its receipts in memory are ahead of the database after a failed write. */
  forget(bot: Pick<CallerBot, 'keyHash' | 'botId'>): void;
  /** The bot, chained to what is stored: that was something that its receipts in memory do not know. Throws ApiError (401) where its key was replaced. */
  goOn(bot: CallerBot, chain: StoredChain | undefined): CallerBot;
  /** Is the key that of the bot still? Throws ApiError (401) where it is not. */
  confirm(bot: Pick<CallerBot, 'keyHash'>): Promise<void>;
  /** Forgets all bots: what is in memory may be behind the database. */
  forgetAll(): void;
  /** The log retired a bot, or the operator took that back: whoever holds it sees so at once. */
  setRetired(botId: string, retired: boolean): void;
}

const challenge = { 'WWW-Authenticate': 'Bearer realm="papertape"' };
const invalidToken = { 'WWW-Authenticate': 'Bearer realm="papertape", error="invalid_token"' };

function unknownKey(): ApiError {
  return new ApiError('unknown_key', 'No bot has this API key.', { headers: invalidToken });
}

function keyIn(authorization: string): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** The key of a header. Throws ApiError (401) where there is none that can be one. */
function keyOf(authorization: string | undefined): string {
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
  return key;
}

/** Bots in memory by the hash of their key, and how they come there. */
function createHolders(db: Db) {
  const byHash = new Map<string, CallerBot>();
  const loading = new Map<string, Promise<CallerBot | undefined>>();
  /** Last receipts of bots whose key was replaced and whose new one did not come yet. The database may be behind them. */
  const heads = new Map<string, CallerBot['head']>();

  async function load(keyHash: string): Promise<CallerBot | undefined> {
    const holder = await keyHolder(db, keyHash);
    if (!holder || !sameHash(holder.keyHash, keyHash)) return undefined;
    return { ...holder, head: heads.get(holder.botId) ?? holder.head };
  }

  function drop(keyHash: string): void {
    byHash.delete(keyHash);
    loading.delete(keyHash);
  }

  /** Shared while it is under way. */
  function lookUp(keyHash: string): Promise<CallerBot | undefined> {
    const running = loading.get(keyHash);
    if (running) return running;
    const mine: Promise<CallerBot | undefined> = load(keyHash).then(
      (bot) => {
        // What was read before the bot was forgotten may be old: it answers this request and is not kept.
        if (settle() && bot) {
          byHash.set(keyHash, bot);
          heads.delete(bot.botId);
        }
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

  async function holderOf(keyHash: string): Promise<CallerBot> {
    const bot = await lookUp(keyHash);
    if (!bot) throw unknownKey();
    return bot;
  }

  return { byHash, loading, heads, drop, holderOf };
}

/** @param isBeside do others change keys and retire bots? */
export function createRegistry(db: Db, isBeside = false): Registry {
  const { byHash, loading, heads, drop, holderOf } = createHolders(db);
  return {
    async authenticate(authorization) {
      const keyHash = hashKey(keyOf(authorization));
      const known = byHash.get(keyHash);
      // It may have been reinstated.
      if (known && isBeside && known.retired) drop(keyHash);
      else if (known) return known;
      return await holderOf(keyHash);
    },
    known(authorization) {
      const key = keyIn(authorization ?? '');
      // Whether its checksum is right need not be looked at: its hash decides.
      return key?.length === keyLength ? byHash.get(hashKey(key)) : undefined;
    },
    isWellFormed(authorization) {
      const key = keyIn(authorization ?? '');
      return key !== undefined && isWellFormedKey(key);
    },
    isInUse: (keyHash) => byHash.has(keyHash),
    replaced({ keyHash }) {
      const bot = byHash.get(keyHash);
      if (bot) heads.set(bot.botId, bot.head);
      drop(keyHash);
    },
    forget({ keyHash, botId }) {
      heads.delete(botId);
      drop(keyHash);
    },
    goOn(old, chain) {
      heads.delete(old.botId);
      if (!chain || !sameHash(chain.keyHash, old.keyHash)) {
        drop(old.keyHash);
        throw unknownKey();
      }
      const bot = byHash.get(old.keyHash) ?? old;
      bot.retired ||= chain.isRetired;
      bot.head.sequence = chain.sequence;
      bot.head.receipt = chain.receipt;
      return bot;
    },
    async confirm({ keyHash }) {
      if (!isBeside || (await keyHolder(db, keyHash))) return;
      drop(keyHash);
      throw unknownKey();
    },
    forgetAll() {
      byHash.clear();
      loading.clear();
      heads.clear();
    },
    setRetired(botId, retired) {
      for (const bot of byHash.values()) if (bot.botId === botId) bot.retired = retired;
      // What is being read may be from before.
      loading.clear();
    },
  };
}
