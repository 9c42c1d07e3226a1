/**
 * Bans, hidden texts and retirements that are taken back, as the operator asks for them. Each request is checked against what holds, and stored
 * for the engine's next mark. Each function returns what to tell the operator, and throws SetupError when it cannot be done.
 */
import { isIP } from 'node:net';
import type { About } from 'papertape-contract/about';
import { limits } from 'papertape-contract/limits';
import type { Bot } from '../bots/bot.ts';
import { botById } from '../bots/bots.sql.ts';
import { publishedText } from '../bots/hidden-texts.sql.ts';
import { addressIdPattern, makerIdPattern } from '../bots/maker.ts';
import { readMakers, type Makers } from '../bots/read-makers.ts';
import { botIdsOfMaker } from '../bots/makers.sql.ts';
import { seatOf, seatedNow } from '../flow/mark/presence.sql.ts';
import { botIdPattern } from '../lib/ids.ts';
import { closeAfter } from '../lib/time.ts';
import { SetupError } from '../lib/setup-error.ts';
import { capacityOf } from '../operator/league-settings.ts';
import { moderated, publishedTexts, textName, type Moderation } from '../operator/moderation.ts';
import { checkBan, checkReinstatement, checkTextAction, checkTextName } from '../operator/moderation-checks.ts';
import { retirementsToCopy } from '../operator/operator.sql.ts';
import type { Db } from '../storage/storage.ts';
import { ask, outcome, readStanding } from './admin-acts.ts';

/** What each does. */
export const banActions = {
  ban: 'Ban a bot, a maker, a contact or a network address: bots are retired, and nothing can be sent in their name',
  unban: 'Take a ban back. Bots that it retired stay so, unless they are reinstated before the next close',
} as const;
export const textActions = {
  hide_text: 'Hide a text that a bot publishes: a notice stands in its place',
  show_text: 'Show a text again that was hidden',
} as const;

/** @param who a bot or a maker by its id, a contact by its mail address, or a network address. */
export async function actOnBan(db: Db, action: keyof typeof banActions, who: string, reason: string): Promise<string> {
  const standing = await readStanding(db);
  const about = await bannable(db, who, standing.moderation);
  checkBan(action, about, who, standing.moderation);
  await ask(db, standing, { action, about, reason });
  return outcome(banned[action][about.kind as keyof typeof banned.ban](about.id), standing);
}

const banned = {
  ban: {
    bot: (id: string) =>
      `${id} will be banned and retired: its key changes nothing any more. Its pending orders fill, and its record stands.`,
    maker: (id: string) =>
      `${id} will be banned: all of its bots are retired, their keys change nothing any more, and it registers none. Pending orders fill, and records stand.`,
    address: (id: string) =>
      `${id}, which is the name of that address in public, will be banned: nothing can be changed from it. Reading goes on, and so do bots.`,
  },
  unban: {
    bot: (id: string) =>
      `${id} will be banned no more. It stays retired, unless papertape admin reinstate takes that back before the next close.`,
    maker: (id: string) =>
      `${id} will be banned no more. Its bots stay retired, unless papertape admin reinstate takes that back before the next close.`,
    address: (id: string) => `${id} will be banned no more.`,
  },
} as const;

/** @param text the name of a text, such as description. */
export async function actOnText(
  db: Db,
  action: keyof typeof textActions,
  { botId, text, reason }: { readonly botId: string; readonly text: string; readonly reason: string },
): Promise<string> {
  const { name } = await knownBot(db, botId);
  const of = checkTextName(botId, text);
  const standing = await readStanding(db);
  checkTextAction(action, of, (await publishedText(db, of)) ?? null, standing.moderation);
  await ask(db, standing, { action, about: { kind: 'text', id: textName(of) }, reason });
  const notice = publishedTexts[of.text];
  const stands = notice === null ? 'Nothing' : `“${notice}”`;
  return outcome(
    action === 'hide_text'
      ? `The ${of.text} of ${name} (${botId}) will be hidden. ${stands} will stand in its place, and its owner cannot change it.`
      : `The ${of.text} of ${name} (${botId}) will be shown again, and its owner can change it.`,
    standing,
  );
}

