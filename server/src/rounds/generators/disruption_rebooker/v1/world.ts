/**
 * The world of one variant: ten disruptions, each with its own parties and flights.
 *
 * In: the plan's slots and the draws of a variant. Out: records, from which the files are written and the key is worked out.
 */
import type { Draw } from '../../../draw.ts';
import type { Slot } from '../../../source.ts';
import type { Disruption, Flight, Party } from './disruption.ts';
import phrases from './phrases.json' with { type: 'json' };
import { solve, type Solution } from './solve.ts';

export interface Case {
  readonly taskId: string;
  readonly from: string;
  readonly to: string;
  readonly cause: string;
  readonly disruption: Disruption;
  readonly solution: Solution;
}

/** What the plan fixes for all bots. */
export interface Terms {
  readonly parties: number;
  readonly flights: number;
  readonly personsMax: number;
  readonly connections: boolean;
  readonly splits: boolean;
}

const partiesAt = [6, 12, 18, 24, 30, 40, 56, 76, 100];
const attemptsMax = 40;

export function drawTerms(draw: Draw, level: number): Terms {
  return {
    parties: partiesAt[level - 1] ?? 120,
    flights: level === 3 ? 4 : 3,
    personsMax: level <= 3 ? 1 : level === 4 ? 2 : 3,
    connections: level >= 2,
    splits: level >= 5,
  };
}

export function drawCases(slots: readonly Slot[], draw: Draw): Case[] {
  return slots.map((slot): Case => {
    const stream = draw.part(slot.task_id);
    const [from = '', to = ''] = stream.sample(phrases.cities, 2);
    const cause = stream.pick(phrases.causes);
    const terms = slot.settings as unknown as Terms;
    for (let attempt = 0; ; attempt++) {
      // Where no disruption of these terms is solved within the budget, one of single travellers will do.
      const disruption = drawDisruption(
        stream,
        attempt < attemptsMax ? terms : { ...terms, personsMax: 1, flights: 3 },
      );
      const solution = solve(disruption);
      if (solution !== null && solution.cost > 0)
        return { taskId: slot.task_id, from, to, cause, disruption, solution };
    }
  });
}

function drawDisruption(draw: Draw, terms: Terms): Disruption {
  const parties = Array.from({ length: terms.parties }, (_, i): Party => {
    const persons =
      terms.personsMax === 1
        ? 1
        : draw.weighted(
            [
              [4, 1],
              [4, 2],
              [2, 3],
            ].filter(([, n]) => (n ?? 0) <= terms.personsMax) as [number, number][],
          );
    return {
      id: `p${String(i + 1).padStart(3, '0')}`,
      persons,
      weight: draw.weighted([
        [5, 1],
        [3, 2],
        [2, 4],
        [1, 8],
      ]),
      connection: terms.connections && draw.chance(1, 3) ? draw.between(4, 30) * 15 : null,
      maySplit: terms.splits && (persons === 2 || persons === 3) && draw.chance(2, 3),
    };
  });
  const persons = parties.reduce((sum, party) => sum + party.persons, 0);
  // Seats for nearly all: who goes when is the question, and who stays behind at the end.
  const seats = Math.floor((persons * draw.between(88, 104)) / 100);
  const carriers = draw.pick(phrases.carriers);
  const parts = Array.from({ length: terms.flights }, () => draw.between(2, 6));
  const whole = parts.reduce((sum, part) => sum + part, 0);
  let delay = draw.between(2, 8) * 10;
  const flights = parts.map((part, i): Flight => {
    delay += i === 0 ? 0 : draw.between(5, 15) * 10;
    return {
      id: `${carriers}${100 + 10 * i + draw.below(10)}`,
      seats: Math.max(1, Math.floor((seats * part) / whole)),
      delay,
    };
  });
  return {
    flights,
    parties,
    missed: terms.connections ? draw.between(10, 30) * 20 : 0,
    behind: delay + draw.between(6, 12) * 60,
  };
}
