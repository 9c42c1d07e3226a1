/**
 * The made-up web: towns, firms and people with facts about each other, and notices by which some facts have changed since their pages were
 * written. Some people share a name and differ in their profession.
 */
import type { Draw } from '../../../draw.ts';
import phrases from './phrases.json' with { type: 'json' };

export type Kind = 'town' | 'firm' | 'person';
/** Facts that are another thing of the web. */
export type Relation = 'seat' | 'director' | 'founder' | 'mayor' | 'birthplace' | 'employer';
/** Facts that are an integer: hectares, metres, years, heads. */
export type Attribute = 'population' | 'height' | 'area' | 'founded' | 'employees' | 'born';

export interface Thing {
  /** `town-3`: its page is `town-3.html`. */
  readonly id: string;
  readonly kind: Kind;
  readonly name: string;
  /** Of a person. */
  readonly profession: string;
  /** Of a town: its page gives the area in square kilometres, with two decimals, instead of hectares. */
  readonly inSquareKilometres: boolean;
}

export interface Notice {
  /** `2031-03-14`; no two are of one day. */
  readonly date: string;
  readonly about: string;
  readonly fact: Relation | Attribute;
  readonly value: string | number;
}

export interface World {
  readonly things: ReadonlyMap<string, Thing>;
  /** As the pages have it: `town-3 mayor` -> `person-7`, `town-3 population` -> 4120. */
  readonly written: ReadonlyMap<string, string | number>;
  /** As it is, with every notice. */
  readonly facts: ReadonlyMap<string, string | number>;
  /** In the order of their dates. */
  readonly notices: readonly Notice[];
}

export const relations: Readonly<Record<Relation, readonly [of: Kind, to: Kind]>> = {
  seat: ['firm', 'town'],
  director: ['firm', 'person'],
  founder: ['firm', 'person'],
  mayor: ['town', 'person'],
  birthplace: ['person', 'town'],
  employer: ['person', 'firm'],
};
export const attributes: Readonly<Record<Attribute, Kind>> = {
  population: 'town',
  height: 'town',
  area: 'town',
  founded: 'firm',
  employees: 'firm',
  born: 'person',
};

const counts = { town: 14, firm: 30, person: 84, namesakes: 12, notices: 24 };
/** What a notice can change. */
const changing = ['seat', 'director', 'mayor', 'population', 'employees'] as const;

export function drawWorld(draw: Draw): World {
  const things = drawThings(draw.part('things'));
  const of = (kind: Kind): string[] => [...things.values()].filter((each) => each.kind === kind).map(({ id }) => id);
  const value = (own: Draw, fact: Relation | Attribute): string | number =>
    fact in relations ? own.pick(of(relations[fact as Relation][1])) : numberOf(own, fact as Attribute);
  const written = new Map<string, string | number>();
  for (const { id, kind } of things.values()) {
    const own = draw.part(id);
    for (const [relation, [from]] of Object.entries(relations))
      if (from === kind) written.set(`${id} ${relation}`, value(own, relation as Relation));
    for (const [attribute, from] of Object.entries(attributes))
      if (from === kind) written.set(`${id} ${attribute}`, value(own, attribute as Attribute));
  }
  const notices = drawNotices(draw.part('notices'), { of, value });
  const facts = new Map(written);
  for (const { about, fact, value: now } of notices) facts.set(`${about} ${fact}`, now);
  return { things, written, facts, notices };
}

function drawThings(draw: Draw): Map<string, Thing> {
  const thing = (kind: Kind, i: number, name: string, more: Partial<Thing> = {}): Thing => ({
    id: `${kind}-${i + 1}`,
    kind,
    name,
    profession: '',
    inSquareKilometres: false,
    ...more,
  });
  const towns = draw
    .sample(phrases.towns, counts.town)
    .map((name, i) => thing('town', i, name, { inSquareKilometres: draw.chance(1, 2) }));
  const firms = draw
    .sample(phrases.firms, counts.firm)
    .map((name, i) => thing('firm', i, `${name} ${draw.pick(phrases.trades)}`));
  const names = draw
    .shuffled(phrases.first.flatMap((first) => phrases.last.map((last) => `${first} ${last}`)))
    .slice(0, counts.person);
  const people = names.map((name, i) => thing('person', i, name, { profession: draw.pick(phrases.professions) }));
  for (let i = 0; i < counts.namesakes; i++) {
    const [one, other] = [people[i] as Thing, people[counts.person - 1 - i] as Thing];
    const professions = phrases.professions.filter((each) => each !== one.profession);
    people[counts.person - 1 - i] = { ...other, name: one.name, profession: draw.pick(professions) };
  }
  return new Map([...towns, ...firms, ...people].map((each) => [each.id, each]));
}

function numberOf(draw: Draw, attribute: Attribute): number {
  const [least, most] = {
    population: [812, 96_000],
    height: [3, 1_460],
    area: [410, 18_900],
    founded: [1790, 2019],
    employees: [4, 940],
    born: [1941, 2001],
  }[attribute] as [number, number];
  return draw.between(least, most);
}

interface Values {
  of(kind: Kind): string[];
  value(draw: Draw, fact: Relation | Attribute): string | number;
}

/** The first ten go round the facts, so that each has changed somewhere. A third of the others is about a fact that had a notice before: the later one counts. */
function drawNotices(draw: Draw, values: Values): Notice[] {
  const days = draw.sample(
    Array.from({ length: 300 }, (_, i) => i),
    counts.notices,
  );
  const notices: Notice[] = [];
  for (const [i, day] of days.toSorted((a, b) => a - b).entries()) {
    const date = new Date(Date.UTC(2031, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);
    const earlier = i >= 2 * changing.length && draw.chance(1, 3) ? draw.pick(notices) : null;
    const fact = earlier ? earlier.fact : (changing[i % changing.length] as (typeof changing)[number]);
    const kind = fact === 'mayor' || fact === 'population' ? 'town' : 'firm';
    notices.push({
      date,
      about: earlier ? earlier.about : draw.pick(values.of(kind)),
      fact,
      value: values.value(draw, fact),
    });
  }
  return notices;
}
