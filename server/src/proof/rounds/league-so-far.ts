/** What a round follows from in its league: who is there, and the levels. Marks of the log in, in order. */
import type { LogEntryOf } from 'papertape-contract/log-entries';
import { isPresent } from '../../flow/mark/presence.ts';
import type { Instant } from '../../lib/clock.ts';
import { byCodeUnits } from '../../lib/text.ts';
import { parseRoundId, roundsOfWeek, type Round } from '../../rounds/calendar.ts';
import type { Committed, Result } from '../../rounds/facts.ts';
import { decidingWeek, levelMin, levelsFrom, lowestAfter } from '../../rounds/levels.ts';
import { entriesOf, type LoggedMark } from '../follow/marks.ts';

interface Member {
  readonly registeredAt: Instant;
  retiredAt: Instant | undefined;
  retiredByOperatorAt: Instant | undefined;
}

export interface Members {
  add(logged: LoggedMark): void;
  isThere(botId: string, mark: Instant): boolean;
  /** Who is there at the mark, by id. */
  at(mark: Instant): string[];
}

export function createMembers(of: string): Members {
  const bots = new Map<string, Member>();
  const isThere: Members['isThere'] = (botId, mark) => {
    const bot = bots.get(botId);
    return bot !== undefined && isPresent(bot, mark);
  };
  return {
    isThere,
    at: (mark) => [...bots.keys()].filter((id) => isThere(id, mark)).sort(byCodeUnits),
    add(logged) {
      for (const { agent_id: id, at, league } of entriesOf(logged, 'bot')) {
        const registeredAt = Date.parse(at);
        if (league === of) bots.set(id, { registeredAt, retiredAt: undefined, retiredByOperatorAt: undefined });
      }
      for (const { agent_id: id, at } of entriesOf(logged, 'retired')) {
        const bot = bots.get(id);
        if (bot) bot.retiredAt = Date.parse(at);
      }
      for (const { kind, about } of entriesOf(logged, 'incident')) {
        const bot = about.kind === 'bot' ? bots.get(about.id) : undefined;
        if (bot && kind === 'agent_retired') bot.retiredByOperatorAt = logged.mark;
        if (bot && kind === 'agent_reinstated') bot.retiredByOperatorAt = undefined;
      }
    },
  };
}

interface LoggedScore {
  readonly roundId: string;
  readonly botId: string;
  readonly score: number;
}

export interface Levels {
  /** @param facts of the league's rounds at the mark. @returns by id of the rounds committed to there, the levels that they must have. */
  add(mark: Instant, facts: readonly LogEntryOf<'fact'>[]): Map<string, readonly number[]>;
}

/** Levels move by the scores of a week (rounds/levels.ts), those of the very mark included. */
export function createLevels(league: string): Levels {
  const scores: LoggedScore[] = [];
  /** Of each round that was committed to, its lowest level. */
  const lowestOf = new Map<string, number>();
  let newest: Committed | undefined;

  function levelsAt({ cadence }: Round, mark: Instant): number[] {
    const lowest = newest?.levels[0] ?? levelMin;
    const monday = newest && decidingWeek(cadence, mark);
    if (monday === undefined) return levelsFrom(lowest);
    const week = roundsOfWeek(league, monday).map(({ id }) => id);
    const of = scores.filter(({ roundId }) => week.includes(roundId));
    return levelsFrom(
      lowestAfter(cadence, lowest, {
        scores: of.map((s) => s.score),
        bots: new Set(of.map((s) => s.botId)).size,
        lowest: week.flatMap((id) => lowestOf.get(id) ?? []),
      }),
    );
  }

  return {
    add(mark, facts) {
      const made = new Map<string, readonly number[]>();
      for (const { name, fact_id: roundId, agent_id: botId, text } of facts)
        if (name === 'result' && botId !== null)
          scores.push({ roundId, botId, score: (JSON.parse(text) as Result).score });
      for (const { name, fact_id: id, text } of facts) {
        if (name !== 'committed') continue;
        const round = parseRoundId([league], id);
        if (round) made.set(id, levelsAt(round, mark));
        newest = JSON.parse(text) as Committed;
        lowestOf.set(id, newest.levels[0] ?? levelMin);
      }
      return made;
    },
  };
}
