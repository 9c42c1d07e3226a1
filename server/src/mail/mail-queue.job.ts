/**
 * Mails that wait in the database, each sent when its turn comes, one after another. A mail is taken off the list once it was taken, or was
 * refused, or, of most kinds, when it is not known which; it stays there for another try when it was certainly not taken, for a day at most.
 */
import { limits } from 'papertape-contract/limits';
import type { Log } from '../lib/log.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db, Trx } from '../storage/storage.ts';
import { repeatedKinds, type MailKind, type WaitingMail, type Writer } from './mail.ts';
import { beginMail, deleteBegunMails, deleteMail, nextMail, putMailOff, resumeBegunMails } from './mails.sql.ts';
import { messageOf, type Sender } from './message.ts';
import { awayWaitMs, isPutOff, mailWaitMs, type MailOutcome, type Outcome, type PutOff } from './outcome.ts';
import type { Transport } from './transport.ts';

export interface MailQueueDeps {
  readonly db: Db;
  readonly intake: Intake;
  readonly transport: Transport;
  readonly writerOf: (kind: MailKind) => Writer | undefined;
  readonly sender: () => Sender;
  readonly realNow: () => number;
  readonly log: Log;
  readonly told: (outcome: MailOutcome) => void;
}

export interface MailQueue {
  /** Sends what is due. @returns real milliseconds until there may be something to do; Infinity when nothing waits. */
  round(stop: AbortSignal): Promise<number>;
}

/** Nothing is tried before `until`, since nothing could be sent so many times in a row. */
interface Away {
  until: number;
  times: number;
}

const keptForMs = limits.mailRetryHours * 3_600_000;

export function createMailQueue(deps: MailQueueDeps): MailQueue {
  const { db, realNow } = deps;
  const away: Away = { until: 0, times: 0 };
  const ends = createEnds(deps);
  let isCleared = false;
  return {
    async round(stop) {
      if (!isCleared) await clearBegun(deps);
      isCleared = true;
      await ends.catchUp();
      while (!stop.aborted) {
        const now = realNow();
        if (now < away.until) return away.until - now;
        const mail = await nextMail(db);
        if (!mail) return Number.POSITIVE_INFINITY;
        if (mail.nextTryAt > now) return mail.nextTryAt - now;
        await sendOne({ ...deps, ends }, away, mail, stop);
      }
      return Number.POSITIVE_INFINITY;
    },
  };
}

type Work = (trx: Trx) => Promise<void>;

/**
 * What became of the mail that was begun last. Where the database does not take it, it is stored before another mail is looked for: one that was certainly not taken is
 * not lost.
 */
interface Ends {
  store(end: Work): Promise<void>;
  /** Stores what is not yet. */
  catchUp(): Promise<void>;
}

function createEnds(deps: MailQueueDeps): Ends {
  let left: Work | undefined;
  async function catchUp(): Promise<void> {
    if (left) await write(deps, left);
    left = undefined;
  }
  return {
    catchUp,
    async store(end) {
      left = end;
      await catchUp();
    },
  };
}

type SendDeps = MailQueueDeps & { readonly ends: Ends };

async function write({ intake }: MailQueueDeps, also: Work): Promise<void> {
  await intake.write({ also });
}

/** What a process before this one had begun to send. */
async function clearBegun(deps: MailQueueDeps): Promise<void> {
  let begun = 0;
  await write(deps, async (trx) => {
    await resumeBegunMails(trx, repeatedKinds);
    begun = await deleteBegunMails(trx);
  });
  if (begun > 0) deps.log.warn('mails were under way when the service ended, and are not repeated', { mails: begun });
  for (let i = 0; i < begun; i++) deps.told('unclear');
}

/** Rejects only when the database does. */
async function sendOne(deps: SendDeps, away: Away, mail: WaitingMail, stop: AbortSignal): Promise<void> {
  const { log, told, realNow } = deps;
  const { kind, about, id } = mail;
  const isOld = realNow() - mail.askedAt >= keptForMs;
  const written = isOld ? undefined : await deps.writerOf(kind)?.(about);
  if (!written) {
    await write(deps, (trx) => deleteMail(trx, id));
    if (!isOld) return;
    told('given_up');
    log.warn('a mail was given up', { kind, hours: limits.mailRetryHours });
    return;
  }
  const from = deps.sender();
  const message = await messageOf(written, from, realNow());
  const begin = (): Promise<void> =>
    write(deps, async (trx) => {
      await written.store?.(trx);
      await beginMail(trx, id, realNow());
    });
  const sent = await deps.transport.send({ from: from.address, to: written.to, message }, begin, stop);
  const isRepeated = sent.became === 'unclear' && repeatedKinds.includes(kind);
  const outcome: Outcome = isRepeated ? { became: 'later', why: sent.why } : sent;
  if (isPutOff(outcome)) await putOff(deps, away, mail, outcome, stop);
  else await takeOff(deps, away, mail, outcome);
}

async function takeOff(
  deps: SendDeps,
  away: Away,
  { id, kind }: WaitingMail,
  outcome: Exclude<Outcome, PutOff>,
): Promise<void> {
  away.times = 0;
  deps.told(outcome.became);
  if (outcome.became !== 'sent') {
    const { became, why } = outcome;
    deps.log.warn('a mail was not sent, or may not have been', { kind, became, ...why });
  }
  await deps.ends.store((trx) => deleteMail(trx, id));
}

async function putOff(
  deps: SendDeps,
  away: Away,
  mail: WaitingMail,
  { became, why }: PutOff,
  stop: AbortSignal,
): Promise<void> {
  const isAway = became === 'away';
  if (isAway && stop.aborted) {
    await deps.ends.store((trx) => putMailOff(trx, mail));
    return;
  }
  const now = deps.realNow();
  const tries = mail.tries + (isAway ? 0 : 1);
  away.times = isAway ? away.times + 1 : 0;
  const waitMs = isAway ? awayWaitMs(away.times) : mailWaitMs(tries);
  if (isAway) away.until = now + waitMs;
  deps.told('failed');
  deps.log.warn('a mail was not sent, and will be tried again', { kind: mail.kind, ...why, wait_s: waitMs / 1000 });
  await deps.ends.store((trx) =>
    putMailOff(trx, { ...mail, tries, nextTryAt: isAway ? mail.nextTryAt : now + waitMs }),
  );
}
