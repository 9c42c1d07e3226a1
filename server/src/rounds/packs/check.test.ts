/** What `papertape rounds check` finds: the example pack holds, and each fault planted in it is named with its file and place. */
import { expect, test } from 'vitest';
import { leaguesWithRounds } from '../../league/catalogue/rounds.ts';
import { checkPack } from './check.ts';
import { readPackFolder } from './folder.ts';
import type { PackFiles } from './format.ts';

const example = readPackFolder(new URL('../../../../examples/pack', import.meta.url).pathname);

type Change = (files: Map<string, Buffer>) => void;

const put =
  (name: string, text: string): Change =>
  (files) =>
    void files.set(name, Buffer.from(text));
const edit =
  (name: string, from: string | RegExp, to: string): Change =>
  (files) => {
    const text = files.get(name)?.toString() ?? '';
    expect(text.replace(from, () => to)).not.toBe(text);
    files.set(name, Buffer.from(text.replace(from, () => to)));
  };
const drop =
  (name: string): Change =>
  (files) =>
    void files.delete(name);
const all =
  (...changes: readonly Change[]): Change =>
  (files) =>
    changes.forEach((change) => change(files));

function found(change: Change): string[] {
  const files = new Map(example);
  change(files);
  const { findings } = checkPack(files as PackFiles, leaguesWithRounds);
  for (const { fix } of findings) expect(fix).toMatch(/^[A-Z].*\.$/s);
  return findings.map(({ file, place, what }) => `${file} | ${place} | ${what}`);
}

test('the example holds', () => {
  expect(found(() => undefined)).toEqual([]);
});

