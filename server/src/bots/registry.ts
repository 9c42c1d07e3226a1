/**
 * Who a key belongs to, kept in memory: one database look-up per key, then none. This process is the only one that serves the data
 * (storage/instance-lock.ts), so what is kept here is true until it changes it itself.
 */
import { ApiError } from '../contract/errors.ts';
import type { Db } from '../storage/storage.ts';
import { keyHolder } from './agents.sql.ts';
import { hashKey, isWellFormedKey, sameHash } from './key.ts';

export interface KnownAgent {
  readonly agentId: string;
  readonly league: string;
  readonly name: string;
  readonly keyHash: string;
  /** The bot's last order, handed in or stored: the next receipt is chained to it. */
  readonly head: { sequence: number; receipt: string };
}

export interface Registry {
  /** The bot that the Authorization header proves. Throws ApiError (401). */
  authenticate(authorization: string | undefined): Promise<KnownAgent>;
  /** Forgets a bot: its key was rotated, or its receipts in memory are ahead of the database after a failed write. */
  forget(agent: KnownAgent): void;
}

const challenge = { 'WWW-Authenticate': 'Bearer realm="papertape"' };
const invalidToken = { 'WWW-Authenticate': 'Bearer realm="papertape", error="invalid_token"' };

export function createRegistry(db: Db): Registry {
  const byHash = new Map<string, KnownAgent>();
  const loading = new Map<string, Promise<KnownAgent | undefined>>();

  async function load(keyHash: string): Promise<KnownAgent | undefined> {
    const holder = await keyHolder(db, keyHash);
    if (!holder || !sameHash(holder.keyHash, keyHash)) return undefined;
    const { agentId, league, name, sequence, receipt } = holder;
    const agent: KnownAgent = { agentId, league, name, keyHash, head: { sequence, receipt } };
    byHash.set(keyHash, agent);
    return agent;
  }

  return {
    async authenticate(authorization) {
      if (authorization === undefined || authorization === '') {
        throw new ApiError('missing_key', 'The request has no Authorization header.', { headers: challenge });
      }
      const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
      if (key === undefined || !isWellFormedKey(key)) {
        throw new ApiError('malformed_key', 'The Authorization header does not hold a well-formed API key.', {
          headers: invalidToken,
        });
      }
      const keyHash = hashKey(key);
      const known = byHash.get(keyHash);
      if (known) return known;
      let pending = loading.get(keyHash);
      if (!pending) {
        pending = load(keyHash).finally(() => loading.delete(keyHash));
        loading.set(keyHash, pending);
      }
      const agent = await pending;
      if (!agent) throw new ApiError('unknown_key', 'No bot has this API key.', { headers: invalidToken });
      return agent;
    },
    forget(agent) {
      byHash.delete(agent.keyHash);
    },
  };
}
