/** Opens what sends mails: to an SMTP server where one is set, into a folder where none is. */
import { randomBytes } from 'node:crypto';
import { limits } from 'papertape-contract/limits';
import { errorText, type Log } from '../lib/log.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import { realNow as systemNow } from '../lib/real-clock.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db, Trx } from '../storage/storage.ts';
import { createFolder } from './folder.ts';
import { createMailQueue } from './mail-queue.job.ts';
import { inquiryById } from './inquiries/inquiries.sql.ts';
import { inquiryMail } from './inquiries/inquiry-mail.ts';
import type { MailKind, Writer } from './mail.ts';
import { countMails, insertMail } from './mails.sql.ts';
import { hostOf, senderAt, type Sender } from './message.ts';
import type { MailOutcome } from './outcome.ts';
import { outboxFolder } from './outbox.ts';
import { createSmtp, type SmtpTimes } from './smtp.ts';

export interface Mails {
  /** Is there a server that takes them to where they go? Else a person has to. */
  readonly isDelivered: boolean;
  /** Says who writes the mails of a kind. */
  setWriter(kind: MailKind, writer: Writer): void;
  /**
   * Asks for a mail, within the caller's commit. Call `wake` after it.
   * @returns false when too many wait: then there is none.
   */
  ask(trx: Trx, kind: MailKind, about: string): Promise<boolean>;
  /** Would another one be taken now? */
  hasRoom(): Promise<boolean>;
  wake(): void;
  /** How many wait. */
  waiting(): Promise<number>;
  /** From now on mails are sent by themselves. */
  start(): void;
  /** Sends everything that is due now. For a clock that is stepped, where nothing is sent by itself. */
  run(): Promise<void>;
  /** Breaks off what is under way. */
  stop(): Promise<void>;
}

/** What drives mails in place of real time, how long a server is waited for, and whom its certificate must be of. */
export interface MailOverrides {
  readonly realNow?: () => number;
  readonly times?: Partial<SmtpTimes>;
  /** PEM. */
  readonly authority?: string;
}

export interface MailsInput extends MailOverrides {
  readonly db: Db;
  readonly intake: Intake;
  readonly log: Log;
  readonly baseUrl: () => string;
  /** Undefined: mails go into the folder `outbox` of the data. */
  readonly smtpUrl: string | undefined;
  readonly from: Sender | undefined;
  /** Whom inquiries go to; undefined = the sender. */
  readonly operator: string | undefined;
  readonly dataDir: string;
  readonly told: (outcome: MailOutcome) => void;
}

export function openMails(input: MailsInput): Mails {
  const { db, log, baseUrl, smtpUrl, from, realNow = systemNow } = input;
  const writers = new Map<MailKind, Writer>();
  const transport =
    smtpUrl === undefined
      ? createFolder({ folder: outboxFolder(input), realNow, log })
      : createSmtp({ ...input, url: smtpUrl, name: () => hostOf(baseUrl()) });
  const sender = (): Sender => from ?? senderAt(baseUrl());
  const queue = createMailQueue({
    ...input,
    realNow,
    transport,
    writerOf: (kind) => writers.get(kind),
    sender,
  });
  writers.set('inquiry', async (id) => {
    const inquiry = await inquiryById(db, id);
    return inquiry && inquiryMail(inquiry, input.operator ?? sender().address);
  });
  const stopped = new AbortController();
  let loop: Loop | undefined;
  let stepped: Promise<unknown> = Promise.resolve();

  return {
    isDelivered: smtpUrl !== undefined,
    setWriter: (kind, writer) => void writers.set(kind, writer),
    async ask(trx, kind, about) {
      if ((await countMails(trx)) >= limits.mailsWaitingMax) {
        log.warn('a mail was not asked for: too many wait', { kind, mails: limits.mailsWaitingMax });
        return false;
      }
      const now = realNow();
      const id = `mail_${randomBytes(10).toString('hex')}`;
      await insertMail(trx, { id, kind, about, askedAt: now, nextTryAt: now, tries: 0 });
      return true;
    },
    hasRoom: async () => (await countMails(db)) < limits.mailsWaitingMax,
    wake: () => loop?.wake(),
    waiting: () => countMails(db),
    start() {
      loop ??= startLoop({
        round: (stop) => queue.round(stop),
        onFault: (e) => log.warn('mails were not sent, and will be', { error: errorText(e) }),
        pauseMs: { first: 1_000, max: 60_000 },
        signal: stopped.signal,
      });
    },
    async run() {
      const mine = stepped.then(() => queue.round(stopped.signal));
      stepped = mine.catch(() => undefined);
      await mine;
    },
    async stop() {
      stopped.abort();
      await loop?.over;
      await stepped;
    },
  };
}
