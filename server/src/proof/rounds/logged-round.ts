/** What the public log has of one round, and of its league as far as the round follows from it: marks of the log in, in order, all of it out. */
import type { LogEntryOf } from 'papertape-contract/log-entries';
import { startValue } from '../../flow/fill/fill.ts';
import type { Instant } from '../../lib/clock.ts';
import { moneyScale, parseFixed } from '../../lib/decimal.ts';
import { byCodeUnits } from '../../lib/text.ts';
import { baselinePays } from '../../flow/mark/room-baselines.ts';
import type { Round } from '../../rounds/calendar.ts';
import { reversalOf, roundsRoom, type Result } from '../../rounds/facts.ts';
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

/** The league's median, 10⁻⁸ dollars. */
export interface LoggedMedian {
  /** Before the mark of the round's `baselines`; undefined before the league's first. */
  readonly before: bigint | undefined;
  /** What it was paid when the round was taken back. */
  readonly back: bigint | undefined;
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
  /** By bot and number. A mark notes them by id, and ids of one millisecond need not be in the order of the numbers. */
  readonly sheets: readonly LoggedSheet[];
  readonly results: ReadonlyMap<string, LoggedResult>;
  /** By bot, what was paid when the round was taken back. */
  readonly reversed: ReadonlyMap<string, bigint>;
  readonly median: LoggedMedian;
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
  const sheets = createSheets(round);
  const facts = new Map<string, { mark: Instant; text: string }>();
  const results = new Map<string, LoggedResult>();
  const reversed = new Map<string, bigint>();
  const twice: string[] = [];
  let [present, levels]: [readonly string[], readonly number[]] = [[], []];
  let readings: LoggedRound['readings'];
  let close: LoggedClose | undefined;
  const median = createMedian(round);

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
      if (room === roundsRoom && payout_id === reversalOf(round.id)) reversed.set(id, amount);
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
        if (fact.name === 'sheet') sheets.add(mark, fact);
        else if (fact.fact_id === round.id) noteOwn(logged, fact, before);
      }
      median.add(noted);
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
      sheets: sheets.read(),
      results,
      reversed,
      median: median.read(),
      readings,
      present,
      levels,
      close,
      isThere: (id, mark) => members.isThere(id, mark),
    }),
  };
}

/** The sheets of the round, each with the receipt before it, which may be of another round. */
function createSheets(round: Round): { add(mark: Instant, fact: Fact): void; read(): LoggedSheet[] } {
  const receipts = new Map<string, string>();
  const sheets: Omit<LoggedSheet, 'previous'>[] = [];
  return {
    add(mark, { agent_id: botId, fact_id: answerId, text }) {
      const sheet = JSON.parse(text) as { round_id: string; sequence: number; counts: boolean; receipt: string };
      receipts.set(`${botId} ${sheet.sequence}`, sheet.receipt);
      if (sheet.round_id !== round.id || botId === null) return;
      const { sequence, counts, receipt } = sheet;
      sheets.push({ mark, botId, answerId, sequence, counts, receipt });
    },
    read: () =>
      sheets
        .toSorted((a, b) => byCodeUnits(a.botId, b.botId) || a.sequence - b.sequence)
        .map((sheet) => ({ ...sheet, previous: receipts.get(`${sheet.botId} ${sheet.sequence - 1}`) ?? '' })),
  };
}

function createMedian(round: Round): { add(noted: readonly Fact[]): void; read(): LoggedMedian } {
  let cash: bigint | undefined;
  let [before, back]: (bigint | undefined)[] = [];
  return {
    add(noted) {
      const was = cash;
      for (const { fact_id: id, ...fact } of noted) {
        const [pay] = baselinePays([{ ...fact, id, botId: null }]);
        if (!pay) continue;
        const change = pay.changes.get('median') ?? 0n;
        if (id === round.id) before = was;
        if (id === reversalOf(round.id)) back = change;
        cash = (cash ?? startValue) + change;
      }
    },
    read: () => ({ before, back }),
  };
}

function cashOf(results: ReadonlyMap<string, unknown>, cash: ReadonlyMap<string, bigint>): Map<string, bigint> {
  return new Map([...results.keys()].map((id) => [id, cash.get(id) ?? startValue]));
}
