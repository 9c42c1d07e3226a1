/**
 * A pack: an operator's own round, as a folder of files. What its files must be, as JSON Schema in the part that answer-schema.ts reads.
 *
 *     pack.json      what the pack is: league, title, licence, sources, how many items a bot gets, par
 *     items.jsonl    public: a line for each item
 *     keys.jsonl     secret: the key of each item
 *     second.jsonl   secret: what somebody else answered who had not seen the keys
 *     par.jsonl      secret: what a plain solver answers, where par is made of answers
 *     site/          pages, index.html first; site.ts says what a page may have
 *     files/         files that items name
 *
 * Example of an item and its key:
 *
 *     {"id":"q1","level":1,"weight":1,"prompt":"…","answer_schema":{"type":"integer"},"grader":{"id":"number","tolerance":0},"example":0}
 *     {"id":"q1","key":4500,"why":"page 2, second table"}
 */
import type { Json, JsonRecord } from '../json.ts';
import { levelMax } from '../levels.ts';
import { scoreMax, type GraderSpec } from '../source.ts';

export const packFormat = 'papertape-pack/1';
/** Of a pack of phrases (phrases.ts). */
export const phrasesFormat = 'papertape-phrases/1';
/** Items that a bot gets, and so tasks of the round. */
export const drawMax = 20;
const text = (maxLength: number): JsonRecord => ({ type: 'string', minLength: 1, maxLength });
const closed = (properties: JsonRecord, optional: readonly string[] = []): JsonRecord => ({
  type: 'object',
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
  properties,
});

const id: JsonRecord = { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,60}$' };
const level: JsonRecord = { type: 'integer', minimum: 1, maximum: levelMax };
const weight: JsonRecord = { type: 'integer', minimum: 1, maximum: 100 };
const list = (items: JsonRecord, maxItems: number): JsonRecord => ({ type: 'array', minItems: 1, maxItems, items });

const source = closed({
  title: text(200),
  url: { type: 'string', pattern: '^https?://[^ ]{1,500}$' },
  license: text(200),
  retrieved: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' },
});

export const packSchema: JsonRecord = closed({
  format: { const: packFormat },
  league: { type: 'string', pattern: '^[a-z_]{3,40}$' },
  title: text(80),
  license: text(200),
  sources: list(source, 100),
  draw: { type: 'integer', minimum: 1, maximum: drawMax },
  par: {
    oneOf: [
      closed({ micros: { type: 'integer', minimum: 0, maximum: scoreMax } }),
      closed({ answers: { const: 'par.jsonl' } }),
    ],
  },
});

export const phrasesHeadSchema: JsonRecord = closed({
  format: { const: phrasesFormat },
  league: { type: 'string', pattern: '^[a-z_]{3,40}$' },
  version: { type: 'integer', minimum: 1 },
  title: text(80),
  license: text(200),
  sources: list(source, 100),
});

const weights: JsonRecord = { type: 'object', minProperties: 1, maxProperties: 40, additionalProperties: weight };
const grader: JsonRecord = {
  oneOf: [
    closed({ id: { enum: ['exact', 'set'] } }),
    closed({ id: { const: 'number' }, tolerance: { type: 'integer', minimum: 0 } }),
    closed({ id: { const: 'fields' }, weights, needs: { type: 'object', additionalProperties: { type: 'string' } } }, [
      'needs',
    ]),
  ],
};

export const itemSchema: JsonRecord = closed(
  {
    id,
    level,
    weight,
    prompt: text(4_000),
    variants: { type: 'array', minItems: 2, maxItems: 50, items: text(4_000) },
    answer_schema: { type: 'object' },
    grader,
    example: {},
    site: text(100),
    files: list(text(100), 10),
  },
  ['prompt', 'variants', 'site', 'files'],
);

/** `shown`: the answer is meant to be read in pages or files. */
export const keySchema: JsonRecord = closed(
  { id, key: {}, keys: { type: 'array', minItems: 2, maxItems: 50 }, why: text(1_000), shown: { type: 'boolean' } },
  ['key', 'keys', 'shown'],
);

export const answerSchema: JsonRecord = closed(
  { id, answer: {}, answers: { type: 'array', minItems: 2, maxItems: 50 } },
  ['answer', 'answers'],
);

export interface PackHead {
  readonly league: string;
  readonly title: string;
  readonly draw: number;
  readonly par: { readonly micros: number } | { readonly answers: string };
}

export interface Item {
  readonly id: string;
  readonly level: number;
  readonly weight: number;
  /** One for each bot of them. */
  readonly prompts: readonly string[];
  readonly answer_schema: JsonRecord;
  readonly grader: GraderSpec;
  readonly example: Json;
  readonly files: readonly string[];
  /** The page that it begins at. */
  readonly site: string | undefined;
  /** One for each prompt. */
  readonly keys: readonly Json[];
  /** What somebody else answered, one for each prompt. */
  readonly second: readonly Json[] | undefined;
  /** What the plain solver answers. */
  readonly par: readonly Json[] | undefined;
}

export interface PackPage {
  /** What follows the slash after the ticket; '' is index.html. */
  readonly path: string;
  /** A whole document, written anew. */
  readonly html: string;
}

export interface Pack extends PackHead {
  readonly items: readonly Item[];
  readonly pages: readonly PackPage[];
  readonly files: ReadonlyMap<string, Buffer>;
  /** Texts of keys that nothing public may hold. */
  readonly hidden: readonly string[];
}

/** A fault of a pack: in which file, where in it, what it is, and how it is mended. */
export interface Finding {
  readonly file: string;
  /** `line 3`, `q17`, `par`; '' for the whole file. */
  readonly place: string;
  readonly what: string;
  readonly fix: string;
}

/** Path below the folder of the pack -> bytes. */
export type PackFiles = ReadonlyMap<string, Buffer>;
