/** What the operator's actions that are about no symbol make: voided closes, settings of leagues, retired bots. */
import type { Instant } from '../lib/clock.ts';
import type { Incident } from '../operator/incident.ts';
import type { OperatorAction } from '../operator/action.ts';
import {
  foldSetting,
  isLeagueAction,
  leagueChange,
  noSettings,
  type LeagueSettings,
} from '../operator/league-settings.ts';
import { operatorIncident } from '../operator/operator.job.ts';
import type { ClosesFold } from './closes-fold.ts';
import type { FoldedBot } from './orders-fold.ts';

export interface OperatorFold {
  /** @returns what the log must say of it; undefined when nothing changed. */
  apply(action: OperatorAction, mark: Instant): Omit<Incident, 'id'> | undefined;
  /** Seats of each tier of a league; undefined when the operator set none. */
  capacity(league: string): number | undefined;
}

export function createOperatorFold(
  bots: ReadonlyMap<string, FoldedBot>,
  closes: Pick<ClosesFold, 'applyVoid' | 'fullestTier'>,
): OperatorFold {
  const settings = new Map<string, LeagueSettings>();
  return {
    capacity: (league) => settings.get(league)?.capacity,
    apply({ action, about, reason, capacity }, mark) {
      if (action === 'void_close')
        return closes.applyVoid({ about, reason }, mark)
          ? operatorIncident(mark, 'close_voided', about, reason)
          : undefined;
      if (action === 'retire') {
        const bot = bots.get(about.id);
        if (!bot || !mayRetire(bot, mark)) return undefined;
        bot.retiredByOperator = mark;
        return operatorIncident(mark, 'agent_retired', about, reason);
      }
      if (!isLeagueAction(action)) return undefined;
      const now = settings.get(about.id) ?? noSettings;
      const kind = leagueChange({ action, capacity }, now, closes.fullestTier(about.id, mark));
      if (!kind) return undefined;
      const incident = operatorIncident(mark, kind, about, reason, capacity);
      foldSetting(settings, incident);
      return incident;
    },
  };
}

function mayRetire({ registeredAt, retiredAt, retiredByOperator }: FoldedBot, mark: Instant): boolean {
  return registeredAt < mark && (retiredAt === null || retiredAt >= mark) && retiredByOperator === undefined;
}
