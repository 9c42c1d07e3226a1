/**
 * A pack of phrases: the tasks of the league's own generator, in words that are in no repository. A maker who has written the generator's exact
 * solver finds other names and sentences than those that the solver was written for.
 *
 *     pack.json      what the pack is: league, version of its generator, title, licence, sources
 *     phrases.json   secret until the scores: some of the members of the generator's phrases.json, in the same form, with other texts
 *
 * In: the files of a pack, and the leagues that hold rounds. Out: the source, or every finding.
 *
 * Example of phrases.json of the deal finder: {"shops": ["Ardmore", "Bellweather", …], "duty": ["…{percent}…", "…"]}
 */
import { checkVariants } from '../checks.ts';
import { phrasesOf } from '../generators/phrases.ts';
import { generators } from '../generators.ts';
import { sha256Bytes } from '../../lib/hash.ts';
import { isList, isRecord, type Json } from '../json.ts';
import { levelMax, levelsFrom, tasksPerLevel } from '../levels.ts';
import type { Generator, Variant } from '../source.ts';
import { phrasesFormat, phrasesHeadSchema, type Finding, type PackFiles } from './format.ts';
import { phrased } from './phrased.ts';
import { faultOf, parsed } from './read.ts';

const headFile = 'pack.json';
const phrasesFile = 'phrases.json';
/** A longer one is no phrase. */
const charactersMax = 500;
/** Drawn as those of a round are, at the first levels of a league and at its last, where one takes longer. A round that opens looks at 64 more. */
const variantsAtFirst = 32;
const variantsAtLast = 16;

export interface PhrasesPack {
  readonly league: string;
  readonly title: string;
  /** Tasks of a round. */
  readonly draw: number;
  /** Texts that are other than the generator's own. */
  readonly texts: number;
  readonly source: Generator;
}

export interface CheckedPhrases {
  readonly pack: PhrasesPack | undefined;
  /** Millionths, at the first levels; undefined where it cannot be told. */
  readonly par: number | undefined;
  readonly findings: readonly Finding[];
}

/** Is it a pack of phrases, and not of items? */
export function isOfPhrases(files: PackFiles): boolean {
  const head = parsed(files.get(headFile)?.toString('utf8') ?? '');
  return isRecord(head) && head['format'] === phrasesFormat;
}

/** @param id of the source: `pack:<sha256>`. */
export async function readPhrases(files: PackFiles, id: string): Promise<Omit<CheckedPhrases, 'par'>> {
  const findings: Finding[] = [];
  const add = (file: string, place: string, what: string, fix: string): void =>
    void findings.push({ file, place, what, fix });
  for (const name of files.keys())
    if (name !== headFile && name !== phrasesFile)
      add(name, '', 'it is no part of a pack of phrases', 'Take it out of the folder: all of a pack becomes public.');
  const head = parsed(files.get(headFile)?.toString('utf8') ?? '') ?? null;
  const fault = faultOf(phrasesHeadSchema, head);
  if (fault !== null) add(headFile, '', fault, 'Write it as docs/operators/rounds.md says.');
  const phrases = parsed(files.get(phrasesFile)?.toString('utf8') ?? '');
  if (!isRecord(phrases))
    add(
      phrasesFile,
      '',
      'it is not there, or is no object of JSON',
      'Give some members of the phrases.json of the generator, with other texts.',
    );
  if (fault !== null || !isRecord(phrases)) return { pack: undefined, findings };
  const { league, title, version } = head as {
    readonly league: string;
    readonly title: string;
    readonly version: number;
  };
  const generator = await generators.get(league, `generated:${league}/${version}:`);
  const own = generator?.version === version ? await phrasesOf(generator) : undefined;
  if (!generator || !own) {
    const what = `there is no version ${version} of a generator of ${league} that has phrases`;
    add(
      headFile,
      'league',
      what,
      'Name a league and a version of server/src/rounds/generators that has a phrases.json.',
    );
    return { pack: undefined, findings };
  }
  let texts = 0;
  for (const [name, value] of Object.entries(phrases)) {
    const of = own[name];
    if (of === undefined)
      add(phrasesFile, name, 'the generator has no such member', `It has ${Object.keys(own).join(', ')}.`);
    else texts += compare(of, value, name, (place, what, fix) => add(phrasesFile, place, what, fix));
  }
  if (texts === 0 && findings.length === 0)
    add(phrasesFile, '', 'it has no text that is other than the generator’s', 'Replace some of them.');
  if (findings.length > 0) return { pack: undefined, findings };
  const draw = levelsFrom(1).length * tasksPerLevel;
  return { pack: { league, title, draw, texts, source: phrased(generator, own, phrases, id) }, findings };
}

