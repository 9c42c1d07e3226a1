/** Packs of phrases: a generator in other words, whose own come back; and what `papertape rounds check` finds in such a pack. */
import { expect, test } from 'vitest';
import { leaguesWithRounds } from '../../league/catalogue/rounds.ts';
import { sha256Bytes } from '../../lib/hash.ts';
import { checkVariants } from '../checks.ts';
import { phrasesOf } from '../generators/phrases.ts';
import { generators, sources } from '../generators.ts';
import { isList, isRecord, type Json, type JsonRecord } from '../json.ts';
import type { Generator, Variant } from '../source.ts';
import { bundleText, sourceOf } from './bundle.ts';
import { readPackFolder } from './folder.ts';
import { phrased } from './phrased.ts';
import { checkPhrases, isOfPhrases, readPhrases } from './phrases.ts';
import { packOf, withPacks } from './store.ts';

const example = readPackFolder(new URL('../../../../examples/phrases', import.meta.url).pathname);

/** Of each generator names or goods that its solvers read as they come. */
const names: Readonly<Record<string, string>> = {
  bug_fixers: 'functions',
  budget_organiser: 'households',
  car_picker: 'makers',
  computer_use: 'people',
  customer_support: 'first',
  deal_finder: 'categories',
  deep_research: 'towns',
  disruption_rebooker: 'cities',
  grocery_basket: 'groups',
  health_admin: 'people',
  live_web_price_hunt: 'nouns',
  negotiation: 'names',
  office_tasks: 'sheets',
  reference_lookup: 'first',
  terminal_ops: 'given',
  trip_planner: 'starts',
  web_q_a: 'professions',
  writing: 'given',
};

/** Each vowel is the next one; what the generator puts in stays. */
function otherWords(value: Json): Json {
  if (typeof value === 'string')
    return value
      .split(/(\{\w+\})/)
      .map((part) =>
        part.startsWith('{') ? part : part.replaceAll(/[aeiou]/g, (c) => 'eioua'['aeiou'.indexOf(c)] ?? c),
      )
      .join('');
  if (isList(value)) return value.map(otherWords);
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([k, v]) => [k, otherWords(v)])) : value;
}

function shownOf(variant: Variant): string {
  const pages = variant.paths.map((path) => variant.page(path));
  return JSON.stringify([
    variant.tasks,
    variant.files.map(({ name, bytes }) => [name, bytes.toString('latin1')]),
    pages,
  ]);
}

function variantOf(generator: Generator, n = 0): Variant {
  const plan = generator.plan(generator.league, '2026-W47-3', [1, 2, 3, 4, 5], sha256Bytes('plan'));
  return generator.variant(plan, sha256Bytes(`variant ${n}`));
}

test.each([...sources.keys()])('%s: other words are shown and solved, and its own come back', async (league) => {
  const generator = (await generators.get(league)) as Generator;
  const own = await phrasesOf(generator);
  const name = names[league];
  expect(own === undefined).toBe(name === undefined);
  if (!own || name === undefined) return;
  const before = shownOf(variantOf(generator));
  const other = phrased(generator, own, { [name]: otherWords(own[name] ?? null) }, 'pack:');
  const variants = Array.from({ length: 3 }, (_, n) => variantOf(other, n));
  // Between the two nothing of either is left.
  expect(shownOf(variantOf(generator))).toBe(before);
  expect(variants.map(shownOf)).not.toContain(before);
  expect(checkVariants(other, variants).faults.filter((fault) => !/^(par is|the null bot)/.test(fault))).toEqual([]);
  expect(shownOf(variantOf(other))).toBe(shownOf(variants[0] as Variant));
});

test('a generator that throws has its own words back', async () => {
  const generator = (await generators.get('deal_finder')) as Generator;
  const own = (await phrasesOf(generator)) as JsonRecord;
  const before = JSON.stringify(own);
  const broken = phrased(generator, own, { shops: null }, 'pack:');
  expect(() => variantOf(broken)).toThrow(TypeError);
  expect(JSON.stringify(own)).toBe(before);
});

type Change = (files: Map<string, Buffer>) => void;

const replaced =
  (file: string, from: string | RegExp, to: string): Change =>
  (files) => {
    const text = files.get(file)?.toString() ?? '';
    expect(text.replace(from, to)).not.toBe(text);
    files.set(file, Buffer.from(text.replace(from, to)));
  };
const put =
  (file: string, value: unknown): Change =>
  (files) =>
    void files.set(file, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));

async function found(change: Change): Promise<string[]> {
  const files = new Map(example);
  change(files);
  const { findings } = await checkPhrases(files, leaguesWithRounds);
  for (const { fix } of findings) expect(fix).toMatch(/^[A-Z].*\.$/s);
  return findings.map(({ file, place, what }) => `${file} | ${place} | ${what}`);
}

test('the example holds', async () => {
  expect(isOfPhrases(example)).toBe(true);
  const { pack, par, findings } = await checkPhrases(example, leaguesWithRounds);
  expect(findings).toEqual([]);
  expect(pack).toMatchObject({ league: 'deal_finder', draw: 10, texts: 39 });
  expect(par).toBeGreaterThan(150_000);
});

