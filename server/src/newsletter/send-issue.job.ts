/**
 * Sends issues: each confirmed subscriber has the mail of an issue wait at most once. A few at a time are made to wait, in one commit with the note that
 * they do, so that a service that ends in the middle goes on where it was, and so that mails with links to keys do not wait behind thousands.
 */
import { limits } from 'papertape-contract/limits';
import { isoWeek } from '../flow/ladder/iso-week.ts';
import type { Instant } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { dayMs, hourMs, weekStart } from '../lib/time.ts';
import type { WrittenMail } from '../mail/mail.ts';
import type { Mails } from '../mail/open-mails.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db, Trx } from '../storage/storage.ts';
import { issueMail } from './issue-mail.tsx';
import type { Issue } from './issue.ts';
import {
  countIssueMails,
  endSend,
  insertSend,
  nextReaders,
  noteQueued,
  openSends,
  sendOf,
  type Send,
} from './sends.sql.ts';
import { subscriberOf } from './subscribers.sql.ts';

export interface SendingDeps {
  readonly db: Db;
  readonly intake: Intake;
  readonly mails: Mails;
  readonly log: Log;
  readonly baseUrl: () => string;
  readonly realNow: () => number;
  readonly leaveUrl: (makerId: string) => string;
  readonly issue: (week: string) => Promise<Issue | undefined>;
  /** The last mark that is done. */
  readonly lastMark: () => Promise<Instant | undefined>;
  /** Is an issue sent each Monday by itself? */
  readonly isWeekly: boolean;
}

export interface Sending {
  /** Makes mails wait, as many as may. @returns real milliseconds until there may be more to do. */
  round(): Promise<number>;
}

/** UTC: the last prices of the week may come late, and so may its close. */
const sendHour = 8;
/** A service that was down on Monday sends until Tuesday ends, and then no more: an old issue is no news. */
const sendDays = 2;
/** What is written of an issue is kept for so long while its mails leave. */
const keptMs = 60_000;

export function createSending(deps: SendingDeps): Sending {
  const { db, intake, mails, realNow } = deps;
  let kept: { readonly week: string; readonly until: number; readonly issue: Issue | undefined } | undefined;

  async function issueOf(week: string): Promise<Issue | undefined> {
    if (kept?.week !== week || kept.until <= realNow())
      kept = { week, until: realNow() + keptMs, issue: await deps.issue(week) };
    return kept.issue;
  }

  mails.setWriter('issue', (about) => writeMail(deps, issueOf, about));

  return {
    async round() {
      if (deps.isWeekly) await askOnMonday(deps);
      const open = await openSends(db);
      for (const send of open) await intake.write({ also: (trx) => queueSome(trx, deps, send) });
      if (open.length > 0) mails.wake();
      return open.length > 0 ? 2_000 : Number.POSITIVE_INFINITY;
    },
  };
}

/** The week that is over, from Monday morning on. */
async function askOnMonday({ db, intake, lastMark, issue, realNow, log }: SendingDeps): Promise<void> {
  const mark = await lastMark();
  if (mark === undefined) return;
  const monday = weekStart(mark);
  if (mark < monday + sendHour * hourMs || mark >= monday + sendDays * dayMs) return;
  const week = isoWeek(monday - 1);
  if ((await sendOf(db, week)) || !(await issue(week))) return;
  await intake.write({ also: async (trx) => void (await insertSend(trx, week, realNow())) });
  log.info('the issue of a week is sent', { week });
}

async function queueSome(trx: Trx, { mails, realNow, log }: SendingDeps, send: Send): Promise<void> {
  const room = limits.newsletterMailsWaitingMax - (await countIssueMails(trx));
  if (room <= 0) return;
  const readers = await nextReaders(trx, send, room);
  const queued: string[] = [];
  for (const makerId of readers) {
    if (!(await mails.ask(trx, 'issue', `${makerId}.${send.week}`))) break;
    queued.push(makerId);
  }
  if (queued.length > 0) await noteQueued(trx, queued, send.week);
  if (readers.length === room || queued.length < readers.length) return;
  await endSend(trx, send.week, realNow());
  log.info('the issue of a week waits for all its readers', { week: send.week });
}

/** @param about `mkr_0c9h4t2m1a7v5k3p.2026-W10`. */
async function writeMail(
  { db, baseUrl, leaveUrl }: SendingDeps,
  issueOf: (week: string) => Promise<Issue | undefined>,
  about: string,
): Promise<WrittenMail | undefined> {
  const [makerId = '', week = ''] = about.split('.');
  const reader = await subscriberOf(db, makerId);
  // Who has left since gets it no more.
  if (reader?.state !== 'confirmed' || reader.address === null) return undefined;
  const issue = await issueOf(week);
  const leave = leaveUrl(makerId);
  return issue && { to: reader.address, id: about, leave, ...issueMail(issue, { baseUrl: baseUrl(), leave }) };
}
