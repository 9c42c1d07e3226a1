/** The bots of a scored round by what they scored, and what each task brought. One function per statement. */
import { sql } from 'kysely';
import type { Db } from '../storage/storage.ts';
import { roundsRoom } from './facts.ts';
import type { Rows } from './rounds.sql.ts';

/** A bot of the board of a round. */
export interface Scored {
  readonly botId: string;
  /** 1 and one more for each bot that scored more. */
  readonly place: number;
  /** JSON of its tasks (task-scores.ts). */
  readonly tasks: string;
}

/** Scores that the round paid by: those of bots with a result. */
const paidScores = (roundId: string) => sql`intake.round_scores s join ledger.room_facts f
    on f.room = ${roundsRoom} and f.name = 'result' and f.fact_id = s.round_id and f.agent_id = s.agent_id
  where s.round_id = ${roundId} and s.sandbox = 0`;

/** A page of them, the best first. */
export async function scoredPage(db: Db, roundId: string, { skip, most }: Rows): Promise<Scored[]> {
  const { rows } = await sql<{ agent_id: string; place: bigint; tasks: string }>`
    select agent_id, place, tasks from (
      select s.agent_id as agent_id, s.tasks as tasks, rank() over (order by s.score desc) as place
      from ${paidScores(roundId)}) as placed
    order by place, agent_id limit ${BigInt(most)} offset ${BigInt(skip)}`.execute(db);
  return rows.map((r) => ({ botId: r.agent_id, place: Number(r.place), tasks: r.tasks }));
}

/** The tasks of bots, as JSON, by id. @param after the last bot of the rows before; '' for the first ones. */
export async function tasksAfter(
  db: Db,
  roundId: string,
  after: string,
  most: number,
): Promise<{ readonly botId: string; readonly tasks: string }[]> {
  const { rows } = await sql<{ agent_id: string; tasks: string }>`
    select s.agent_id as agent_id, s.tasks as tasks from ${paidScores(roundId)} and s.agent_id > ${after}
    order by s.agent_id limit ${BigInt(most)}`.execute(db);
  return rows.map((r) => ({ botId: r.agent_id, tasks: r.tasks }));
}
