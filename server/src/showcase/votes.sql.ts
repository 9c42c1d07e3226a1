/** Upvotes and reports of entries. One function per statement. */
import { sql } from 'kysely';
import type { Instant } from '../lib/clock.ts';
import { findRow, findRows } from '../storage/find.ts';
import { mapping, type ValueOf } from '../storage/mapping.ts';
import type { Db, Trx } from '../storage/storage.ts';
import type { Entry } from './entry.ts';

const votes = mapping('intake.showcase_votes', { entry_id: 'entryId' });
const reports = mapping('intake.showcase_reports', { entry_id: 'entryId' });

export type Report = ValueOf<'intake.showcase_reports'>;

export const voteRow = votes.toRow;

/** What an upvote of a bot for an entry is judged by. */
export interface Votable extends Pick<Entry, 'id' | 'botId' | 'test' | 'votes' | 'reports'> {
  readonly hasVoted: boolean;
  /** Is the entry's bot of the same maker? */
  readonly sameMaker: boolean;
  /** Does the entry's bot move as one with it, by what is noted of any month? */
  readonly isTwin: boolean;
}

export interface VoteAsked {
  /** The entry. */
  readonly id: number;
  readonly voter: string;
}

/** One statement for upvotes that arrive together, without what the entries show. @returns in their order; undefined where there is no such entry. */
export async function votableBy(db: Db, asked: readonly VoteAsked[]): Promise<(Votable | undefined)[]> {
  const pairs = asked.map(({ id, voter }) => sql`(cast(${BigInt(id)} as bigint), cast(${voter} as text))`);
  const { rows } = await sql<
    Record<'id' | 'test' | 'votes' | 'reports' | 'voted' | 'made' | 'twins', bigint> & Record<'bot' | 'voter', string>
  >`
    with asked (entry_id, voter) as (values ${sql.join(pairs)})
    select q.entry_id as id, q.voter, e.agent_id as bot, e.test, e.votes, e.reports,
      (select count(*) from intake.showcase_votes as v where v.entry_id = q.entry_id and v.agent_id = q.voter) as voted,
      (select count(*) from intake.bots as a join intake.bots as b on b.maker_id = a.maker_id
        where a.agent_id = e.agent_id and b.agent_id = q.voter) as made,
      (select count(*) from ledger.twin_notes as n where n.kind = 'twin'
        and ((n.agent_id = e.agent_id and n.other_id = q.voter) or (n.agent_id = q.voter and n.other_id = e.agent_id))) as twins
    from asked as q join intake.showcase_entries as e on e.entry_id = q.entry_id`.execute(db);
  const found = new Map(rows.map((row) => [`${row.id} ${row.voter}`, row]));
  return asked.map(({ id, voter }) => {
    const row = found.get(`${id} ${voter}`);
    return (
      row && {
        id,
        botId: row.bot,
        test: row.test !== 0n,
        votes: Number(row.votes),
        reports: Number(row.reports),
        hasVoted: row.voted !== 0n,
        sameMaker: row.made !== 0n,
        isTwin: row.twins !== 0n,
      }
    );
  });
}

/** One of an address that has reported the entry changes nothing. */
export async function insertReport(trx: Trx, report: Report): Promise<void> {
  await trx
    .insertInto('intake.showcase_reports')
    .values(reports.toRow(report))
    .onConflict((c) => c.columns(['entry_id', 'reporter']).doNothing())
    .execute();
}

export async function countReports(trx: Trx, entryId: number): Promise<void> {
  await sql`
    update intake.showcase_entries set reports = (
      select count(*) from intake.showcase_reports as r where r.entry_id = showcase_entries.entry_id)
    where entry_id = ${BigInt(entryId)}`.execute(trx);
}

/** Reports of an entry, the earliest first. */
export async function reportsOf(db: Db, entryId: number): Promise<Report[]> {
  return (await findRows(db, 'intake.showcase_reports', { entry_id: BigInt(entryId) }, 'at')).map(reports.toValue);
}

/** When the first upvote was given; undefined before it. */
export async function firstVoteAt(db: Db): Promise<Instant | undefined> {
  const at = (await findRow(db, 'intake.showcase_votes', {}, 'at'))?.at;
  return at === undefined ? undefined : Number(at);
}
