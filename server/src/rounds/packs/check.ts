/**
 * What has to hold of a pack before it may be a league's source (`papertape rounds check`): what has to hold of every variant (checks.ts), said of
 * the item, the page or the file at fault.
 *
 * In: the files of a pack, and the leagues that hold rounds. Out: findings; none where the pack may be used.
 */
import { limits } from 'papertape-contract/limits';
import { schemaFault } from '../answer-schema.ts';
import { checkVariants, nullScoreMax, parLeast, parMost } from '../checks.ts';
import { pageFault } from '../page-check.ts';
import { sha256Bytes } from '../../lib/hash.ts';
import type { Json } from '../json.ts';
import { scoreMax } from '../source.ts';
import type { Finding, Item, Pack, PackFiles } from './format.ts';
import { readPack } from './read.ts';
import { bestOf, gradeBy, packSource, taskLevels } from './source.ts';

/** All files together. */
export const packBytesMax = 16 * 1024 * 1024;
/** Drawn as those of a round are, of two plans. */
const variantsOfPlan = 64;
const plans = 2;

export interface CheckedPack {
  readonly pack: Pack | undefined;
  /** Millionths; undefined where it cannot be told. */
  readonly par: number | undefined;
  readonly findings: readonly Finding[];
}

export function checkPack(files: PackFiles, leagues: ReadonlySet<string>): CheckedPack {
  const { pack, findings } = readPack(files);
  if (!pack) return { pack, par: undefined, findings };
  const own = [
    ...headFindings(pack, leagues),
    ...pack.items.flatMap((item) => itemFindings(pack, item)),
    ...publicFindings(pack),
  ];
  if (own.length > 0) return { pack, par: undefined, findings: own };
  const drawn = drawnFindings(pack);
  return { pack, ...drawn };
}

function headFindings(pack: Pack, leagues: ReadonlySet<string>): Finding[] {
  const { league, items, draw, par } = pack;
  const findings: Finding[] = [];
  const add = (file: string, place: string, what: string, fix: string): void =>
    void findings.push({ file, place, what, fix });
  if (!leagues.has(league))
    add('pack.json', 'league', `${league} is no task league that holds rounds`, 'GET /api/leagues lists them.');
  const levels = taskLevels(
    items.map(({ level }) => level),
    draw,
  );
  for (const level of new Set(items.map((item) => item.level))) {
    const of = items.filter((item) => item.level === level);
    const asked = levels.filter((each) => each === level).length;
    if (of.length < asked) {
      const what = `level ${level} has ${of.length} items for ${asked} tasks`;
      add('items.jsonl', `level ${level}`, what, 'Add items of the level, or lower draw.');
    }
    if (asked === 0)
      add('items.jsonl', `level ${level}`, 'no task is of this level', 'Raise draw, or take its items out.');
    if (new Set(of.map(({ weight }) => weight)).size > 1)
      add(
        'items.jsonl',
        `level ${level}`,
        'its items have several weights',
        'Give the items of a level one weight: each bot has others.',
      );
  }
  const prompts = Map.groupBy(
    items.flatMap(({ id, prompts: of }) => of.map((prompt) => ({ id, prompt }))),
    (p) => p.prompt,
  );
  for (const [, [one, other]] of prompts)
    if (one && other)
      add('items.jsonl', other.id, `its wording is that of ${one.id}, too`, 'Word each item and variant otherwise.');
  if ('micros' in par && (par.micros < parLeast || par.micros > parMost)) add('pack.json', 'par', ...parIs(par.micros));
  const named = new Set(items.flatMap((item) => item.files));
  for (const [name, content] of pack.files) {
    if (!/^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*){0,3}$/.test(name) || name.length > 100)
      add(
        `files/${name}`,
        '',
        'it is no name of a file',
        'Name files with lower-case letters, digits, dots and hyphens, in at most three folders.',
      );
    if (!named.has(name)) add(`files/${name}`, '', 'no item names it', 'Name it in files of an item, or take it out.');
    if (content.length > limits.materialBytesMax)
      add(
        `files/${name}`,
        '',
        `it has ${content.length} bytes, more than ${limits.materialBytesMax}`,
        'Make it smaller.',
      );
  }
  return findings;
}

function parIs(par: number): [what: string, fix: string] {
  return [`par is ${par}`, `It must lie between ${parLeast} and ${parMost}: make the items harder or easier.`];
}

