/** What the operator asked for and what the engine suspends, applied again to what was replayed; and the entries that it makes. */
import type { LogEntryOf } from 'papertape-contract/log-entries';
import type { Instant } from '../../../lib/clock.ts';
import { formatFixed, priceScale, unitsScale } from '../../../lib/decimal.ts';
import { dayMs } from '../../../lib/time.ts';
import { heldMost, seatsHeld } from '../../../flow/ladder/seats-held.ts';
import { byCodeUnits } from '../../../lib/text.ts';
import { reversalOf, type TierMove } from '../../../flow/ladder/moves.ts';
import { delistingEntry, incidentEntry, moveEntry } from '../../../flow/mark/entries.ts';
import type { MarkState } from '../../../flow/mark/mark-state.ts';
import { applyChange, delistingOf } from '../../../flow/mark/portfolio.ts';
import { canRetire, leftBot } from '../../../flow/mark/presence.ts';
import type { SuspensionEntry } from '../../../flow/price/suspension.ts';
import type { OperatorAction } from '../../../operator/action.ts';
import { applyAction, type OperatorBook } from '../../../operator/apply.ts';
import { isFoundOut } from '../../../operator/incident.ts';
import { suspensionIncident } from '../../../operator/suspensions.ts';
import type { Book } from '../book.ts';
import { entriesOf, type LoggedMark } from '../marks.ts';
import { voidAgain } from './closes.ts';
import { seatedBefore } from './seats.ts';
import type { ReplayState } from './state.ts';

export interface ActsInput {
  readonly state: ReplayState;
  readonly marks: MarkState;
  readonly logged: LoggedMark;
  /** As it was before the mark. */
  readonly book: Book;
  readonly isFollowed: (league: string) => boolean;
}

export interface Acts extends OperatorBook {
  /** Incidents, then what was delisted, then moves that were taken back. */
  entries(): string[];
}

export function createActs(input: ActsInput): Acts {
  const { state, marks, logged, book, isFollowed } = input;
  const { mark } = logged;
  // What was found out comes first: it was noted between the mark before and this one.
  const told = entriesOf(logged, 'incident').filter(isFoundOut).length;
  let number = book.incidents + told;
  const incidents: string[] = [];
  const delisted: { readonly botId: string; readonly symbol: string; readonly text: string }[] = [];
  const undone: string[] = [];
  /** Leagues of which a close was voided at this mark. */
  const voided = new Set<string>();

  function cashOut(symbol: string, price: bigint): void {
    for (const bot of state.bots.values()) {
      const delisting = isFollowed(bot.league) ? delistingOf(bot.now.portfolio, symbol, price) : undefined;
      if (!delisting) continue;
      bot.now = applyChange(bot.now, delisting);
      const { units, cash } = delisting;
      const texts = { units: formatFixed(units, unitsScale), price: formatFixed(price, priceScale) };
      delisted.push({ botId: bot.id, symbol, text: delistingEntry({ botId: bot.id, symbol, ...texts, cash }) });
    }
  }

  const log: OperatorBook['log'] = async (incident) =>
    void incidents.push(incidentEntry({ ...incident, id: ++number }));
  return {
    mark,
    suspended: state.suspended,
    settings: state.settings,
    moderation: state.moderation,
    market: state.market,
    staleSince: async (symbol) => await marks.staleSince(symbol, mark),
    log,
    seatsHeldMost: async (league) => heldMost(seatsHeld(seatedBefore(input, league, voided.has(league)))),
    async leagueToLeave(botId) {
      const bot = state.bots.get(botId);
      return bot && canRetire(bot, mark) ? bot.league : undefined;
    },
    seatsWith: async (league, id) => ({
      seated: seatedBefore(input, league, voided.has(league)),
      own: seatedBefore(input, league, voided.has(league), [{ id }]),
    }),
    botsToLeave: async (makerId) =>
      [...state.bots.values()]
        .filter((bot) => bot.makerId === makerId && canRetire(bot, mark))
        .map(({ id }) => id)
        .toSorted(byCodeUnits),
    leftBot: async (botId) => leftBot(state.bots.get(botId), mark),
    // One that could not be done is in no entry of its own: a close of an earlier day is the latest no more.
    async latestClose(league) {
      const last = book.closes.get(league)?.at(-1);
      return last && mark <= last.close + dayMs ? last : undefined;
    },
    async enter(draft: Omit<SuspensionEntry, 'last'>) {
      const entry = await marks.enter(draft, mark);
      await log(suspensionIncident(entry, mark));
      if (entry.paid) cashOut(entry.symbol, entry.paid.price);
    },
    async voidClose({ league, close }) {
      const made = book.closes.get(league)?.at(-1)?.moves ?? [];
      if (isFollowed(league)) undone.push(...made.map((m) => moveEntry(reversalOf(moveOf(m, close), mark))));
      voidAgain(state, league, close);
      voided.add(league);
    },
    async retire(botId) {
      const bot = state.bots.get(botId);
      if (bot) bot.retiredByOperatorAt = mark;
    },
    async reinstate(botId) {
      const bot = state.bots.get(botId);
      if (bot) bot.retiredByOperatorAt = undefined;
    },
    entries() {
      delisted.sort((a, b) => byCodeUnits(a.botId, b.botId) || byCodeUnits(a.symbol, b.symbol));
      return [...incidents, ...delisted.map((d) => d.text), ...undone];
    },
  };
}

export async function actAgain(acts: Acts, asked: readonly LogEntryOf<'action'>[]): Promise<void> {
  for (const { action_id: id, at, action, about, reason, capacity } of asked) {
    const known = { id, at: Date.parse(at), action: action as OperatorAction['action'], about, reason };
    await applyAction(acts, capacity === null ? known : { ...known, capacity });
  }
}

function moveOf(m: LogEntryOf<'move'>, close: Instant): TierMove {
  const { league, week, from, to, place } = m;
  const why = m.why as TierMove['why'];
  return { botId: m.agent_id, atMark: close, why, league, week, close, from, to, place, weekBps: m.week_bps };
}