const page = 'site/rules/loans.html';
const faults: Readonly<Record<string, readonly [Change, string]>> = {
  'a file too many': [put('notes.txt', 'x'), 'notes.txt |  | it is no part of a pack'],
  'no pack.json': [drop('pack.json'), 'pack.json |  | it is not there'],
  'a pack.json that is no JSON': [put('pack.json', '{'), 'pack.json |  | it is no JSON'],
  'a member too many': [edit('pack.json', '"draw"', '"x": 1, "draw"'), 'pack.json |  | x is no member of it'],
  'a member too few': [
    edit('pack.json', '"license": "MIT",\n  "sources"', '"sources"'),
    'pack.json |  | license is missing',
  ],
  'another league': [
    edit('pack.json', 'web_q_a', 'spot_crypto'),
    'pack.json | league | spot_crypto is no task league that holds rounds',
  ],
  'no keys': [drop('keys.jsonl'), 'keys.jsonl |  | it is not there'],
  'a line that is no JSON': [edit('keys.jsonl', '{"id": "q2"', '{id'), 'keys.jsonl | line 2 | it is no JSON'],
  'a line that is no object': [
    edit('par.jsonl', /^\{"id": "q1".*$/m, '[1]'),
    'par.jsonl | line 1 | it must be an object',
  ],
  'a line of another form': [
    edit('items.jsonl', '"level": 1', '"level": 10'),
    'items.jsonl | line 1 | level must be at most 9',
  ],
  'another grader': [
    edit('items.jsonl', '"id": "exact"', '"id": "cost"'),
    'items.jsonl | line 2 | grader.id must be one of',
  ],
  'an id twice': [edit('items.jsonl', '"id": "q2"', '"id": "q1"'), 'items.jsonl | line 2 | q1 stands there twice'],
  'a key of no item': [edit('items.jsonl', '"id": "q2"', '"id": "q0"'), 'keys.jsonl | q2 | there is no such item'],
  'an item without a key': [edit('keys.jsonl', /^.*"q4".*\n/m, ''), 'keys.jsonl | q4 | it has no key'],
  'an item without a second answer': [
    edit('second.jsonl', /^.*"q4".*\n/m, ''),
    'second.jsonl | q4 | it has no second answer',
  ],
  'an item without a wording': [
    edit('items.jsonl', /"prompt": "Which branches[^"]*", /, ''),
    'items.jsonl | q4 | it needs either prompt or variants',
  ],
  'a schema of more than there is': [
    edit('items.jsonl', '"maxLength": 20', '"format": "x"'),
    'items.jsonl | q2 | answer_schema has format',
  ],
  'keys and key': [
    edit('keys.jsonl', '"key": 1380', '"key": 1380, "keys": [1, 2]'),
    'keys.jsonl | q5 | it needs either key or keys',
  ],
  'too few keys': [
    edit('keys.jsonl', '[150, 105, 270]', '[150, 105]'),
    'keys.jsonl | q1 | it has 2 keys for 3 wordings',
  ],
  'a level with too few items': [
    edit('pack.json', '"draw": 4', '"draw": 10'),
    'items.jsonl | level 1 | level 1 has 4 items for 5 tasks',
  ],
  'a level without a task': [
    edit('pack.json', '"draw": 4', '"draw": 1'),
    'items.jsonl | level 2 | no task is of this level',
  ],
  'several weights': [
    edit('items.jsonl', '"weight": 1', '"weight": 2'),
    'items.jsonl | level 1 | its items have several weights',
  ],
  'a wording twice': [
    all(edit('items.jsonl', '12 days after', '9 days after')),
    'items.jsonl | q1 | its wording is that of q1, too',
  ],
  'par that is too high': [
    edit('pack.json', '"answers": "par.jsonl"', '"micros": 900000'),
    'pack.json | par | par is 900000',
  ],
  'par of answers that are too good': [
    (files) => void files.set('par.jsonl', files.get('second.jsonl') as Buffer),
    'par.jsonl |  | par is 1000000',
  ],
  'a name of a file': [
    all(put('files/Autumn.csv', 'x'), edit('items.jsonl', 'loans/autumn.csv', 'Autumn.csv')),
    'files/Autumn.csv |  | it is no name of a file',
  ],
  'a file that nobody needs': [put('files/a.csv', 'x'), 'files/a.csv |  | no item names it'],
  'a large file': [
    put('files/loans/autumn.csv', 'x'.repeat(2 * 1024 * 1024 + 1)),
    'files/loans/autumn.csv |  | it has 2097153 bytes, more than 2097152',
  ],
  'files that are large together': [
    all(
      put('files/a.csv', 'x'.repeat(1_500_000)),
      put('files/b.csv', 'x'.repeat(1_500_000)),
      edit('items.jsonl', /loans\/autumn.csv/, 'a.csv", "b.csv'),
      edit('items.jsonl', /loans\/autumn.csv/, 'loans/autumn.csv", "a.csv", "b.csv'),
    ),
    '. | what a bot gets | files of 3000',
  ],
  'a file that is not there': [
    edit('items.jsonl', 'loans/autumn.csv', 'a.csv'),
    'items.jsonl | q5 | there is no file files/a.csv',
  ],
  'a page that is not there': [
    edit('items.jsonl', '"site": "index.html"', '"site": "a.html"'),
    'items.jsonl | q2 | there is no page site/a.html',
  ],
  'an example of another form': [
    edit('items.jsonl', '"example": 7', '"example": -7'),
    'items.jsonl | q1 | its example is not of its schema: the answer must be at least 0',
  ],
  'an example that is right': [
    edit('items.jsonl', '"example": 7', '"example": 150'),
    'items.jsonl | q1 | its example is the answer of wording 1',
  ],
  'a need of a field without a weight': [
    edit(
      'items.jsonl',
      '"weights": {"due": 2, "renewals": 1}',
      '"weights": {"due": 2, "renewals": 1}, "needs": {"due": "day"}',
    ),
    'items.jsonl | q3 | needs names day, which has no weight',
  ],
  'a key of another form': [
    edit('keys.jsonl', '"key": 1380', '"key": "many"'),
    'keys.jsonl | q5 | its key is not of its schema: the answer must be an integer',
  ],
  'a key that scores less': [
    edit('keys.jsonl', '"renewals": 1', '"days": 1'),
    'keys.jsonl | q3 | its key is not of its schema: renewals is missing',
  ],
  'a key without a graded field': [
    edit('items.jsonl', '"weights": {"loans": 1', '"weights": {"days": 1, "loans": 1'),
    'keys.jsonl | q7 | its key scores 666666: wrong or missing: days',
  ],
  'a second answer of another form': [
    edit('second.jsonl', '1380', '"x"'),
    'second.jsonl | q5 | its answer is not of its schema: the answer must be an integer',
  ],
  'a second answer that differs': [
    edit('second.jsonl', '1380', '1395'),
    'second.jsonl | q5 | the second answer does not agree with the key',
  ],
  'a key in a wording': [
    edit('items.jsonl', 'How many cents do all', 'Not 1380: how many cents do all'),
    'items.jsonl | q5 | it holds a text of the keys: 1380',
  ],
  'a key in a page': [
    edit('site/index.html', 'Three branches', '1380 branches'),
    'site/index.html |  | it holds a text of the keys: 1380',
  ],
  'a key in a file': [
    edit('files/loans/autumn.csv', 'Knots', '1380'),
    'files/loans/autumn.csv |  | it holds a text of the keys: 1380',
  ],
  'a reason in a page': [
    edit(page, 'Rules of lending</h1>', 'by reader</h1>'),
    `${page} |  | it holds a text of the keys: by reader`,
  ],
  'answers that can be guessed': [
    all(
      edit('keys.jsonl', '"key": 1380', '"key": 0'),
      edit('second.jsonl', '1380', '0'),
      edit('keys.jsonl', '[330, 345, 600]', '[0, 0, 0]'),
      edit('second.jsonl', '[330, 345, 600]', '[0, 0, 0]'),
    ),
    'items.jsonl |  | a bot that does not think ("zeros") scores ',
  ],
  'no first page': [drop('site/index.html'), 'site/ | index.html | it is not there'],
  'a name of a page': [put('site/a.htm', '<p>a</p>'), 'site/a.htm |  | it is no name of a page'],
  'a page that is not well-formed': [edit(page, '</h1>', ''), `${page} | line `],
  'a script': [edit(page, '<ol>', '<script>x</script><ol>'), `${page} | line 9 | there is an element <script>`],
  'a handler': [edit(page, '<ol>', '<ol onclick="x">'), `${page} | line 9 | <ol> has an attribute onclick`],
  'a dead link': [edit(page, '../index.html', 'index.html'), `${page} | line 15 | there is a dead link: index.html`],
  'a link to elsewhere': [
    edit(page, '../index.html', 'https://example.com/'),
    `${page} | line 15 | there is a link to elsewhere: https://example.com/`,
  ],
  'a link from the root': [
    edit(page, '../index.html', '//example.com/'),
    `${page} | line 15 | there is a link to elsewhere: //example.com/`,
  ],
};

test.each(Object.entries(faults))('%s is found', (_, [change, expected]) => {
  const findings = found(change);
  expect(findings.filter((finding) => finding.startsWith(expected))).not.toEqual([]);
});
