/** A round as it is shown. Of its entrants the number is told, since they can be many: the public log has who they are. */
import type { RoundView } from 'papertape-contract/round';
import { iso } from '../lib/clock.ts';
import type { FoundRound } from './find-round.ts';

export function roundView({ round, facts, state }: FoundRound): RoundView {
  const { opened } = facts;
  const told = { ...facts, ...(opened ? { opened: { entrants: opened.entrants.length } } : {}) };
  return {
    league: round.league,
    round: round.name,
    round_id: round.id,
    state,
    opens_at: iso(round.opensAt),
    closes_at: iso(round.closesAt),
    facts: Object.fromEntries(Object.entries(told).map(([name, fact]) => [name, { ...fact }])),
  };
}