export async function reinstateBot(db: Db, id: string, reason: string): Promise<string> {
  const bot = await knownBot(db, id);
  const { name, league, supersededBy, makerId } = bot;
  const standing = await readStanding(db);
  const copied = (await retirementsToCopy(db)).find((r) => r.botId === id);
  const retired = copied
    ? { at: copied.atMark, by: copied.by }
    : bot.retiredAt === null
      ? undefined
      : { at: bot.retiredAt, by: bot.retiredBy };
  const { moderation, settings, nextMark, pending } = standing;
  const why = moderated(moderation, { kind: 'bot', id }) ?? moderated(moderation, { kind: 'maker', id: makerId });
  const capacity = capacityOf(settings, league, limits.botsPerTierMax);
  const nextClose = closeAfter(nextMark - 1);
  const seats = { seated: await seatedNow(db, league, { nextClose }), own: await seatOf(db, id), capacity };
  checkReinstatement({ id, name, league, supersededBy, retired, banned: why }, seats, nextMark, pending);
  await ask(db, standing, { action: 'reinstate', about: { kind: 'bot', id }, reason, capacity: limits.botsPerTierMax });
  return outcome(
    `${name} (${id}) of ${league} will be there again, as if it had not been retired. Should the seats of a tier be taken by then, nothing changes.`,
    standing,
  );
}

/** @throws SetupError where there is no such bot. */
export async function knownBot(db: Db, id: string): Promise<Bot> {
  const bot = botIdPattern.test(id) ? await botById(db, id) : undefined;
  if (!bot) throw new SetupError(`There is no bot "${id}".`, 'Take the agent_id from its page or a board.');
  return bot;
}

/** What a ban of it is about. An address or a contact is named by a keyed hash, here and in public. */
async function bannable(db: Db, who: string, moderation: Moderation): Promise<About> {
  if (who.startsWith('agt_')) return { kind: 'bot', id: (await knownBot(db, who)).botId };
  if (who.startsWith('mkr_') || who.includes('@')) return { kind: 'maker', id: await knownMaker(db, who) };
  if (addressIdPattern.test(who) && moderated(moderation, { kind: 'address', id: who }) !== undefined)
    return { kind: 'address', id: who };
  if (isIP(who) === 0)
    throw new SetupError(
      `"${who}" is no bot, maker, contact or network address.`,
      'Give an agent_id, a maker_id, a mail address, or an address such as 203.0.113.9 or 2001:db8::1.',
    );
  if (/^(127\.|0\.|::1$|::$|::ffff:127\.)/.test(who))
    throw new SetupError(
      `${who} is this machine: behind a proxy that PAPERTAPE_PROXIES does not name, everybody comes from it.`,
      'Name the proxy in PAPERTAPE_PROXIES, and ban the address behind it.',
    );
  return { kind: 'address', id: (await theMakers(db)).addressId(who.replace(/^::ffff:(?=\d+\.)/i, '')) };
}

/** @throws SetupError where a maker has no bot. */
export function needBots(who: string, botIds: readonly string[]): void {
  if (botIds.length === 0)
    throw new SetupError(`No bot was registered with "${who}".`, 'Nothing is stored of it; see how it is spelled.');
}

/** The id of a maker by it, or by a contact. @throws SetupError where a maker that is named by its id has no bot. */
export async function knownMaker(db: Db, who: string): Promise<string> {
  if (/^[^\s@]+@[^\s@]+$/.test(who)) return (await theMakers(db)).idOf(who);
  if (makerIdPattern.test(who) && (await botIdsOfMaker(db, who)).length > 0) return who;
  throw new SetupError(
    `There is no maker or contact "${who}".`,
    'Give a maker_id from the page of a bot, or a mail address.',
  );
}

export async function theMakers(db: Db): Promise<Makers> {
  const makers = await readMakers(db);
  if (!makers) throw new SetupError('No service was started on this data yet.', 'Start it once: papertape serve.');
  return makers;
}
