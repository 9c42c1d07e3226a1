/**
 * The board of a scored round, the best bot first, and what its bots made of each task.
 *
 * Example: two bots that scored 1,000,000 and 500,000 on t01 give it the mean 750,000, full marks once, and two answers.
 */
import { botsByIds } from '../bots/bots.sql.ts';
import { moneyScale, parseFixed } from '../lib/decimal.ts';
import type { Db } from '../storage/storage.ts';
import { returnPct } from './agent-rounds.ts';
import { scoredPage, tasksAfter } from './board.sql.ts';
import type { Committed, Result } from './facts.ts';
import { tasksPerLevel } from './levels.ts';
import { fullScore } from './pay.ts';
import { resultsOfRounds, type Rows } from './rounds.sql.ts';
import { tasksScored } from './task-scores.ts';

/** A bot's line. */
export interface BoardLine {
  readonly agent_id: string;
  readonly name: string;
  /** 1 and one more for each bot that scored more. */
  readonly place: number;
  /** Millionths. */
  readonly score: number;
  /** Percent of the cash before, rounded down. */
  readonly return_pct: number;
  /** Decimal text. */
  readonly cash_after: string;
  /** Tasks with full marks, and all. */
  readonly full: number;
  readonly tasks: number;
}

/** A page of the board. */
export async function boardLines(db: Db, roundId: string, rows: Rows): Promise<BoardLine[]> {
  const scored = await scoredPage(db, roundId, rows);
  const ids = scored.map((s) => s.botId);
  const names = new Map((await botsByIds(db, ids)).map((bot) => [bot.botId, bot.name]));
  const results = new Map(
    (await resultsOfRounds(db, [roundId], ids)).map(({ botId, text }) => [botId, JSON.parse(text) as Result]),
  );
  return scored.flatMap(({ botId, place, tasks }) => {
    const result = results.get(botId);
    if (!result) return [];
    const { score, cash_before: before, cash_after: after } = result;
    const of = tasksScored(tasks);
    return {
      agent_id: botId,
      name: names.get(botId) ?? botId,
      place,
      score,
      return_pct: returnPct(parseFixed(before, moneyScale), parseFixed(after, moneyScale)),
      cash_after: after,
      full: of.filter((t) => t.score === fullScore).length,
      tasks: of.length,
    };
  });
}

/** What all bots made of a task. */
export interface TaskLine {
  readonly task_id: string;
  /** Null of a pack, whose items decide them. */
  readonly level: number | null;
  readonly weight: number | null;
  readonly answered: number;
  readonly full: number;
  /** Millionths, rounded down. */
  readonly mean: number;
}

/** Rows that are read at once: between two reads other requests are served. */
const botsAtOnce = 500;

/** @returns by task; empty where no bot was scored. */
export async function taskLines(
  db: Db,
  roundId: string,
  { source, levels }: Pick<Committed, 'source' | 'levels'>,
): Promise<TaskLine[]> {
  const sums = new Map<string, { bots: number; answered: number; full: number; sum: number }>();
  for (let after = ''; ;) {
    const bots = await tasksAfter(db, roundId, after, botsAtOnce);
    for (const { task_id: task, score, answer_id: answer } of bots.flatMap((b) => tasksScored(b.tasks))) {
      const sum = sums.get(task) ?? { bots: 0, answered: 0, full: 0, sum: 0 };
      sums.set(task, {
        bots: sum.bots + 1,
        answered: sum.answered + (answer === null ? 0 : 1),
        full: sum.full + (score === fullScore ? 1 : 0),
        sum: sum.sum + score,
      });
    }
    const last = bots.at(-1);
    if (!last || bots.length < botsAtOnce) break;
    after = last.botId;
  }
  const isGenerated = source.startsWith('generated:');
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([task_id, { bots, answered, full, sum }]) => {
      const at = Math.floor((Number(task_id.slice(1)) - 1) / tasksPerLevel);
      const level = isGenerated ? (levels[at] ?? null) : null;
      return { task_id, level, weight: level && at + 1, answered, full, mean: Math.floor(sum / bots) };
    });
}
