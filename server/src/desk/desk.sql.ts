/** What the operator's page lists. One function per statement. */
import type { Instant } from '../lib/clock.ts';
import { findSome } from '../storage/find.ts';
import type { Db } from '../storage/storage.ts';

export interface NewBot {
  readonly botId: string;
  readonly league: string;
  readonly registeredAt: Instant;
  /** What it shows of itself, by the name of the field; fields without a text are absent. */
  readonly texts: readonly (readonly [field: string, text: string])[];
}

const published = [
  'name',
  'company',
  'website',
  'logo_url',
  'icon',
  'pledge_cause',
  'pledge_url',
  'style',
  'description',
  'open_strategy_url',
] as const;

/** The bots that registered last, the newest first; those that are retired or the service's own are left out. */
export async function newestBots(db: Db, most: number): Promise<NewBot[]> {
  const held = { retired_at: null, house: 0 } as const;
  const rows = await findSome(db, 'intake.bots', held, { most }, 'registered_at desc', 'agent_id desc');
  return rows.map((row) => ({
    botId: row.agent_id,
    league: row.league,
    registeredAt: Number(row.registered_at),
    texts: published.flatMap((field) => {
      const text = row[field];
      return text === null || text === '' ? [] : [[field, text] as const];
    }),
  }));
}

export interface QueuedMail {
  readonly kind: string;
  readonly askedAt: number;
  readonly nextTryAt: number;
  readonly tries: number;
  /** It was given to a server, which has not answered. */
  readonly isUnderWay: boolean;
}

/** Mails that wait, those that wait longest first. To whom they go is not told. */
export async function oldestMails(db: Db, most: number): Promise<QueuedMail[]> {
  const rows = await findSome(db, 'intake.mails', {}, { most }, 'asked_at', 'mail_id');
  return rows.map((row) => ({
    kind: row.kind,
    askedAt: Number(row.asked_at),
    nextTryAt: Number(row.next_try_at),
    tries: Number(row.tries),
    isUnderWay: row.begun_at !== null,
  }));
}

export interface DoneMark {
  readonly mark: Instant;
  readonly doneAt: Instant;
  /** Entries of the public log after it. */
  readonly size: number;
}

/** The newest first. */
export async function lastMarks(db: Db, most: number): Promise<DoneMark[]> {
  const rows = await findSome(db, 'ledger.log_heads', {}, { most }, 'mark desc');
  return rows.map((row) => ({ mark: Number(row.mark), doneAt: Number(row.done_at), size: Number(row.size) }));
}
