/** The operator's part of a mark, and the engine's own suspensions: applied and stored within the mark's transaction. */
import type { Instant } from '../lib/clock.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { Storage, Trx } from '../storage/storage.ts';
import { latestClose } from '../flow/ladder/ladder.sql.ts';
import { heldMost, seatsHeld } from '../flow/ladder/seats-held.ts';
import type { CloseName } from '../flow/ladder/void.ts';
import type { MarkState } from '../flow/mark/mark-state.ts';
import { applyChange, delistingOf, type Delisting } from '../flow/mark/portfolio.ts';
import {
  insertDelistings,
  portfoliosHolding,
  upsertPortfolios,
  type StoredPortfolio,
} from '../flow/mark/portfolio.sql.ts';
import { insertStale } from '../flow/price/price.sql.ts';
import type { SuspensionEntry } from '../flow/price/suspension.ts';
import { upsertBaselines } from '../flow/mark/baselines.sql.ts';
import { leagueToLeave, leftBot, makerToLeave, seatOf, seatedAt } from '../flow/mark/presence.sql.ts';
import { insertApplied } from './action.sql.ts';
import type { OperatorAction } from './action.ts';
import { applyAction, type OperatorBook } from './apply.ts';
import { insertIncident, lastIncident } from './incident.sql.ts';
import type { Incident } from './incident.ts';
import type { LeagueSettings } from './league-settings.ts';
import { suspensionIncident } from './suspensions.ts';

export interface OperatorDeps {
  readonly trx: Trx;
  readonly insertMany: Storage['insertMany'];
  readonly mark: Instant;
  readonly marks: MarkState;
  readonly voidClose: (close: CloseName & { readonly atMark: Instant; readonly reason: string }) => Promise<void>;
  readonly state: {
    readonly settings: Map<string, LeagueSettings>;
    readonly moderation: Map<string, string>;
    readonly market: { endedAt: Instant | undefined };
    appliedActions: number;
  };
  /** Leagues of which a close was voided, leagues whose settings or bots changed, and bots that were retired or reinstated: added to. */
  readonly voided: Set<string>;
  readonly acted: Set<string>;
  readonly retired: Set<string>;
  /** Actions that were applied: added to. */
  readonly acts: OperatorAction[];
}

/** The actions that are due at a mark, in order. One that changes nothing is applied, too, and makes no entry. */
export async function applyActions(deps: OperatorDeps, actions: readonly OperatorAction[]): Promise<void> {
  if (actions.length === 0) return;
  const book = storedBook(deps);
  for (const a of actions) {
    const league = await applyAction(book, a);
    if (league !== undefined) (a.action === 'void_close' ? deps.voided : deps.acted).add(league);
    deps.state.appliedActions++;
    deps.acts.push(a);
    await insertApplied(deps.trx, deps.state.appliedActions, a.id, deps.mark);
  }
}

/**
 * Writes what the engine does by itself: 24 hours without an agreed price, or the first one after.
 * @returns how many symbols that was.
 */
export async function applySuspensions(
  deps: Pick<OperatorDeps, 'trx' | 'insertMany' | 'mark' | 'marks'>,
): Promise<number> {
  const due = await deps.marks.suspensionsDue(deps.mark);
  for (const entry of due) await enter(deps, entry);
  return due.length;
}

function storedBook(deps: OperatorDeps): OperatorBook {
  const { trx, mark, marks, state, retired, acted } = deps;
  return {
    mark,
    suspended: marks.suspended,
    settings: state.settings,
    moderation: state.moderation,
    market: state.market,
    seatsHeldMost: async (league) => heldMost(seatsHeld(await seatedAt(trx, league, mark))),
    leagueToLeave: async (botId) => await leagueToLeave(trx, botId, mark),
    seatsWith: async (league, botId) => ({
      seated: await seatedAt(trx, league, mark),
      own: await seatOf(trx, botId),
    }),
    botsToLeave: async (makerId) => await makerToLeave(trx, makerId, mark),
    leftBot: async (botId) => await leftBot(trx, botId, mark),
    latestClose: async (league) => await latestClose(trx, league),
    staleSince: async (symbol) => await marks.staleSince(symbol, mark),
    enter: async (entry) => await enter(deps, entry),
    voidClose: async (close, reason) => await deps.voidClose({ ...close, atMark: mark, reason }),
    // The bot's row belongs to the HTTP side, which follows the log (bots/logged-retire.job.ts).
    async retire(botId, league) {
      retired.add(botId);
      acted.add(league);
    },
    reinstate: async (botId) => void retired.add(botId),
    log: async (incident) => void (await appendIncident(trx, incident)),
  };
}

/** Writes the next entry of the log. @returns its number. */
export async function appendIncident(trx: Trx, incident: Omit<Incident, 'id'>): Promise<number> {
  const id = (await lastIncident(trx)) + 1;
  await insertIncident(trx, { id, ...incident });
  return id;
}

async function enter(
  { trx, insertMany, mark, marks }: Pick<OperatorDeps, 'trx' | 'insertMany' | 'mark' | 'marks'>,
  draft: Omit<SuspensionEntry, 'last'>,
): Promise<void> {
  const before = new Map(marks.baselines);
  const entry = await marks.enter(draft, mark);
  await appendIncident(trx, suspensionIncident(entry, mark));
  const { symbol, paid } = entry;
  if (!paid) return;
  if (paid.of) await insertStale(trx, insertMany, mark, [[symbol, paid.of]]);
  await cashOut(trx, insertMany, mark, symbol, paid.price);
  for (const [league, now] of marks.baselines)
    if (now !== before.get(league)) await upsertBaselines(trx, insertMany, league, now);
}

/** Turns the symbol into cash in every portfolio. */
async function cashOut(
  trx: Trx,
  insertMany: Storage['insertMany'],
  mark: Instant,
  symbol: SymbolId,
  price: bigint,
): Promise<void> {
  const delistings: (Delisting & { readonly botId: string })[] = [];
  const changed: StoredPortfolio[] = [];
  for (const bot of await portfoliosHolding(trx, symbol)) {
    const delisting = delistingOf(bot.now.portfolio, symbol, price);
    if (!delisting) continue;
    delistings.push({ botId: bot.botId, ...delisting });
    changed.push({ ...bot, now: applyChange(bot.now, delisting) });
  }
  await insertDelistings(trx, insertMany, mark, delistings);
  await upsertPortfolios(trx, insertMany, changed);
}
