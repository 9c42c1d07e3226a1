/**
 * Reads a pack: its files in, the pack or every finding out. What a single file must be is looked at here; what items, keys and pages must be
 * together is check.ts.
 */
import { schemaFault, unknownKeyword } from '../answer-schema.ts';
import { isList, isRecord, type Json, type JsonRecord } from '../json.ts';
import type { GraderSpec } from '../source.ts';
import {
  answerSchema,
  itemSchema,
  keySchema,
  packSchema,
  type Finding,
  type Item,
  type Pack,
  type PackFiles,
  type PackHead,
} from './format.ts';
import { hiddenOf } from './hidden.ts';
import { sitePages } from './site.ts';

export interface ReadPack {
  /** Undefined where the files cannot be read as one. */
  readonly pack: Pack | undefined;
  readonly findings: readonly Finding[];
}

const parts = new Set(['pack.json', 'items.jsonl', 'keys.jsonl', 'second.jsonl', 'par.jsonl']);

export function readPack(files: PackFiles): ReadPack {
  const findings: Finding[] = [];
  const add = (file: string, place: string, what: string, fix: string): void =>
    void findings.push({ file, place, what, fix });
  for (const name of files.keys())
    if (!parts.has(name) && !/^(site|files)\//.test(name))
      add(name, '', 'it is no part of a pack', 'Take it out of the folder: all of a pack becomes public.');
  const head = readHead(files, add);
  const lines = (name: string, schema: JsonRecord): ReadonlyMap<string, JsonRecord> =>
    readLines(files, name, schema, add);
  const items = lines('items.jsonl', itemSchema);
  const keys = lines('keys.jsonl', keySchema);
  const second = lines('second.jsonl', answerSchema);
  const isOfAnswers = head !== undefined && 'answers' in head.par;
  const par = isOfAnswers ? lines('par.jsonl', answerSchema) : new Map<string, JsonRecord>();
  const site = sitePages(files);
  findings.push(...site.findings);
  for (const [file, of] of Object.entries({ 'keys.jsonl': keys, 'second.jsonl': second, 'par.jsonl': par }))
    for (const id of of.keys())
      if (!items.has(id)) add(file, id, 'there is no such item', 'Take the line out, or add the item to items.jsonl.');
  const own = new Map(
    [...files].flatMap(([n, b]): [string, Buffer][] => (n.startsWith('files/') ? [[n.slice(6), b]] : [])),
  );
  const read = [...items].map(([id, item]) =>
    readItem(item, { keys: keys.get(id), second: second.get(id), par: par.get(id) }, add),
  );
  // What could not be read would be said again of whatever it is needed for.
  if (!head || findings.length > 0) return { pack: undefined, findings };
  const pack: Omit<Pack, 'hidden'> = { ...head, items: read, pages: site.pages, files: own };
  return { pack: { ...pack, hidden: hiddenOf(read, keys) }, findings };
}

type Add = (file: string, place: string, what: string, fix: string) => void;

const asSchema = 'Write it as docs/operators/rounds.md says.';

function readHead(files: PackFiles, add: Add): PackHead | undefined {
  const file = 'pack.json';
  const bytes = files.get(file);
  if (!bytes) {
    add(file, '', 'it is not there', 'A pack is a folder with pack.json, items.jsonl, keys.jsonl and second.jsonl.');
    return undefined;
  }
  const value = parsed(bytes.toString('utf8'));
  if (value === undefined) {
    add(file, '', 'it is no JSON', asSchema);
    return undefined;
  }
  const fault = faultOf(packSchema, value);
  if (fault === null) return value as unknown as PackHead;
  add(file, '', fault, asSchema);
  return undefined;
}

function readLines(files: PackFiles, file: string, schema: JsonRecord, add: Add): ReadonlyMap<string, JsonRecord> {
  const found = new Map<string, JsonRecord>();
  const bytes = files.get(file);
  if (!bytes) {
    add(file, '', 'it is not there', 'Add it: a line of JSON for each item.');
    return found;
  }
  for (const [i, line] of bytes.toString('utf8').split('\n').entries()) {
    if (line.trim() === '') continue;
    const place = `line ${i + 1}`;
    const value = parsed(line);
    const fault = value === undefined ? 'it is no JSON' : faultOf(schema, value);
    if (fault !== null || !isRecord(value)) {
      add(file, place, fault ?? 'it is no object', asSchema);
      continue;
    }
    const id = value['id'] as string;
    if (found.has(id)) add(file, place, `${id} stands there twice`, 'Give each item an id of its own, and one line.');
    found.set(id, value);
  }
  return found;
}

/** @returns undefined for what is no JSON. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** @returns a sentence fragment, such as "license is missing"; null where it is of the schema. */
export function faultOf(schema: JsonRecord, value: Json): string | null {
  const fault = schemaFault(schema, value);
  return fault === null ? null : fault.replaceAll('the answer', 'it');
}

interface Lines {
  readonly keys: JsonRecord | undefined;
  readonly second: JsonRecord | undefined;
  readonly par: JsonRecord | undefined;
}

function readItem(item: JsonRecord, lines: Lines, add: Add): Item {
  const id = item['id'] as string;
  const file = 'items.jsonl';
  const prompts = (isList(item['variants']) ? item['variants'] : [item['prompt']]).filter((p) => typeof p === 'string');
  if (prompts.length === 0 || (item['variants'] !== undefined && item['prompt'] !== undefined))
    add(file, id, 'it needs either prompt or variants', 'Give it one wording as prompt, or several as variants.');
  const answer_schema = item['answer_schema'] as JsonRecord;
  const unknown = unknownKeyword(answer_schema);
  if (unknown !== null)
    add(file, id, `answer_schema has ${unknown}`, 'Use the keywords that docs/operators/rounds.md lists.');
  const site = item['site'];
  const files = isList(item['files']) ? item['files'].map(String) : [];
  const among = (in_: string, line: JsonRecord | undefined, one: string, many: string): readonly Json[] | undefined => {
    if (!line) return undefined;
    const list = line[many];
    if (isList(list) && line[one] === undefined) {
      if (list.length === prompts.length) return list;
      add(in_, id, `it has ${list.length} ${many} for ${prompts.length} wordings`, 'Give one for each of variants.');
    } else if (line[one] !== undefined && list === undefined) return prompts.map(() => line[one] as Json);
    else add(in_, id, `it needs either ${one} or ${many}`, `Give ${one}, or ${many} with one for each of variants.`);
    return undefined;
  };
  const keys = among('keys.jsonl', lines.keys, 'key', 'keys');
  if (!lines.keys) add('keys.jsonl', id, 'it has no key', 'Add its line.');
  if (!lines.second)
    add('second.jsonl', id, 'it has no second answer', 'Have it answered by somebody who has not seen the keys.');
  const told = [
    ...(typeof site === 'string' ? [`Its page: ${site}`] : []),
    ...(files.length > 0 ? [`Its files: ${files.join(', ')}`] : []),
  ];
  return {
    id,
    level: Number(item['level']),
    weight: Number(item['weight']),
    prompts: prompts.map((prompt) => [prompt, ...told].join('\n')),
    answer_schema,
    grader: item['grader'] as unknown as GraderSpec,
    example: item['example'] as Json,
    files,
    site: typeof site === 'string' ? site : undefined,
    keys: keys ?? [],
    second: among('second.jsonl', lines.second, 'answer', 'answers'),
    par: among('par.jsonl', lines.par, 'answer', 'answers'),
  };
}