function itemFindings({ files, pages }: Pack, item: Item): Finding[] {
  const { id, answer_schema: schema, grader, example } = item;
  const findings: Finding[] = [];
  const add = (file: string, what: string, fix: string): void => void findings.push({ file, place: id, what, fix });
  const notUnderstood = schemaFault(schema, example);
  if (notUnderstood !== null)
    add(
      'items.jsonl',
      `its example is not of its schema: ${notUnderstood}`,
      'Give an answer of the right form that is wrong.',
    );
  if (grader.id === 'fields')
    for (const [field, needed] of Object.entries(grader.needs ?? {}))
      if (!(field in grader.weights) || !(needed in grader.weights))
        add(
          'items.jsonl',
          `needs names ${field in grader.weights ? needed : field}, which has no weight`,
          'Name fields that weights has.',
        );
  for (const name of item.files)
    if (!files.has(name)) add('items.jsonl', `there is no file files/${name}`, 'Add the file, or take the name out.');
  if (item.site !== undefined && !pages.some(({ path }) => (path === '' ? 'index.html' : path) === item.site))
    add('items.jsonl', `there is no page site/${item.site}`, 'Add the page, or take the name out.');
  for (const [n, key] of item.keys.entries()) {
    const of = item.keys.length > 1 ? ` of wording ${n + 1}` : '';
    const best = bestOf(key);
    const fault = schemaFault(schema, best);
    if (fault !== null) {
      add('keys.jsonl', `its key${of} is not of its schema: ${fault}`, 'Mend the key, or the schema.');
      continue;
    }
    const score = (answer: Json): number => gradeBy(grader, key, answer).score;
    if (score(best) !== scoreMax)
      add(
        'keys.jsonl',
        `its key${of} scores ${score(best)}: ${gradeBy(grader, key, best).why}`,
        'Give the key a value for all that is graded.',
      );
    if (notUnderstood === null && score(example) === scoreMax)
      add('items.jsonl', `its example is the answer${of}`, 'Give an example that is wrong.');
    for (const [file, answers] of [
      ['second.jsonl', item.second],
      ['par.jsonl', item.par],
    ] as const) {
      const answer = answers?.[n];
      const broken = answer === undefined ? null : schemaFault(schema, answer);
      if (broken !== null) add(file, `its answer${of} is not of its schema: ${broken}`, 'Mend the answer.');
      else if (file === 'second.jsonl' && answer !== undefined && score(answer) !== scoreMax)
        add(
          file,
          `the second answer${of} does not agree with the key`,
          'Find out which of the two is wrong; a key that stays in doubt goes.',
        );
    }
  }
  return findings;
}

/** Values of keys in what bots are shown. */
function publicFindings({ items, pages, files, hidden }: Pack): Finding[] {
  const fix = 'Take it out; where the answer is meant to be read there, say "shown": true in keys.jsonl.';
  const findings: Finding[] = [];
  const look = (file: string, place: string, holds: (text: string) => boolean): void => {
    const found = hidden.find(holds);
    if (found !== undefined) findings.push({ file, place, what: `it holds a text of the keys: ${found}`, fix });
  };
  for (const { id, prompts, answer_schema: schema, example } of items)
    look('items.jsonl', id, (text) =>
      JSON.stringify([prompts, schema, example]).includes(JSON.stringify(text).slice(1, -1)),
    );
  for (const { path, html } of pages)
    look(`site/${path === '' ? 'index.html' : path}`, '', (text) => html.includes(text));
  for (const [name, bytes] of files) look(`files/${name}`, '', (text) => bytes.includes(text));
  for (const { path, html } of pages) {
    const fault = pageFault(html, []);
    if (fault !== null)
      findings.push({ file: `site/${path}`, place: '', what: `it has ${fault}`, fix: 'Take it out.' });
  }
  return findings;
}

/** What shows itself only in what is drawn: bots that do not think, par, the size of what a bot gets. */
function drawnFindings(pack: Pack): { readonly par: number | undefined; readonly findings: Finding[] } {
  const source = packSource(pack, 'pack:');
  const found = new Map<string, Finding>();
  const add = (finding: Finding): void => void found.set(`${finding.file} ${finding.place} ${finding.what}`, finding);
  let par: number | undefined;
  for (let p = 0; p < plans; p++) {
    const plan = source.plan(pack.league, 'check', [], sha256Bytes(`plan ${p}`));
    const variants = Array.from({ length: variantsOfPlan }, (_, i) =>
      source.variant(plan, sha256Bytes(`variant ${p} ${i}`)),
    );
    const checked = checkVariants(source, variants);
    par ??= checked.par;
    for (const [name, mean] of Object.entries(checked.nulls))
      if (mean > nullScoreMax) {
        const what = `a bot that does not think ("${name}") scores ${mean}`;
        add({
          file: 'items.jsonl',
          place: '',
          what,
          fix: `It may score ${nullScoreMax}: ask for what cannot be guessed.`,
        });
      }
    if (checked.par < parLeast || checked.par > parMost) {
      const [what, fix] = parIs(checked.par);
      add({ file: 'par.jsonl', place: '', what, fix });
    }
    for (const fault of checked.faults) {
      if (/the null bot|^par is/.test(fault)) continue;
      add({
        file: '.',
        place: 'what a bot gets',
        what: fault.replace(/^variant \d+: /, ''),
        fix: 'Make files smaller, or name fewer.',
      });
    }
  }
  return { par, findings: [...found.values()] };
}