const faults: Readonly<Record<string, readonly [Change, RegExp]>> = {
  'a file too many': [put('notes.txt', 'x'), /^notes\.txt \| {2}\| it is no part of a pack of phrases$/],
  'no version': [replaced('pack.json', '"version": 1,', ''), /^pack\.json \| {2}\| version is missing$/],
  'a version that is not there': [
    replaced('pack.json', '"version": 1', '"version": 2'),
    /^pack\.json \| league \| there is no version 2 of a generator of deal_finder that has phrases$/,
  ],
  'a league without phrases': [
    replaced('pack.json', 'deal_finder', 'strategy_games'),
    /there is no version 1 of a generator of strategy_games/,
  ],
  'an older version': [
    (files) => {
      replaced('pack.json', 'deal_finder', 'office_tasks')(files);
      put('phrases.json', { events: Array.from({ length: 9 }, (_, i) => `event ${i}`) })(files);
    },
    /^pack\.json \| version \| rounds of office_tasks are of version 2$/,
  ],
  'no phrases': [(files) => void files.delete('phrases.json'), /^phrases\.json \| {2}\| it is not there/],
  'phrases that are no object': [put('phrases.json', []), /it is not there, or is no object of JSON$/],
  'nothing that is other': [put('phrases.json', {}), /it has no text that is other than the generator’s$/],
  'a member that is none': [put('phrases.json', { towns: [] }), /\| towns \| the generator has no such member$/],
  'one too few': [replaced('phrases.json', '"Neap",', ''), /\| shops \| it is no list of 16$/],
  'two alike': [replaced('phrases.json', '"Neap"', '"Halyard"'), /\| shops \| two of its texts are alike$/],
  'an empty text': [
    replaced('phrases.json', '"Bollard Street"', '" "'),
    /\| shops\[1\] \| it is no text of 1 to 500 characters$/,
  ],
  'no text': [replaced('phrases.json', '"Bollard Street"', '7'), /\| shops\[1\] \| it is no text/],
  'one character too many': [
    replaced('phrases.json', '"Bollard Street"', `"${'x'.repeat(501)}"`),
    /\| shops\[1\] \| it is no text/,
  ],
  'a place that is gone': [replaced('phrases.json', '{price}', 'dear'), /\| reviews\[5\] \| it has the places none$/],
  'a place too many': [
    replaced('phrases.json', 'Stays', '{price} stays'),
    /\| reviews\[4\] \| it has the places \{price\}$/,
  ],
  'other members': [put('phrases.json', { shipping: { free: 'x' } }), /\| shipping \| its members are others$/],
  'an empty list': [put('phrases.json', { currencies: [] }), /\| currencies \| it is no list of 4$/],
  'words that the second solver cannot read': [
    put('phrases.json', { freight: ['{code} {from} {date}', 'By boat: {date}, {from}, {code}.'] }),
    /\| levels [15] to [59] \| .*(the second solver|no task can be made)/,
  ],
};

test.each(Object.entries(faults))('%s', async (_, [change, finding]) => {
  const said = await found(change);
  expect(
    said.some((line) => finding.test(line)),
    said.join('\n'),
  ).toBe(true);
});

test('a text of 500 characters is read', async () => {
  const files = new Map(example);
  replaced('phrases.json', '"Bollard Street"', `"${'x'.repeat(500)}"`)(files);
  expect((await readPhrases(files, 'pack:')).findings).toEqual([]);
});

test('a number of the generator stays as it is', async () => {
  const generator = (await generators.get('deal_finder')) as Generator;
  const { categories } = structuredClone(await phrasesOf(generator)) as {
    categories: { one: string; least: number }[];
  };
  categories[0]!.one = 'samovar';
  const files = new Map(example);
  put('phrases.json', { categories })(files);
  expect((await readPhrases(files, 'pack:')).pack?.texts).toBe(1);
  categories[0]!.least += 1;
  expect(await found(put('phrases.json', { categories }))).toEqual([
    'phrases.json | categories[0].least | it is not 1800',
  ]);
});

test('it is found by its name, and whoever names an older version gets that one', async () => {
  const bundle = { salt: 'a'.repeat(64), files: example };
  const source = sourceOf(bundle);
  expect((await packOf(source, bundleText(bundle)))?.id).toBe(source);
  const changed = new Map(example).set('phrases.json', Buffer.from('{}'));
  expect(await packOf(source, bundleText({ ...bundle, files: changed }))).toBeUndefined();
  let read = 0;
  const all = withPacks(generators, (name) => {
    read++;
    return name === source ? bundleText(bundle) : undefined;
  });
  // Of two that ask at once, and of one that asks for another league, one reads.
  const asked = ['deal_finder', 'deal_finder', 'web_q_a'].map(async (league) => await all.get(league, source));
  const [first, second, other] = await Promise.all(asked);
  expect([first?.id, second === first, other, read]).toEqual([source, true, undefined, 1]);
  expect(await all.get('deal_finder', source)).toBe(first);
  expect(await all.get('web_q_a', source)).toBeUndefined();
  expect((await all.get('office_tasks', 'generated:office_tasks/1:x'))?.version).toBe(1);
  expect((await all.get('office_tasks'))?.version).toBe(2);
});
