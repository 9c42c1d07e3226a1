/** Reads the tables and the texts of tasks as a bot's program would: the common part of the plain and the second solver. */
import type { Shown, Task } from '../../../source.ts';

export interface ReadParty {
  readonly id: string;
  readonly persons: number;
  readonly weight: number;
  readonly connection: number;
  readonly maySplit: boolean;
}

export interface ReadFlight {
  readonly id: string;
  readonly seats: number;
  readonly delay: number;
}

export interface ReadCase {
  readonly parties: readonly ReadParty[];
  readonly flights: readonly ReadFlight[];
  /** The cost of one person of a party on a flight, or behind. */
  cost(party: ReadParty, flight: ReadFlight | null): number;
}

export function readCase(shown: Shown, { task_id, prompt }: Task): ReadCase {
  const rows = (name: string): string[][] =>
    (shown.files.find((file) => file.name === `${task_id}/${name}`)?.bytes.toString('utf8') ?? '')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.split(','));
  const parties = rows('parties.csv').map(([id = '', persons, weight, connection = '', split]) => ({
    id,
    persons: Number(persons),
    weight: Number(weight),
    connection: connection === '' ? Infinity : Number(connection),
    maySplit: split === 'yes',
  }));
  const flights = rows('flights.csv').map(([id = '', seats, delay]) => ({
    id,
    seats: Number(seats),
    delay: Number(delay),
  }));
  const missed = Number(/plus (\d+) if/.exec(prompt)?.[1] ?? 0);
  const behind = Number(/stays behind weight × (\d+)/.exec(prompt)?.[1]);
  return {
    parties,
    flights,
    cost: ({ weight, connection }, flight) =>
      flight === null ? weight * behind : weight * flight.delay + (flight.delay > connection ? missed : 0),
  };
}
