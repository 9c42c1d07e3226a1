/**
 * Whom the operator banned, kept in memory: it is asked at every request that changes something. It follows the public log a moment after each
 * commit of the engine.
 */
import { ApiError } from 'papertape-contract/errors';
import { foldModeration, moderated, moderatedOf, noteModeration, shownEntry } from '../operator/moderation.ts';
import { allIncidents } from '../operator/incident.sql.ts';
import type { Incident } from '../operator/incident.ts';
import type { Db } from '../storage/storage.ts';
import type { Makers } from './read-makers.ts';
import { botIdsOfMaker } from './makers.sql.ts';

export interface Moderated {
  /** Throws ApiError (403) when the bot, or its maker, is banned. */
  checkBot(botId: string): void;
  /** Is the bot, or its maker, banned? */
  isBanned(botId: string): boolean;
  /** Throws ApiError (403) when the maker is banned. */
  checkMaker(makerId: string): void;
  /** Throws ApiError (403) when the network address is banned. */
  checkAddress(client: string): void;
  /** Names of the texts that are hidden, `agt_…/description`. */
  hiddenTexts(): string[];
  /** Bots that are banned, or whose maker is. */
  bannedBots(): string[];
  /** Numbers of the showcase's entries that the operator decided on: those that stay hidden, and those that stay shown. */
  decidedEntries(): { readonly hidden: readonly number[]; readonly shown: readonly number[] };
  /** Call after each commit of the engine. @param incidents entries that the log got. */
  follow(incidents: readonly Incident[]): Promise<void>;
}

export async function openModerated(db: Db, makers: Makers): Promise<Moderated> {
  const moderation = foldModeration(await allIncidents(db));
  /** Bots of banned makers -> why. */
  let ofMakers = new Map<string, string>();

  async function loadBots(): Promise<void> {
    const found = new Map<string, string>();
    for (const makerId of moderatedOf(moderation, 'maker')) {
      const reason = moderated(moderation, { kind: 'maker', id: makerId }) ?? '';
      for (const botId of await botIdsOfMaker(db, makerId)) found.set(botId, reason);
    }
    ofMakers = found;
  }

  await loadBots();
  const reasonOf = (botId: string): string | undefined =>
    moderated(moderation, { kind: 'bot', id: botId }) ?? ofMakers.get(botId);
  return {
    isBanned: (botId) => reasonOf(botId) !== undefined,
    checkBot(botId) {
      const reason = reasonOf(botId);
      if (reason !== undefined) throw new ApiError('banned', `The operator has banned ${botId}: ${reason}`);
    },
    checkMaker(makerId) {
      const reason = moderated(moderation, { kind: 'maker', id: makerId });
      if (reason !== undefined)
        throw new ApiError('banned', `The operator has banned the maker ${makerId}, who is this contact: ${reason}`);
    },
    checkAddress(client) {
      if (moderatedOf(moderation, 'address').length === 0) return;
      const id = makers.addressId(client);
      const reason = moderated(moderation, { kind: 'address', id });
      if (reason !== undefined)
        throw new ApiError('address_banned', `The operator has banned this network address, ${id}: ${reason}`);
    },
    hiddenTexts: () => moderatedOf(moderation, 'text'),
    bannedBots: () => [...new Set([...moderatedOf(moderation, 'bot'), ...ofMakers.keys()])],
    decidedEntries: () => ({
      hidden: moderatedOf(moderation, 'entry').map(Number),
      shown: moderatedOf(moderation, shownEntry).map(Number),
    }),
    async follow(incidents) {
      for (const incident of incidents) noteModeration(moderation, incident);
      // A registration may have been under way when its maker was banned.
      await loadBots();
    },
  };
}
