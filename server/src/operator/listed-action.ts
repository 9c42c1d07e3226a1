/** Listed actions: what was asked for and the public log in, what became of each request out. */
import { iso, type Instant } from '../lib/clock.ts';
import type { About } from 'papertape-contract/about';
import type { OperatorAction } from './action.ts';
import type { Incident } from './incident.ts';
import { leagueIncidents } from './league-settings.ts';
import { moderationIncidents } from './moderation.ts';
import { roundIncidents } from './round-acts.ts';
import { paymentIncidents } from './payment-acts.ts';

export interface ListedAction {
  readonly id: string;
  /** When it was asked for, and the mark at which it was applied. */
  readonly at: string;
  readonly applied_at: string | null;
  readonly action: OperatorAction['action'];
  readonly about: About;
  readonly capacity: number | null;
  readonly reason: string;
  /** An action that was not possible any more when its mark came changed nothing. */
  readonly state: 'waiting' | 'done' | 'nothing changed';
}

export function listedActions(
  actions: readonly (OperatorAction & { readonly appliedAt: Instant | undefined })[],
  log: readonly Incident[],
): ListedAction[] {
  const entries = new Set(log.filter((i) => i.by === 'operator').map(entryKey));
  return actions.map((a) => {
    const { id, at, appliedAt, action, about, capacity, reason } = a;
    const made = appliedAt !== undefined && entries.has(entryKey({ ...a, kind: entryOf[action], atMark: appliedAt }));
    return {
      id,
      at: iso(at),
      applied_at: appliedAt === undefined ? null : iso(appliedAt),
      action,
      about,
      capacity: capacity ?? null,
      reason,
      state: appliedAt === undefined ? 'waiting' : made ? 'done' : 'nothing changed',
    };
  });
}

/** The entry that an action makes. */
const entryOf: Readonly<Record<OperatorAction['action'], Incident['kind']>> = {
  suspend: 'suspended',
  resume: 'resumed',
  delist: 'delisted',
  void_close: 'close_voided',
  retire: 'agent_retired',
  reinstate: 'agent_reinstated',
  end_market: 'market_ended',
  file_day: 'day_filed',
  ...leagueIncidents,
  ...moderationIncidents,
  ...paymentIncidents,
  ...roundIncidents,
};

const entryKey = (e: Pick<Incident, 'kind' | 'atMark' | 'about' | 'reason'>): string =>
  JSON.stringify([e.kind, e.atMark, e.about.id, e.reason]);
