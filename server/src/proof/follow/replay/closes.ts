/** A close of a league, done again: values, ranks, records, baselines, the week, its champion and moves; and the entries that they make. */
import { isoDate, type Instant } from '../../../lib/clock.ts';
import { weekStart } from '../../../lib/time.ts';
import { sha256 } from '../../../lib/hash.ts';
import { byCodeUnits } from '../../../lib/text.ts';
import type { ClosePrices } from '../../../flow/close/close.ts';
import { weekDecidedAt } from '../../../flow/ladder/iso-week.ts';
import { closeLadder } from '../../../flow/ladder/moves.ts';
import { beganAt, marketAtClose } from '../../../flow/mark/bot-close.ts';
import { botAtClose, noteClose } from '../../../flow/mark/bot-so-far.ts';
import { closeRow } from '../../../flow/mark/close.sql.ts';
import { boardLine, closeEntry, moveEntry, recordLine, weekEntry } from '../../../flow/mark/entries.ts';
import { createLeagueClose } from '../../../flow/mark/league-close.ts';
import { isPresent } from '../../../flow/mark/presence.ts';
import { baselineValues } from '../../../flow/rank/baseline-value.ts';
import { encodeRecord, type RunningRecord } from '../../../flow/rank/record.ts';
import { emptyBoardContext } from '../../../flow/rank/statistics.ts';
import type { Service } from '../../check/service.ts';
import type { Steps } from '../../check/steps.ts';
import type { Book } from '../book.ts';
import { leagueOf, type ReplayedBot, type ReplayState } from './state.ts';

export interface CloseInput {
  readonly state: ReplayState;
  readonly league: string;
  readonly close: Instant;
  readonly prices: ClosePrices;
  /** As it was before the mark. */
  readonly book: Book;
  /** Seats of each tier. */
  readonly capacity: number;
  /** Bots that the log says keep their value. */
  readonly kept: ReadonlySet<string>;
}

/** What follows of a close, in texts that the log has the hashes of. */
export interface ReplayedCloseTexts {
  readonly entries: readonly string[];
  readonly board: string;
  readonly records: string;
}

export function closeAgain(input: CloseInput): ReplayedCloseTexts {
  const { state, league, close, prices, book, capacity, kept } = input;
  const of = leagueOf(state, league);
  const bots = [...state.bots.values()]
    .filter((bot) => bot.league === league && isPresent(bot, close))
    .sort((a, b) => byCodeUnits(a.id, b.id));
  const baselines = baselineValues(state.baselines.get(league)?.list ?? [], prices);
  const market = marketAtClose(baselines, of.previous?.baselines, (end) => of.begun.get(end));
  const earlier = (book.closes.get(league) ?? []).filter((c) => c.close >= weekStart(close));
  const week = weekDecidedAt(close, earlier);
  const context = of.previous?.context ?? emptyBoardContext;
  const fold = createLeagueClose({ prices, market, earlier: context, weekEnd: week !== undefined }, bots.length, kept);
  const records = bots.map((bot) => fold.add(botAtClose(bot, of.previous?.close)));
  const closed = fold.rank();
  const tiers = new Map(bots.map((bot) => [bot.id, book.bots.get(bot.id)?.tier ?? 0]));
  const ladder = closeLadder(closed, tiers, { league, close, week, capacity });
  noteClose(bots, records, closed, { previous: of.previous?.close, close });
  of.beforePrevious = of.previous;
  of.previous = { close, baselines, context: closed.context };
  forgetBegun(of.begun, bots);
  const board = Array.from(closed.order, (i) => boardLine(closeRow({ league, close }, closed, i))).join('');
  const recordLines = bots.map((bot, i) => recordLine(bot.id, encodeRecord(records[i] as RunningRecord))).join('');
  const hashes = { board: sha256(board), records: sha256(recordLines), baselines: JSON.stringify(baselines) };
  return {
    entries: [
      ...ladder.moves.map(moveEntry),
      ...(ladder.week ? [weekEntry(ladder.week)] : []),
      closeEntry({ league, close, bots: bots.length, ...hashes }),
    ],
    board,
    records: recordLines,
  };
}

/** What the market was worth where bots began is kept until it stands in their records, also in that of the close before, which counts again when this one is voided. */
function forgetBegun(begun: Map<Instant, unknown>, bots: readonly ReplayedBot[]): void {
  const needed = new Set(
    bots.flatMap(({ now: { firstFillAt }, last, before }) =>
      [last, before].map((close) => beganAt({ firstFillAt, before: close?.at })),
    ),
  );
  for (const end of begun.keys()) if (!needed.has(end)) begun.delete(end);
}

/** The last close counts for nothing: what was before it counts again. */
export function voidAgain(state: ReplayState, league: string, close: Instant): void {
  const of = leagueOf(state, league);
  of.previous = of.beforePrevious;
  for (const bot of state.bots.values()) if (bot.league === league && bot.last?.close === close) bot.last = bot.before;
}

/** The lines of a close as they are published, against those that were made again. */
export async function checkCloseLines(
  service: Service,
  steps: Steps,
  { league, close }: Pick<CloseInput, 'league' | 'close'>,
  made: ReplayedCloseTexts,
): Promise<void> {
  for (const kind of ['board', 'records'] as const) {
    const name = `${kind} of ${league} at ${isoDate(close)}`;
    if (made[kind] === '') continue;
    await steps.part(name, async () => {
      const stated = await service.text(`/api/log/closes/${league}/${isoDate(close)}/${kind}`);
      if (stated === made[kind]) {
        steps.ok(`${name}, as published`);
        return;
      }
      const [lines, computed] = [stated.split('\n'), made[kind].split('\n')];
      for (let i = 0; i < Math.max(lines.length, computed.length); i++)
        if (lines[i] !== computed[i]) steps.differs(`line ${i + 1} of the ${name}`, lines[i], computed[i]);
    });
  }
}
