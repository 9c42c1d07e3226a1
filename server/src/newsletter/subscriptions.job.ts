/**
 * Who gets the newsletter. Whoever asks is mailed a link, its page has a button, and the button puts the address on the list: programs that look
 * into mails follow links, and press no buttons. Spellings that reach one mailbox are one subscriber, as they are one maker, and the mail goes
 * to the mailbox.
 *
 * Nobody learns from the answer, or from how long it takes, what is known of an address: each request runs the same statements and has a mail
 * wait, and whether that mail is sent is decided when its turn comes.
 */
import { randomBytes } from 'node:crypto';
import { limits } from 'papertape-contract/limits';
import { hashKey } from '../bots/key.ts';
import { mailboxOf } from '../bots/maker.ts';
import type { Makers } from '../bots/read-makers.ts';
import { hourMs } from '../lib/time.ts';
import type { WrittenMail } from '../mail/mail.ts';
import type { Mails } from '../mail/open-mails.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db, Trx } from '../storage/storage.ts';
import { stored } from '../storage/stored.ts';
import { leaveToken, readLeaveToken } from './leave-token.ts';
import { signUpMail } from './sign-up-mail.ts';
import {
  allowMails,
  confirmSubscriber,
  dropAskedBefore,
  dropFromList,
  linkedSubscriber,
  putAsked,
  putLink,
  refuseMails,
  subscriberOf,
} from './subscribers.sql.ts';

export interface SubscriptionsDeps {
  readonly db: Db;
  readonly intake: Intake;
  readonly makers: Makers;
  readonly mails: Mails;
  readonly baseUrl: () => string;
  /** Links live in real time, whatever the clock of the league. */
  readonly realNow: () => number;
}

/** What the reader of a mail wants. `never`: no mail at all, whoever asks. `again`: mails may come again, if somebody asks. */
export type Leaving = 'leave' | 'never' | 'again';

export interface Subscriptions {
  /** Resolves when it is stored and its mail waits. Throws ApiError (storage_unavailable). */
  ask(email: string): Promise<void>;
  /** Is the link good? */
  isLink(token: string): Promise<boolean>;
  /** Uses the link up. @returns false when it is no good any more. */
  confirm(token: string): Promise<boolean>;
  /** Whether a link to leave the list is one, and whether its address wants no mails at all. */
  leaver(token: string): Promise<{ readonly isRefused: boolean } | undefined>;
  /** @returns false for a link that is none. */
  leave(token: string, wish: Leaving): Promise<boolean>;
  /** Address of the page that takes a subscriber off the list. */
  leaveUrl(makerId: string): string;
}

const tokenPattern = /^[\w-]{43}$/;
const linkMs = limits.newsletterLinkHours * hourMs;
/** Then a link that was asked for is dead, however late its mail was sent. */
const askedMs = limits.mailRetryHours * hourMs + linkMs;

export function createSubscriptions(deps: SubscriptionsDeps): Subscriptions {
  const { db, intake, makers, mails, baseUrl, realNow } = deps;
  const leaveUrl = (makerId: string): string => `${baseUrl()}/newsletter/leave/${leaveToken(makers, makerId)}`;
  mails.setWriter('sign_up', (about) => writeMail(deps, leaveUrl, about));

  return {
    leaveUrl,
    async ask(email) {
      const makerId = makers.idOf(email);
      const mail = `${makerId}.${randomBytes(8).toString('hex')}`;
      const also = async (trx: Trx): Promise<void> => {
        const now = realNow();
        await dropAskedBefore(trx, now - askedMs);
        const asked = { makerId, address: mailboxOf(email), mail, now };
        await putAsked(trx, asked, limits.newsletterMailHours * hourMs);
        await mails.ask(trx, 'sign_up', mail);
      };
      await stored(intake.write({ also }), 'the request; nothing was changed');
      mails.wake();
    },
    async isLink(token) {
      return tokenPattern.test(token) && (await linkedSubscriber(db, hashKey(token), realNow())) !== undefined;
    },
    async confirm(token) {
      if (!tokenPattern.test(token)) return false;
      let isDone = false;
      // One statement looks at the link and uses it up: of two presses at once one wins.
      const also = async (trx: Trx): Promise<void> =>
        void (isDone = await confirmSubscriber(trx, hashKey(token), realNow()));
      await stored(intake.write({ also }), 'the confirmation; nothing was changed');
      return isDone;
    },
    async leaver(token) {
      const makerId = readLeaveToken(makers, token);
      if (makerId === undefined) return undefined;
      return { isRefused: (await subscriberOf(db, makerId))?.state === 'refused' };
    },
    async leave(token, wish) {
      const makerId = readLeaveToken(makers, token);
      if (makerId === undefined) return false;
      const also = async (trx: Trx): Promise<void> => {
        if (wish === 'never') await refuseMails(trx, makerId, realNow());
        else if (wish === 'again') await allowMails(trx, makerId);
        else await dropFromList(trx, makerId);
      };
      await stored(intake.write({ also }), 'the change; nothing was changed');
      return true;
    },
  };
}

/** @param about the mail: `mkr_0c9h4t2m1a7v5k3p.` and what tells it from others to the address. */
async function writeMail(
  { db, realNow, baseUrl }: SubscriptionsDeps,
  leaveUrl: (makerId: string) => string,
  about: string,
): Promise<WrittenMail | undefined> {
  const [makerId = ''] = about.split('.');
  const subscriber = await subscriberOf(db, makerId);
  if (subscriber?.state !== 'asked' || subscriber.mail !== about || subscriber.address === null) return undefined;
  const token = randomBytes(32).toString('base64url');
  const now = realNow();
  const leave = leaveUrl(makerId);
  return {
    to: subscriber.address,
    leave,
    ...signUpMail({ baseUrl: baseUrl(), confirm: `${baseUrl()}/newsletter/confirm/${token}`, leave }),
    store: (trx) => putLink(trx, makerId, hashKey(token), now + linkMs),
  };
}
