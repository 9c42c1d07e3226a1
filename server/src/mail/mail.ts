/** What a mail is, and what a room hands in that wants one sent. */
import type { Trx } from '../storage/storage.ts';

export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  /** Plain text; lines end with \n. */
  readonly text: string;
  /** The same for programs that show it; absent = the text alone. */
  readonly html?: string;
  /** Address that takes its reader off the list by one POST (RFC 8058); absent = it is of no list. */
  readonly leave?: string;
  /** Who gets the answer to it; absent = the sender. */
  readonly replyTo?: string;
  /** The part of its message id before the @; absent = another one each time. */
  readonly id?: string;
}

/** What a mail is for. */
export type MailKind = 'recovery' | 'contact' | 'inquiry' | 'sign_up' | 'issue' | 'alert';

/**
 * Kinds that are sent again where it is not known whether they were taken, under the same message id: they go to the operator, for whom one that is
 * lost is worse than one that comes twice.
 */
export const repeatedKinds: readonly MailKind[] = ['inquiry'];

export interface WrittenMail extends Mail {
  /** Stores what the mail needs to be of use, such as the hash of its link: in the commit before its first byte leaves. */
  readonly store?: (trx: Trx) => Promise<void>;
}

/**
 * Writes a mail at the moment at which it is sent, each time anew: a link's token is then never stored, and no link is mailed twice.
 * @param about an id: what the mail was asked for about.
 * @returns undefined when nobody wants it any more.
 */
export type Writer = (about: string) => Promise<WrittenMail | undefined>;

/** A mail that waits. */
export interface WaitingMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly about: string;
  /** Real milliseconds, as the others. */
  readonly askedAt: number;
  readonly nextTryAt: number;
  /** How often it was put off for its own sake: not while nothing at all could be sent. */
  readonly tries: number;
}
