/** What a bot is shown: two tables for each task, a page of notices, and the text of each task. */
import { escapeHtml, pageFrame } from '../../../page-frame.ts';
import type { Material } from '../../../source.ts';
import type { Case } from './world.ts';

export function filesOf(cases: readonly Case[]): Material[] {
  return cases.flatMap(({ taskId, disruption: { parties, flights } }) => [
    table(
      `${taskId}/parties.csv`,
      'party,persons,weight,connection_minutes,may_split',
      parties.map(({ id, persons, weight, connection, maySplit }) =>
        [id, persons, weight, connection ?? '', maySplit ? 'yes' : 'no'].join(','),
      ),
    ),
    table(
      `${taskId}/flights.csv`,
      'flight,seats,delay_minutes',
      flights.map(({ id, seats, delay }) => [id, seats, delay].join(',')),
    ),
  ]);
}

export function startPage(cases: readonly Case[]): string {
  const notices = cases.map(
    ({ taskId, from, to, cause }) =>
      `<li>${taskId}: ${escapeHtml(from)} to ${escapeHtml(to)}, cancelled because of ${escapeHtml(cause)}</li>`,
  );
  return pageFrame('Cancelled flights', `<h1>Cancelled flights</h1>\n<ul>\n${notices.join('\n')}\n</ul>`);
}

export function promptOf({ taskId, from, to, cause, disruption }: Case): string {
  const { flights, parties, missed, behind } = disruption;
  const whole = parties.every(({ persons }) => persons === 1);
  const splits = parties.some(({ maySplit }) => maySplit);
  const last = flights.at(-1)?.id ?? '';
  const split = splits
    ? ` A party whose may_split is "yes" may also be given a list with one flight for each of its persons, such as ["${flights[0]?.id ?? ''}", "${last}"] for two; a list has no null.`
    : '';
  return `The flight from ${from} to ${to} is cancelled because of ${cause}. Seat its ${parties.length} parties on the flights that are left, at the least total cost.
${taskId}/parties.csv has the parties in the order of booking: persons, weight, connection_minutes (empty: no connection) and may_split. ${taskId}/flights.csv has the flights: free seats, and delay_minutes of everybody who takes it.
${whole ? 'Every party is one person.' : 'All persons of a party take the same flight or all stay behind, unless the party is split.'} A flight takes no more persons than it has seats. Every party must be in the answer.
Cost of each person: weight × delay_minutes of the flight${missed > 0 ? `, plus ${missed} if the party has a connection and delay_minutes is greater than its connection_minutes` : ''}; for a person who stays behind weight × ${behind}. The total is the sum over all persons.
Answer with one entry for each party: a flight's id, or null to stay behind, such as {"seats": {"p001": "${last}", "p002": null}}.${split} An answer that breaks a rule scores 0; else it scores by its cost compared with the least one.`;
}

function table(name: string, head: string, lines: readonly string[]): Material {
  return { name, type: 'text/csv; charset=utf-8', bytes: Buffer.from(`${[head, ...lines].join('\n')}\n`) };
}
