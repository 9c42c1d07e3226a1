/** What the operator asks for: checked against what holds, and stored for the engine's next mark. */
import { latestClose } from '../flow/ladder/ladder.sql.ts';
import type { SymbolId } from '../league/symbol.ts';
import type { Instant } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { insertAction, pendingActions } from './action.sql.ts';
import type { OperatorAction, SymbolActionKind } from './action.ts';
import {
  checkCapacity,
  checkCloseDate,
  checkLeague,
  checkLeagueAction,
  checkRetirement,
  checkSymbolAction,
  checkVoid,
  type LeagueSwitch,
  type RetirableBot,
} from './checks.ts';
import { retirementsToCopy } from './operator.sql.ts';
import type { Standing } from './standing.ts';

export interface AskDeps {
  readonly db: Db;
  /** The id of a new action; ids are in the order of their actions. */
  readonly newId: () => string;
}

export async function askForSymbol(
  deps: AskDeps,
  standing: Standing,
  asked: { readonly action: SymbolActionKind; readonly symbol: SymbolId; readonly reason: string },
): Promise<void> {
  const { action, symbol, reason } = asked;
  checkSymbolAction(action, symbol, standing);
  await store(deps, standing, { action, about: { kind: 'symbol', id: symbol }, reason });
}

export async function askForLeague(
  deps: AskDeps,
  standing: Standing,
  asked: { readonly action: LeagueSwitch; readonly league: string; readonly reason: string },
): Promise<void> {
  const { action, league: id, reason } = asked;
  checkLeagueAction(action, id, standing);
  await store(deps, standing, { action, about: { kind: 'league', id }, reason });
}

/** @param taken seats that are taken, one number per tier. @returns the capacity so far. */
export async function askForCapacity(
  deps: AskDeps,
  standing: Standing,
  asked: { readonly league: string; readonly capacity: number; readonly reason: string },
  taken: readonly number[],
): Promise<number> {
  const { league: id, capacity, reason } = asked;
  const before = checkCapacity(id, capacity, standing, taken);
  await store(deps, standing, { action: 'set_capacity', about: { kind: 'league', id }, reason, capacity });
  return before;
}

export async function askForRetirement(
  deps: AskDeps,
  standing: Standing,
  bot: RetirableBot,
  reason: string,
): Promise<void> {
  checkRetirement(bot, standing.pending, await retirementsToCopy(deps.db));
  await store(deps, standing, { action: 'retire', about: { kind: 'bot', id: bot.id }, reason });
}

/** @returns the instant of the close. */
export async function askForVoid(
  deps: AskDeps,
  { now, nextMark }: Pick<Standing, 'now' | 'nextMark'>,
  asked: { readonly league: string; readonly date: string; readonly reason: string },
): Promise<Instant> {
  const { league, date, reason } = asked;
  checkLeague(league);
  const close = checkCloseDate(date);
  const latest = await latestClose(deps.db, league);
  const id = checkVoid({ league, close }, latest, await pendingActions(deps.db), nextMark);
  await store(deps, { now }, { action: 'void_close', about: { kind: 'close', id }, reason });
  return close;
}

async function store(
  { db, newId }: AskDeps,
  { now }: Pick<Standing, 'now'>,
  action: Pick<OperatorAction, 'action' | 'about' | 'reason' | 'capacity'>,
): Promise<void> {
  await insertAction(db, { id: newId(), at: now, ...action });
}
