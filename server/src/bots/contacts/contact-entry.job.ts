/** A registration and its contact: may the address have one more bot in the league, is the bot confirmed, and is a link mailed? */
import type { CallerBot } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import type { ContactState, RegisterRequest } from 'papertape-contract/registration';
import type { Mails } from '../../mail/open-mails.ts';
import type { Db, Trx } from '../../storage/storage.ts';
import { botById } from '../bots.sql.ts';
import { hashKey, isWellFormedContactKey, sameHash } from '../key.ts';
import { contactBot, contactOf, countByContact, putContact, sayOfBots, type Contact } from './contacts.sql.ts';
import { makerLimit, type Refused } from './maker-limit.ts';

export interface ContactEntryDeps {
  readonly db: Db;
  readonly mails: Pick<Mails, 'isDelivered' | 'hasRoom' | 'ask'>;
  readonly realNow: () => number;
}

export interface ContactAsked {
  readonly input: Pick<RegisterRequest, 'contact_key'>;
  readonly makerId: string;
  readonly league: string;
  readonly predecessor: CallerBot | undefined;
  /** The service's own bots need nobody's word. */
  readonly isHouse: boolean;
}

/** What a bot that is registered now is told of its contact. */
export interface EnteredContact {
  readonly state: ContactState | null;
  /** Is a link mailed to it now? */
  readonly isMailed: boolean;
}

export interface ContactEntry extends EnteredContact {
  /** What the commit of the registration stores besides. */
  readonly store: (trx: Trx, botId: string) => Promise<void>;
}

/** @throws ApiError (maker_limit, wrong_contact_key). */
export async function enterContact(deps: ContactEntryDeps, asked: ContactAsked): Promise<ContactEntry> {
  const { db, mails, realNow } = deps;
  const { makerId, league, predecessor, isHouse } = asked;
  const contact = await contactOf(db, makerId);
  const before = predecessor && (await predecessorOf(db, predecessor, makerId));
  const isProved = isKeyOf(contact, asked.input.contact_key) || before?.state === 'confirmed';
  const isConfirming = mails.isDelivered && !isHouse;
  const none = { bots: 0, active: 0 };
  const counts = (await countByContact(db, makerId, league)).get(league) ?? { confirmed: none, unconfirmed: none };
  const leaving = before?.league === league && before.isActive ? (before.state ?? 'unconfirmed') : undefined;
  const refused = makerLimit({ counts, isConfirming, isProved, leaving: leaving === 'disowned' ? undefined : leaving });
  if (refused) throw refusal(refused, league);
  const isMailed = isConfirming && !isProved && (contact?.mailedAt ?? null) === null && (await mails.hasRoom());
  return {
    state: !isConfirming ? null : isProved ? 'confirmed' : 'unconfirmed',
    isMailed,
    async store(trx, botId) {
      if (isProved) await sayOfBots(trx, [botId], 'confirmed', realNow());
      if (isMailed) await askForLink(trx, mails, makerId, realNow());
    },
  };
}

/** One mail in so many hours, whoever asks. @returns whether one was asked for. */
export async function askForLink(trx: Trx, mails: Pick<Mails, 'ask'>, makerId: string, now: number): Promise<boolean> {
  const { mailedAt, ...contact } = (await contactOf(trx, makerId)) ?? newContact(makerId);
  if (mailedAt !== null && now - mailedAt < limits.contactMailHours * 3_600_000) return false;
  if (!(await mails.ask(trx, 'contact', makerId))) return false;
  await putContact(trx, { ...contact, mailedAt: now });
  return true;
}

export function newContact(makerId: string): Contact {
  return { makerId, mailedAt: null, confirmedAt: null, keyHash: null };
}

function isKeyOf(contact: Contact | undefined, key: string | undefined): boolean {
  if (key === undefined) return false;
  const held = contact?.keyHash ?? '';
  if (isWellFormedContactKey(key) && sameHash(held, hashKey(key))) return true;
  throw new ApiError('wrong_contact_key', 'contact_key is not the key of this contact.');
}

/** What a bot that leaves for this one says of it, when both have one contact: its own key was proved. */
async function predecessorOf(db: Db, { botId, league, retired }: CallerBot, makerId: string) {
  if ((await botById(db, botId))?.makerId !== makerId) return undefined;
  return { league, isActive: !retired, state: await contactBot(db, botId) };
}

const confirmFix =
  'Confirm the contact: POST /api/contacts/confirm with {"contact": "your address"} mails a link to it. Then register with the contact_key that the page behind it shows: /docs/bots/identity.md#confirming-a-contact.';

function refusal({ of, max, which }: Refused, league: string): ApiError {
  const kind = which === 'unconfirmed' ? 'bots that it has not confirmed' : 'bots';
  const detail =
    of === 'active'
      ? `This contact has ${max} ${kind} in ${league} already.`
      : `This contact has entered ${max} ${kind} in ${league}, retired ones counted.`;
  if (which === 'unconfirmed') return new ApiError('maker_limit', detail, { fix: confirmFix });
  if (of === 'active') return new ApiError('maker_limit', detail);
  return new ApiError('maker_limit', detail, {
    fix: 'Use one of the bots that are not retired, or enter another league.',
  });
}
