/** The plain solver: in the order of booking every party takes the first flight that has seats for all of it; it looks at no weight. */
import type { Json } from '../../../json.ts';
import type { Answers, Shown } from '../../../source.ts';
import { readCase } from './read.ts';

export function plain(shown: Shown): Answers {
  return new Map<string, Json>(
    shown.tasks.map((task) => {
      const { parties, flights } = readCase(shown, task);
      const left = new Map(flights.map(({ id, seats }) => [id, seats]));
      const seats = parties.map(({ id, persons }): [string, string | null] => {
        const first = flights.find((flight) => (left.get(flight.id) ?? 0) >= persons);
        if (first !== undefined) left.set(first.id, (left.get(first.id) ?? 0) - persons);
        return [id, first?.id ?? null];
      });
      return [task.task_id, { seats: Object.fromEntries(seats) }];
    }),
  );
}
