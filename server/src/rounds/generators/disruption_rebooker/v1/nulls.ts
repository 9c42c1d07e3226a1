/** Bots that do not think: everybody stays behind, everybody on the first flight, everybody on the last. */
import type { Json } from '../../../json.ts';
import type { NullBot } from '../../../source.ts';
import { readCase, type ReadFlight } from './read.ts';

const all = (name: string, seat: (flights: readonly ReadFlight[]) => string | null): NullBot => ({
  name,
  answers: (shown) =>
    new Map<string, Json>(
      shown.tasks.map((task) => {
        const { parties, flights } = readCase(shown, task);
        return [task.task_id, { seats: Object.fromEntries(parties.map(({ id }) => [id, seat(flights)])) }];
      }),
    ),
});

export const nulls: readonly NullBot[] = [
  all('everybody stays', () => null),
  all('everybody on the first', (flights) => flights[0]?.id ?? null),
  all('everybody on the last', (flights) => flights.at(-1)?.id ?? null),
];
