/** The words of both languages: each is used, each is translated, and French is set as French is set. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { counted, dateText, dollars, exactDollars, grouped, percentTo, signedPercent } from '../html/format.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { inLanguage, language } from './language.ts';
import { words, wordsOf, type Words } from './words.ts';

const source = new URL('../', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/^words[\\/]/.test(path))
  .map((path) => readFileSync(new URL(path.replaceAll('\\', '/'), source), 'utf8'))
  .join('\n');

const asked = new Set([...files.matchAll(/\bwords\.(\w+\.\w+)/g)].map(([, name]) => name));

/** Rooms whose words are asked for by what a value says, or sent to a script whole. */
const wholeRooms: readonly (keyof Words)[] = ['nouns', 'incidents', 'island', 'ownerScript'];

/** Every text of a language by its name; a sentence with `•` in the place of its values. */
function textsOf(of: Words): ReadonlyMap<string, string> {
  const texts = Object.entries(of).flatMap(([room, said]) =>
    Object.entries(said).map(([name, text]): [string, string] => [`${room}.${name}`, textOf(text)]),
  );
  return new Map(texts);
}

function textOf(text: unknown): string {
  if (typeof text === 'string') return text;
  if (typeof text !== 'function') return JSON.stringify(text);
  // A value that wraps words is called with them; any other stands in the text.
  const value = Object.assign((inner: string) => inner, { toString: () => '•' });
  return plain(
    (text as (...values: readonly unknown[]) => unknown)(...Array.from({ length: text.length }, () => value)),
  );
}

/** Functions among the children are values that are printed as they are. */
function plain(node: unknown): string {
  if (typeof node === 'function') return '•';
  if (Array.isArray(node)) return node.map(plain).join('');
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (node !== null && typeof node === 'object' && 'props' in node)
    return plain((node as { props: { children?: unknown } }).props.children);
  return '';
}

describe.each(Object.keys(en).filter((room) => !wholeRooms.includes(room as never)))('%s', (room) => {
  test('each of its words is used', () => {
    const unused = Object.keys(en[room as keyof Words]).filter((name) => !asked.has(`${room}.${name}`));
    expect(unused).toEqual([]);
  });
});

test('each is translated: what is the same in both languages is the same word', () => {
  const french = textsOf(fr);
  const same = [...textsOf(en)].filter(([name, text]) => french.get(name) === text).map(([, text]) => text);
  expect([...new Set(same.filter((text) => /\p{L}{3}/u.test(text)))].toSorted()).toEqual([
    'Bot',
    'Bots',
    'Bots · Papertape',
    'Champion',
    'Champions',
    'Code',
    'Codes',
    'Commission',
    'Incidents',
    'Incidents · Papertape',
    'Logo',
    'Menu',
    'Pool',
    'Pools',
    'Pro',
    'Score',
    'Second pool',
    'Source',
    'Style',
    'Version',
    'Versions',
    'Webhook',
    '["bot","bots"]',
    '["vote","votes"]',
    'logo',
    '• minutes',
    '• pools',
    '• · Papertape',
    '•, version •',
  ]);
});

test('French is set as French: no plain space before : ; ! ? % » or behind «, no straight apostrophe', () => {
  const wrong = [...textsOf(fr)].filter(([, text]) => / [:;!?%»]|« |\p{L}'\p{L}/u.test(text));
  expect(wrong).toEqual([]);
  const without = [...textsOf(fr)].filter(([, text]) => /\p{L}[:;!?](?=\s|$)|\d%/u.test(text));
  expect(without).toEqual([]);
});

test('numbers, money and dates are those of the language; 0 and 1 are singular in French', () => {
  const written = (): string =>
    [
      dollars(-1234.5),
      exactDollars('0.25'),
      grouped('12345.678'),
      signedPercent(3.2),
      percentTo(0.5, 4),
      dateText('2026-02-01'),
      counted(0, 'bot'),
      counted(1, 'bot'),
      counted(1234, 'bot'),
    ].join(' | ');
  expect(written()).toBe(
    '$−1,234.50 | $0.25 | 12,345.678 | +3.20% | 0.5000% | 1 Feb 2026 | 0 bots | 1 bot | 1,234 bots',
  );
  expect(inLanguage('fr', written).replaceAll('\u00A0', '_')).toBe(
    '−1_234,50_$ | 0,25_$ | 12_345,678 | +3,20_% | 0,5000_% | 1 févr. 2026 | 0 bot | 1 bot | 1_234 bots',
  );
});

test('the language holds for one call, also where that fails', () => {
  expect(inLanguage('fr', () => words.frame.leagues)).toBe(wordsOf('fr').frame.leagues);
  expect(() =>
    inLanguage('fr', () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect([language(), words.frame.leagues]).toEqual(['en', 'Leagues']);
});

test('the scripts of the pages read the words that the pages give them', () => {
  const scripts = new URL('../../site/scripts/', import.meta.url);
  const text = (name: string): string => readFileSync(new URL(name, scripts), 'utf8');
  const said = [...text('words.ts').matchAll(/readonly (\w+): string/g)].map(([, name]) => name);
  expect(said).toEqual(Object.keys(en.island));
  const read = new Set([...text('owner.ts').matchAll(/\bword\('(\w+)'\)/g)].map(([, name]) => name));
  const events = Object.keys(en.ownerScript).filter((name) => !read.has(name));
  expect(events).toEqual([
    'order_received',
    'order_filled',
    'order_rejected',
    'close',
    'close_voided',
    'tier_move',
    'champion',
    'delisting',
    'agent_retired',
    'seat_notice',
    'answers_received',
    'round_opened',
    'round_scored',
    'round_void',
    'round_reversed',
  ]);
});
