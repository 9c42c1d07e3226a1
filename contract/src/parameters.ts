/**
 * Query parameters: each is a schema that reads the text of the address into a value, and carries what openapi.json says of it. What a
 * text must be is said once, in the reader's words: `page is "x"; it must be a whole number from 1 to 1000000.`
 */
import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { limits } from './limits.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path';
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly example?: unknown;
}

export type ParameterFacts = Omit<Parameter, 'name' | 'in'>;

/** What is published of the parameters of an operation, by name. */
export type QueryShape = Readonly<Record<string, z.ZodType<unknown, string | undefined>>>;

export type QueryOf<Shape extends QueryShape> = { readonly [Name in keyof Shape]: z.output<Shape[Name]> };

/** How a text that cannot be read is answered, when it is not `invalid_query` with the reader's words. */
export interface Refusal {
  readonly code: ErrorCode;
  /** @param shown the text as it may stand in an error. */
  readonly detail: (shown: string) => string;
  /** What to do, and the value that was meant where that is plain. */
  readonly mend?: (text: string) => { readonly fix: string; readonly meant: string | undefined };
}

const published = z.registry<ParameterFacts>();

/** Gives a reader the words that openapi.json has for it. */
export function parameter<S extends z.ZodType>(reader: S, facts: ParameterFacts): S {
  published.add(reader, facts);
  return reader;
}

export function parametersOf(shape: QueryShape): Parameter[] {
  return Object.entries(shape).map(([name, reader]) => {
    const facts = published.get(reader);
    if (!facts) throw new Error(`the parameter ${name} is not described`);
    return { name, in: 'query', ...facts };
  });
}

/** A path parameter by its name: each means the same in every path. */
export function pathParametersOf(path: string): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const known = pathParameters[name];
    if (!known) throw new Error(`${path}: the path parameter ${name} is not described`);
    return { name, in: 'path', required: true, ...known };
  });
}

interface Words {
  readonly description: string;
  readonly example: unknown;
}

export function wholeNumber({ max, standard, ...words }: Words & { readonly max: number; readonly standard: number }) {
  const reader = z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) return standard;
      const n = Number(text);
      if (/^\d{1,9}$/.test(text) && n >= 1 && n <= max) return n;
      // Whoever asks for none where all is the standard means all.
      const isPlain = text !== '' && Number.isFinite(n) && (n >= 1 || standard < max);
      const meant = isPlain ? String(Math.min(Math.max(1, Math.round(n)), max)) : undefined;
      context.addIssue({ code: 'custom', message: `it must be a whole number from 1 to ${max}.`, params: { meant } });
      return z.NEVER;
    });
  return parameter(reader, { ...words, schema: { type: 'integer', format: 'int32', minimum: 1, maximum: max } });
}

export function oneOf<const Choice extends string>(choices: readonly [Choice, ...Choice[]], words: Words) {
  const [standard] = choices;
  const reader = z
    .string()
    .optional()
    .transform((text, context): Choice => {
      const chosen = text === undefined ? standard : choices.find((choice) => choice === text);
      if (chosen !== undefined) return chosen;
      const meant = choices.find((choice) => choice.toLowerCase() === text?.trim().toLowerCase());
      context.addIssue({ code: 'custom', message: `it must be ${choices.join(' or ')}.`, params: { meant } });
      return z.NEVER;
    });
  return parameter(reader, { ...words, schema: { type: 'string', enum: choices } });
}

/** `true` or `false`; false when it is absent. */
export function yesOrNo(words: Words) {
  const reader = z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined || text === 'false') return false;
      if (text === 'true') return true;
      const meant = yesOrNoMeant(text);
      context.addIssue({ code: 'custom', message: 'it must be true or false.', params: { meant } });
      return z.NEVER;
    });
  return parameter(reader, { ...words, schema: { type: 'boolean' } });
}

function yesOrNoMeant(text: string): string | undefined {
  const word = text.trim().toLowerCase();
  if (['', '1', 'yes', 'y', 'on', 'true'].includes(word)) return 'true';
  return ['0', 'no', 'n', 'off', 'false'].includes(word) ? 'false' : undefined;
}

/** A text whose meaning the handler judges. @param schema what openapi.json says of its form. */
export function optionalText(schema: ParameterFacts['schema'], words: Words) {
  return parameter(z.string().optional(), { ...words, schema: { type: 'string', ...schema } });
}

/** As {@link optionalText}, but it must be there. */
export function requiredText(schema: ParameterFacts['schema'], words: Words) {
  return parameter(z.string(), { required: true, ...words, schema: { type: 'string', ...schema } });
}

/** Largest page number: far beyond any board, small enough to count with. */
const pageMax = 1_000_000;

export const page = wholeNumber({
  max: pageMax,
  standard: 1,
  description: 'Page of the list, from 1.',
  example: 1,
});

export const perPage = wholeNumber({
  max: limits.perPageMax,
  standard: limits.perPageDefault,
  description: `Entries on a page; ${limits.perPageDefault} when it is absent.`,
  example: limits.perPageDefault,
});

/** The parameters of every list. */
export const paging = { page, per_page: perPage } as const;

const pathParameters: Readonly<Record<string, Omit<Parameter, 'name' | 'in' | 'required'>>> = {
  agent_id: {
    description: 'Id of a bot; me is the bot of the key.',
    schema: { type: 'string', pattern: '^(agt_[0-9a-hjkmnp-tv-z]{16}|me)$', maxLength: 20 },
    example: 'agt_0000000000000000',
  },
  rules_version: {
    description: 'A version of the rules, as orders and closes name it.',
    schema: { type: 'string', pattern: '^[0-9a-f]{12}$', maxLength: 12 },
    example: '000000000000',
  },
  reference: {
    description: 'Reference of a payment order, as its answer has it.',
    schema: { type: 'string', pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$', maxLength: 44 },
    example: '11111111111111111111111111111111',
  },
  sha256: {
    description: 'SHA-256 of a text, as an entry of the public log names it.',
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$', maxLength: 64 },
    example: '0000000000000000000000000000000000000000000000000000000000000000',
  },
  id: {
    description: 'Number of an entry of the showcase.',
    schema: { type: 'string', pattern: '^[1-9][0-9]{0,14}$', maxLength: 15 },
    example: '1',
  },
  order_id: {
    description: 'Id of an order.',
    schema: { type: 'string', pattern: '^ord_[0-9a-hjkmnp-tv-z]{16}$', maxLength: 20 },
    example: 'ord_0000000000000000',
  },
  maker_id: {
    description: 'Id of a maker.',
    schema: { type: 'string', pattern: '^mkr_[0-9a-z]+$', maxLength: 64 },
    example: 'mkr_0000000000000000',
  },
  league: {
    description: 'Id of a league.',
    schema: { $ref: '#/components/schemas/LeagueId' },
    example: 'spot_crypto',
  },
  round: {
    description: 'A round: current, next, its name or its id.',
    schema: { type: 'string', maxLength: 20 },
    example: 'next',
  },
  answer_id: {
    description: 'Id of a sheet of answers.',
    schema: { type: 'string', pattern: '^ans_[0-9a-v]{16}$', maxLength: 20 },
    example: 'ans_0000000000000000',
  },
  mark: {
    description: 'A mark: an instant at a multiple of 5 minutes, UTC.',
    schema: { type: 'string', format: 'date-time', maxLength: 24 },
    example: '2026-03-02T00:05:00Z',
  },
  date: {
    description: 'Date of a close.',
    schema: { type: 'string', format: 'date', maxLength: 10 },
    example: '2026-03-02',
  },
};
