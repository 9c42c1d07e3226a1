/** A seat that lapses, as the public log says it; and which leagues come first. */
import type { Instant } from '../lib/clock.ts';
import { byCodeUnits } from '../lib/text.ts';
import { lapseReason } from '../flow/ladder/seat.ts';
import type { Incident } from './incident.ts';

/** The bot is retired as by the operator, and by nobody's hand. */
export function lapseIncident(botId: string, atMark: Instant): Omit<Incident, 'id'> {
  const about = { kind: 'bot', id: botId } as const;
  return { atMark, kind: 'agent_retired', about, price: null, priceAt: null, by: 'engine', reason: lapseReason };
}

/** Leagues in the order in which their seats lapse. */
export function byLeague([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return byCodeUnits(a, b);
}
