/**
 * Confirming a contact by a mailed link. The link opens a page that shows the bots that were registered with the address, and its button says which are the
 * reader's own: programs that look into mails follow links, and press no buttons.
 *
 * The answer to a request comes once the mail waits in the database, so that a process that ends behind it loses none. Nobody learns from it, or
 * from how long it takes, whether the address is known: where no mail is due as much is stored, for a contact that there is not.
 */
import { randomBytes } from 'node:crypto';
import { limits } from 'papertape-contract/limits';
import type { ContactState } from 'papertape-contract/registration';
import type { RandomBytes } from '../../lib/ids.ts';
import type { WrittenMail } from '../../mail/mail.ts';
import type { Mails } from '../../mail/open-mails.ts';
import type { Intake } from '../../storage/intake.ts';
import type { Db, Trx } from '../../storage/storage.ts';
import { stored } from '../../storage/stored.ts';
import type { Bot } from '../bot.ts';
import { erasedContact } from '../erase.sql.ts';
import { createContactKey, hashKey } from '../key.ts';
import { mailboxOf } from '../maker.ts';
import type { Makers } from '../read-makers.ts';
import type { OneAtATime } from '../one-at-a-time.ts';
import { askForLink, newContact } from './contact-entry.job.ts';
import { contactMail } from './contact-mail.ts';
import {
  contactBot,
  contactOf,
  countByContact,
  dropContactLinks,
  dropExpiredContactLinks,
  insertContactLink,
  linkedMaker,
  putContact,
  sayOfBots,
  someBotOf,
  undecidedBots,
} from './contacts.sql.ts';
import { confirmable } from './maker-limit.ts';

export interface ContactsDeps {
  readonly db: Db;
  readonly intake: Intake;
  readonly random: RandomBytes;
  readonly makers: Makers;
  readonly mails: Mails;
  readonly baseUrl: () => string;
  /** Links live in real time, whatever the clock of the league. */
  readonly realNow: () => number;
  /** Registrations take turns with it: both count the bots of an address. */
  readonly oneAtATime: OneAtATime;
}

export interface LinkedContact {
  /** Bots of which nothing was said yet, the newest first; at most so many as are listed. */
  readonly bots: readonly Bot[];
  readonly isMore: boolean;
  readonly hasKey: boolean;
}

/** What the reader of the page says. */
export interface Choice {
  /** Of a bot that was listed; undefined = nothing. */
  readonly of: (botId: string) => 'mine' | 'not_mine' | undefined;
  /** None of them, those that are not listed included. */
  readonly isNone: boolean;
  readonly wantsKey: boolean;
}

export interface Decided {
  readonly confirmed: readonly Bot[];
  /** How many. */
  readonly disowned: number;
  /** Theirs, and more than may be confirmed. */
  readonly left: readonly Bot[];
  /** Shown once; undefined when there is one already. */
  readonly contactKey: string | undefined;
  /** Leagues of bots of which something was said. */
  readonly leagues: readonly string[];
}

export interface Contacts {
  /** Are contacts confirmed here? */
  readonly isConfirming: boolean;
  /** Resolves once the mail, if there is one, waits to be sent. Throws ApiError when that could not be stored. */
  request(contact: string): Promise<void>;
  /** What a link is for; undefined when it is used, too old, or none. */
  linked(token: string): Promise<LinkedContact | undefined>;
  /** Uses the link up. @returns undefined when it is no good any more. */
  decide(token: string, choice: Choice): Promise<Decided | undefined>;
  /** What was said of a bot; null where contacts are not confirmed, and for the service's own. */
  stateOf(bot: Pick<Bot, 'botId' | 'house'>): Promise<ContactState | null>;
}

const tokenPattern = /^[\w-]{43}$/;

