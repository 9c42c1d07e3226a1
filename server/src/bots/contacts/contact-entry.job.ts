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
      if (isMailed) await askForLink(trx, mails, { makerId, isKnown: true }, realNow());
    },
  };
}

/** Stands for the contact in what is stored of a request that mails nothing; no id of a maker is like it. */
const nobody = 'nobody';

/** One mail in so many hours, whoever asks. The statements are the same, whether one is due or none: no time tells whether a contact is known. */
export async function askForLink(
  trx: Trx,
  mails: Pick<Mails, 'ask'>,
  { makerId, isKnown }: { readonly makerId: string; readonly isKnown: boolean },
  now: number,
): Promise<void> {
  const contact = (await contactOf(trx, makerId)) ?? newContact(makerId);
  const isDue = contact.mailedAt === null || now - contact.mailedAt >= limits.contactMailHours * 3_600_000;
  const told = isKnown && isDue ? contact : newContact(nobody);
  if (await mails.ask(trx, 'contact', told.makerId)) await putContact(trx, { ...told, mailedAt: now });
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
