/** Applies what the operator asked for at a mark, and writes what it changed into the public incident log. */
import { insertIncident, lastIncidentId } from './incident.sql.ts';
import { insertApplied } from './action.sql.ts';
import type { About } from './about.ts';
import type { Incident } from './incident.ts';
import type { OperatorAction } from './action.ts';
import {
  foldSetting,
  isLeagueAction,
  leagueChange,
  noSettings,
  type LeagueActionKind,
  type LeagueSettings,
} from './league-settings.ts';
import { botToRetire, fullestTier } from './operator.sql.ts';
import { applySymbolAction, type SuspensionDeps } from './suspension.job.ts';
import { applyVoid, type VoidDeps } from './void.job.ts';

export interface OperatorDeps extends SuspensionDeps, VoidDeps {
  readonly state: SuspensionDeps['state'] & {
    readonly settings: Map<string, LeagueSettings>;
    appliedActions: number;
  };
  /** Leagues whose settings or bots the operator changed. */
  readonly acted: Set<string>;
  /** Bots that the operator retired. */
  readonly retired: Set<string>;
}

/** The actions that are due at a mark, in order. One that changes nothing is applied, too, and makes no entry. */
export async function applyActions(deps: OperatorDeps, actions: readonly OperatorAction[]): Promise<void> {
  for (const a of actions) {
    if (a.action === 'void_close') await applyVoid(deps, a);
    else if (a.action === 'retire') await applyRetirement(deps, a);
    else if (isLeagueAction(a.action)) await applyLeagueAction(deps, a.action, a);
    else await applySymbolAction(deps, a.action, a);
    deps.state.appliedActions++;
    await insertApplied(deps.trx, deps.state.appliedActions, a.id, deps.mark);
  }
}

async function applyLeagueAction(deps: OperatorDeps, action: LeagueActionKind, asked: OperatorAction): Promise<void> {
  const { trx, mark, state, acted } = deps;
  const { about, capacity, reason } = asked;
  const league = about.id;
  const fullest = action === 'set_capacity' ? await fullestTier(trx, league, mark) : 0;
  const kind = leagueChange({ action, capacity }, state.settings.get(league) ?? noSettings, fullest);
  if (!kind) return;
  const incident = operatorIncident(deps.mark, kind, about, reason, capacity);
  await insertIncident(trx, { id: (await lastIncidentId(trx)) + 1, ...incident });
  foldSetting(state.settings, incident);
  acted.add(league);
}

/** The bot is ranked at no close after this mark. Its row belongs to the HTTP side, which follows (operator/retire.job.ts). */
async function applyRetirement(
  { trx, mark, acted, retired }: OperatorDeps,
  { about, reason }: OperatorAction,
): Promise<void> {
  const league = await botToRetire(trx, about.id, mark);
  if (league === undefined) return;
  await insertIncident(trx, {
    id: (await lastIncidentId(trx)) + 1,
    ...operatorIncident(mark, 'agent_retired', about, reason),
  });
  acted.add(league);
  retired.add(about.id);
}

/** What the operator did, as the log says it; the number is given when it is written. */
export function operatorIncident(
  atMark: number,
  kind: Incident['kind'],
  about: About,
  reason: string,
  capacity?: number,
): Omit<Incident, 'id'> {
  return { atMark, kind, about, price: null, priceAt: null, by: 'operator', reason, capacity };
}