/** What has to hold before a round may be held from it (`papertape rounds check`): checks.ts, over variants of two plans. */
export async function checkPhrases(files: PackFiles, leagues: ReadonlySet<string>): Promise<CheckedPhrases> {
  const { pack, findings } = await readPhrases(files, 'pack:');
  if (!pack) return { pack, par: undefined, findings };
  const { league, source } = pack;
  const newest = (await generators.get(league))?.version;
  if (!leagues.has(league) || source.version !== newest) {
    const what = `rounds of ${league} are of version ${newest ?? 'none'}`;
    return {
      pack,
      par: undefined,
      findings: [{ file: headFile, place: 'version', what, fix: `Name version ${newest}.` }],
    };
  }
  const drawn = new Map<string, Finding>();
  let par: number | undefined;
  const first = levelsFrom(1);
  for (const [levels, variants] of [
    [first, variantsAtFirst],
    [levelsFrom(levelMax - first.length + 1), variantsAtLast],
  ] as const) {
    const told = `levels ${levels[0]} to ${levels.at(-1)}`;
    const add = (what: string): void =>
      void drawn.set(what, {
        file: phrasesFile,
        place: told,
        what,
        fix: 'Keep the form of the generator’s own texts: how long they are, which words its solver reads, and that no two are alike.',
      });
    try {
      const checked = checkVariants(source, variantsAt(source, levels, variants));
      par ??= checked.par;
      for (const fault of checked.faults) add(fault.replace(/^variant \d+: /, ''));
    } catch (e) {
      add(`no task can be made with it: ${e instanceof Error ? e.message : String(e)}`);
    }
  }
  return { pack, par, findings: [...drawn.values()].slice(0, findingsMax) };
}

/** One text that is wrong is wrong in most variants. */
const findingsMax = 20;

function* variantsAt(source: Generator, levels: readonly number[], count: number): Iterable<Variant> {
  const plan = source.plan(source.league, 'check', levels, sha256Bytes(`plan ${levels[0]}`));
  for (let i = 0; i < count; i++) yield source.variant(plan, sha256Bytes(`variant ${levels[0]} ${i}`));
}

type Add = (place: string, what: string, fix: string) => void;

/** The same form with other texts: numbers decide how hard tasks are, and stay. @returns how many texts differ. */
function compare(own: Json, other: Json, place: string, add: Add): number {
  if (isList(own)) {
    if (!isList(other) || other.length !== own.length) {
      add(place, `it is no list of ${own.length}`, 'Give as many as the generator has.');
      return 0;
    }
    const texts = other.filter((item) => typeof item === 'string');
    if (new Set(texts).size < texts.length && new Set(own).size === own.length)
      add(place, 'two of its texts are alike', 'Give each a text of its own.');
    return own.reduce<number>((sum, item, i) => sum + compare(item, other[i] ?? null, `${place}[${i}]`, add), 0);
  }
  if (isRecord(own)) {
    const names = Object.keys(own);
    if (!isRecord(other) || Object.keys(other).toSorted().join() !== names.toSorted().join()) {
      add(place, 'its members are others', `Give it ${names.join(', ')}.`);
      return 0;
    }
    return names.reduce(
      (sum, name) => sum + compare(own[name] ?? null, other[name] ?? null, `${place}.${name}`, add),
      0,
    );
  }
  if (typeof own !== 'string') {
    if (other !== own) add(place, `it is not ${JSON.stringify(own)}`, 'Leave what is no text as it is.');
    return 0;
  }
  if (typeof other !== 'string' || other.trim() === '' || other.length > charactersMax) {
    add(place, `it is no text of 1 to ${charactersMax} characters`, 'Give one.');
    return 0;
  }
  const [holes, theirs] = [holesOf(own), holesOf(other)];
  if (holes !== theirs) add(place, `it has the places ${theirs || 'none'}`, `Give it ${holes || 'none'}.`);
  return other === own ? 0 : 1;
}

/** `{percent} {subject}`: what the generator puts into a text. */
function holesOf(text: string): string {
  return [...text.matchAll(/\{\w+\}/g)]
    .map(([hole]) => hole)
    .toSorted()
    .join(' ');
}