export function createContacts(deps: ContactsDeps): Contacts {
  const { db, intake, makers, mails, realNow, oneAtATime } = deps;
  mails.setWriter('contact', (makerId) => writeMail(deps, makerId));

  return {
    isConfirming: mails.isDelivered,
    async request(contact) {
      if (!mails.isDelivered) return;
      const makerId = makers.idOf(contact);
      const isKnown = (await someBotOf(db, makerId)) !== undefined;
      const also = (trx: Trx): Promise<void> => askForLink(trx, mails, { makerId, isKnown }, realNow());
      await stored(intake.write({ also }), 'the request; no mail is sent');
      mails.wake();
    },
    async linked(token) {
      const makerId = tokenPattern.test(token) ? await linkedMaker(db, hashKey(token), realNow()) : undefined;
      if (makerId === undefined) return undefined;
      const bots = await undecidedBots(db, makerId, limits.contactBotsListedMax + 1);
      return {
        bots: bots.slice(0, limits.contactBotsListedMax),
        isMore: bots.length > limits.contactBotsListedMax,
        hasKey: ((await contactOf(db, makerId))?.keyHash ?? null) !== null,
      };
    },
    async decide(token, choice) {
      if (!tokenPattern.test(token)) return undefined;
      return await oneAtATime(async () => {
        let done: Decided | undefined;
        // All within one transaction: of two that use a link of the contact at once one wins.
        const also = async (trx: Trx): Promise<void> => void (done = await decideIn(trx, deps, token, choice));
        await stored(intake.write({ also }), 'what was chosen; nothing was changed');
        return done;
      });
    },
    async stateOf({ botId, house }) {
      return mails.isDelivered && !house ? ((await contactBot(db, botId)) ?? 'unconfirmed') : null;
    },
  };
}

async function decideIn(
  trx: Trx,
  { realNow, random }: ContactsDeps,
  token: string,
  choice: Choice,
): Promise<Decided | undefined> {
  const now = realNow();
  const makerId = await linkedMaker(trx, hashKey(token), now);
  if (makerId === undefined || (await dropContactLinks(trx, makerId)) === 0) return undefined;
  const most = choice.isNone ? Number.MAX_SAFE_INTEGER : limits.contactBotsListedMax;
  const bots = await undecidedBots(trx, makerId, most);
  const said = (bot: Bot): 'mine' | 'not_mine' | undefined => (choice.isNone ? 'not_mine' : choice.of(bot.botId));
  const counts = await countByContact(trx, makerId);
  // The oldest first: of bots that are too many those that came last stay as they are.
  const mine = bots.filter((bot) => said(bot) === 'mine').toReversed();
  const { taken, left } = confirmable(
    mine.map((bot) => ({ bot, league: bot.league, isRetired: bot.retiredAt !== null })),
    new Map([...counts].map(([league, { confirmed }]) => [league, confirmed])),
  );
  const disowned = bots.filter((bot) => said(bot) === 'not_mine');
  const confirmed = taken.map(({ bot }) => bot);
  await sayOfBots(trx, idsOf(confirmed), 'confirmed', now);
  await sayOfBots(trx, idsOf(disowned), 'disowned', now);
  const contact = (await contactOf(trx, makerId)) ?? newContact(makerId);
  const contactKey = contact.keyHash === null || choice.wantsKey ? createContactKey(random) : undefined;
  await putContact(trx, {
    ...contact,
    confirmedAt: contact.confirmedAt ?? now,
    keyHash: contactKey === undefined ? contact.keyHash : hashKey(contactKey),
  });
  return {
    confirmed,
    disowned: disowned.length,
    left: left.map(({ bot }) => bot),
    contactKey,
    leagues: [...new Set([...confirmed, ...disowned].map(({ league }) => league))],
  };
}

function idsOf(bots: readonly Bot[]): string[] {
  return bots.map(({ botId }) => botId);
}

/**
 * To the mailbox that all spellings of the address lead to: whoever has one spelling of it, but not the mailbox, could otherwise confirm what
 * was registered with another.
 */
async function writeMail({ db, realNow, baseUrl }: ContactsDeps, makerId: string): Promise<WrittenMail | undefined> {
  const bot = await someBotOf(db, makerId);
  if (!bot || bot.contact === erasedContact) return undefined;
  const token = randomBytes(32).toString('base64url');
  const now = realNow();
  return {
    to: mailboxOf(bot.contact),
    ...contactMail(token, baseUrl()),
    async store(trx) {
      await dropExpiredContactLinks(trx, now);
      await insertContactLink(trx, hashKey(token), makerId, now + limits.contactLinkHours * 3_600_000);
    },
  };
}
