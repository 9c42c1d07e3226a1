/**
 * Parties, the flights that are left, and what seats cost: the records of the league.
 *
 * In: a disruption and the seats of an answer. Out: the cost, or the first condition that is broken.
 *
 * A person who flies costs the party's weight times the minutes of delay, and `missed` more where the onward connection is missed; one who
 * does not fly costs the party's weight times the minutes that stand for staying behind.
 *
 * Example: p1 weighs 3, p2 weighs 1; one seat at +60 minutes and two at +180. p1 first: 3 × 60 + 1 × 180 = 360, the least; else 600.
 */
export interface Flight {
  readonly id: string;
  readonly seats: number;
  /** Minutes after the cancelled flight's arrival. */
  readonly delay: number;
}

export interface Party {
  readonly id: string;
  readonly persons: number;
  readonly weight: number;
  /** The most minutes of delay with which the onward connection is reached, or null where there is none. */
  readonly connection: number | null;
  /** Whether its persons may go on different flights. */
  readonly maySplit: boolean;
}

export interface Disruption {
  readonly flights: readonly Flight[];
  /** In the order of booking. */
  readonly parties: readonly Party[];
  /** Added for each person whose connection is missed. */
  readonly missed: number;
  /** Minutes that a person who stays behind counts as. */
  readonly behind: number;
}

/** What stands in an answer for a party: one flight for all, null for staying behind, or a flight for each person. */
export type Seat = string | null | readonly string[];
export type Seats = Readonly<Record<string, Seat>>;

/** The cost of one person of a party on a flight; `null` is staying behind. */
export function personCost(
  { missed, behind }: Disruption,
  { weight, connection }: Party,
  flight: Flight | null,
): number {
  if (flight === null) return weight * behind;
  return weight * flight.delay + (connection !== null && flight.delay > connection ? missed : 0);
}

export function judge(disruption: Disruption, seats: Seats): { cost: number } | { broken: string } {
  const flights = new Map(disruption.flights.map((flight) => [flight.id, flight]));
  const left = new Map(disruption.flights.map(({ id, seats: free }) => [id, free]));
  let cost = 0;
  for (const party of disruption.parties) {
    if (!Object.hasOwn(seats, party.id)) return { broken: `${party.id} is missing` };
    const seat = seats[party.id] ?? null;
    const ids = Array.isArray(seat)
      ? (seat as readonly string[])
      : Array.from({ length: party.persons }, () => seat as string | null);
    if (ids.length !== party.persons) return { broken: `${party.id} has ${party.persons} persons, not ${ids.length}` };
    if (!party.maySplit && new Set(ids).size > 1) return { broken: `${party.id} may not be split` };
    for (const id of ids) {
      const flight = id === null ? null : flights.get(id);
      if (flight === undefined) return { broken: `${String(id)} is no flight of this task` };
      cost += personCost(disruption, party, flight);
      if (flight !== null) left.set(flight.id, (left.get(flight.id) ?? 0) - 1);
    }
  }
  const full = [...left].find(([, free]) => free < 0);
  return full === undefined ? { cost } : { broken: `${full[0]} is overfull` };
}
