/** What the public log has of one round, and of its league as far as the round follows from it: marks of the log in, in order, all of it out. */
import type { LogEntryOf } from 'papertape-contract/log-entries';
import { startValue } from '../../flow/fill/fill.ts';
import type { Instant } from '../../lib/clock.ts';
import { moneyScale, parseFixed } from '../../lib/decimal.ts';
import type { Round } from '../../rounds/calendar.ts';
import { roundsRoom, type Result } from '../../rounds/facts.ts';
import { beaconAt } from '../../rounds/states.ts';
import { entriesOf, type LoggedMark } from '../follow/marks.ts';
import { createLevels, createMembers } from './league-so-far.ts';

export interface LoggedSheet {
  readonly mark: Instant;
  readonly botId: string;
  readonly answerId: string;
  readonly sequence: number;
  readonly counts: boolean;
  readonly receipt: string;
  /** Receipt of the bot's sheet before, '' where there is none. */
  readonly previous: string;
}

export interface LoggedResult extends Result {
  /** What start value and payouts make, before the mark; 10⁻⁸ dollars. */
  readonly cashBefore: bigint;
  /** The payouts of this round to the bot at the mark of the result. */
  readonly paid: readonly bigint[];
}

/** The first close of the league that has the pay. */
export interface LoggedClose {
  readonly close: Instant;
  readonly board: string;
  /** Of each bot that the round paid. */
  readonly cash: ReadonlyMap<string, bigint>;
}

export interface LoggedRound {
  /** Facts of the round and not of single bots, with the mark at which each was noted. */
  readonly facts: ReadonlyMap<string, { readonly mark: Instant; readonly text: string }>;
  /** Whatever stands twice. */
  readonly twice: readonly string[];
  readonly sheets: readonly LoggedSheet[];
  readonly results: ReadonlyMap<string, LoggedResult>;
  /** The mark whose readings are the beacon, and their hash. */
  readonly readings: { readonly mark: Instant; readonly hash: string } | undefined;
  /** Who was in the league at the mark of `opened`, by id. */
  readonly present: readonly string[];
  /** The levels that follow from the league's week before. */
  readonly levels: readonly number[];
  readonly close: LoggedClose | undefined;
  /** Was the bot there at that mark? */
  isThere(botId: string, mark: Instant): boolean;
}

type Fact = LogEntryOf<'fact'>;

export function createRoundReader(round: Round): { add(logged: LoggedMark): void; read(): LoggedRound } {
  const members = createMembers(round.league);
  const ladder = createLevels(round.league);
  const cash = new Map<string, bigint>();
  const receipts = new Map<string, string>();
  const facts = new Map<string, { mark: Instant; text: string }>();
  const results = new Map<string, LoggedResult>();
  const twice: string[] = [];
  const sheets: LoggedSheet[] = [];
  let [present, levels]: [readonly string[], readonly number[]] = [[], []];
  let readings: LoggedRound['readings'];
  let close: LoggedClose | undefined;

  function noteSheet(mark: Instant, { agent_id: botId, fact_id: answerId, text }: Fact): void {
    const sheet = JSON.parse(text) as { round_id: string; sequence: number; counts: boolean; receipt: string };
    receipts.set(`${botId} ${sheet.sequence}`, sheet.receipt);
    if (sheet.round_id !== round.id || botId === null) return;
    const { sequence, counts, receipt } = sheet;
    const previous = receipts.get(`${botId} ${sequence - 1}`) ?? '';
    sheets.push({ mark, botId, answerId, sequence, counts, receipt, previous });
  }

  function noteOwn({ mark }: LoggedMark, { name, agent_id: botId, text }: Fact, before: ReadonlyMap<string, bigint>) {
    if (botId === null) {
      if (facts.has(name)) twice.push(`the fact ${name}`);
      facts.set(name, { mark, text });
      if (name === 'opened') present = members.at(mark);
    } else if (name === 'result') {
      if (results.has(botId)) twice.push(`the result of ${botId}`);
      const cashBefore = before.get(botId) ?? startValue;
      results.set(botId, { ...(JSON.parse(text) as Result), cashBefore, paid: [] });
    }
  }

  function pay(logged: LoggedMark): Map<string, bigint[]> {
    const paid = new Map<string, bigint[]>();
    for (const { agent_id: id, league, room, payout_id, cash: text } of entriesOf(logged, 'payout')) {
      if (league !== round.league) continue;
      const amount = parseFixed(text, moneyScale);
      cash.set(id, (cash.get(id) ?? startValue) + amount);
      if (room === roundsRoom && payout_id === round.id) paid.set(id, [...(paid.get(id) ?? []), amount]);
    }
    return paid;
  }

  return {
    add(logged) {
      const { mark } = logged;
      if (mark === beaconAt(round)) readings = { mark, hash: logged.head.readings };
      members.add(logged);
      const before = new Map(cash);
      const paid = pay(logged);
      const noted = entriesOf(logged, 'fact').filter((f) => f.room === roundsRoom && f.about === round.league);
      for (const fact of noted) {
        if (fact.name === 'sheet') noteSheet(mark, fact);
        else if (fact.fact_id === round.id) noteOwn(logged, fact, before);
      }
      for (const [id, amounts] of paid) {
        const result = results.get(id);
        if (result) results.set(id, { ...result, paid: [...result.paid, ...amounts] });
        else twice.push(`pay without a result to ${id}`);
      }
      levels = ladder.add(mark, noted).get(round.id) ?? levels;
      const closed = entriesOf(logged, 'close').find((c) => c.league === round.league);
      if (closed && facts.has('scored'))
        close ??= { close: Date.parse(closed.close), board: closed.board, cash: cashOf(results, cash) };
    },
    read: () => ({
      facts,
      twice,
      sheets,
      results,
      readings,
      present,
      levels,
      close,
      isThere: (id, mark) => members.isThere(id, mark),
    }),
  };
}

function cashOf(results: ReadonlyMap<string, unknown>, cash: ReadonlyMap<string, bigint>): Map<string, bigint> {
  return new Map([...results.keys()].map((id) => [id, cash.get(id) ?? startValue]));
}
