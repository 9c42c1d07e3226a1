/**
 * Questions about the made-up web. A chain starts at a named thing, goes along relations and ends at an attribute or a name; a set asks for all
 * firms of a town that were founded before a year. The key is a query on the facts.
 */
import type { Draw } from '../../../draw.ts';
import type { Json, JsonRecord } from '../../../json.ts';
import { byCodeUnit } from '../../../json.ts';
import { attributes, relations, type Attribute, type Relation, type Thing, type World } from './world.ts';

export interface Question {
  /** What is asked, without the rules that all questions have. */
  readonly text: string;
  readonly form: 'integer' | 'name' | 'names';
  readonly key: Json;
}

const relationPhrases: Readonly<Record<Relation, string>> = {
  seat: 'the town in which {x} has its seat',
  director: 'the director of {x}',
  founder: 'the founder of {x}',
  mayor: 'the mayor of {x}',
  birthplace: 'the town in which {x} was born',
  employer: 'the firm that employs {x}',
};
const attributePhrases: Readonly<Record<Attribute, string>> = {
  population: 'the population of {x}',
  height: 'the height of {x} above the sea in metres',
  area: 'the area of {x} in hectares',
  founded: 'the year in which {x} was founded',
  employees: 'the number of people who work for {x}',
  born: 'the birth year of {x}',
};

/** With each set of wishes. */
const attemptsMax = 800;
const noticedShare = [3, 2] as const;
/** By level: attributes and relations along the chain. */
const hops = [1, 2, 3, 3, 4, 4, 5, 5, 6];

export function settingsOf(level: number, draw: Draw): JsonRecord {
  const [outOf, of] = noticedShare;
  return {
    kind: level >= 2 && draw.chance(1, 4) ? 'set' : 'chain',
    hops: hops[level - 1] ?? 6,
    noticed: level >= 3 && draw.chance(of, outOf),
    namesake: level >= 4,
    units: level >= 5 && draw.chance(1, 3),
    named: draw.chance(1, 4),
  };
}

/** What is given up, one after the other, where a world has no question with all that the settings want. */
const givenUp: readonly JsonRecord[] = [
  {},
  { units: false },
  { units: false, namesake: false },
  { units: false, namesake: false, noticed: false },
];

/** @throws Error where no question is found at all, which no drawn world has shown. */
export function drawQuestion(draw: Draw, world: World, settings: JsonRecord): Question {
  for (const less of givenUp)
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const wanted = { ...settings, ...less };
      const question = settings['kind'] === 'set' ? drawSet(draw, world, wanted) : drawChain(draw, world, wanted);
      if (question) return question;
    }
  throw new Error('no question could be drawn');
}

/** `Ada Brandt (the carpenter)`; towns and firms by name. */
export function called({ kind, name, profession }: Thing): string {
  return kind === 'person' ? `${name} (the ${profession})` : name;
}

function drawChain(draw: Draw, { things, facts, written }: World, settings: JsonRecord): Question | null {
  const list = [...things.values()];
  const count = Number(settings['hops']);
  const named = settings['named'] === true && count > 1;
  const isNamesake = ({ id, name }: Thing): boolean => list.some((other) => other.name === name && other.id !== id);
  let at = draw.pick(list.filter((each) => settings['namesake'] !== true || isNamesake(each)));
  let phrase = called(at);
  let noticed = false;
  const seen = new Set([at.id]);
  for (let hop = 1; hop < count; hop++) {
    const relation = draw.pick(
      Object.keys(relations).filter((each) => relations[each as Relation][0] === at.kind),
    ) as Relation;
    const next = facts.get(`${at.id} ${relation}`);
    noticed ||= next !== written.get(`${at.id} ${relation}`);
    at = things.get(String(next)) as Thing;
    if (seen.has(at.id)) return null;
    seen.add(at.id);
    phrase = relationPhrases[relation].replace('{x}', () => phrase);
  }
  if (named && noticed === (settings['noticed'] === true))
    return { text: `What is the name of ${phrase}?`, form: 'name', key: at.name };
  const attribute = draw.pick(
    Object.keys(attributes).filter((each) => attributes[each as Attribute] === at.kind),
  ) as Attribute;
  const value = Number(facts.get(`${at.id} ${attribute}`));
  noticed ||= value !== written.get(`${at.id} ${attribute}`);
  if (named || noticed !== (settings['noticed'] === true)) return null;
  if ((attribute === 'area' && at.inSquareKilometres) !== (settings['units'] === true)) return null;
  // Of seven digits, which no page has: so no page holds the answer, and a memory of facts alone does not give it.
  const factor = draw.between(Math.ceil(1_100_000 / value), Math.floor(9_800_000 / value));
  const term = draw.between(101, 9_999);
  const asked = attributePhrases[attribute].replace('{x}', () => phrase);
  return {
    text: `Take ${asked}, multiply it by ${factor} and add ${term}.`,
    form: 'integer',
    key: value * factor + term,
  };
}

function drawSet(draw: Draw, { things, facts, written }: World, settings: JsonRecord): Question | null {
  const list = [...things.values()];
  const town = draw.pick(list.filter(({ kind }) => kind === 'town'));
  const year = draw.between(1850, 2015);
  const within = (store: World['facts']): string[] =>
    list
      .filter(
        ({ id, kind }) =>
          kind === 'firm' && store.get(`${id} seat`) === town.id && Number(store.get(`${id} founded`)) < year,
      )
      .map(({ name }) => name)
      .toSorted(byCodeUnit);
  const [names, before] = [within(facts), within(written)];
  const noticed = names.join() !== before.join();
  if (names.length < 2 || noticed !== (settings['noticed'] === true)) return null;
  return {
    text: `Which firms that have their seat in ${town.name} were founded before ${year}?`,
    form: 'names',
    key: names,
  };
}
