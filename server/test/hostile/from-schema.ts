/**
 * Values out of a JSON Schema as openapi.json has them: such as the schema takes, such as stand at its edges, and such as it does not
 * take. A keyword that is not known here is an error: what is published is either tried or named.
 */
import fc from 'fast-check';

export type Schema = Readonly<Record<string, unknown>>;

const read = new Set(
  '$ref anyOf const enum type format pattern minLength maxLength minimum maximum properties required additionalProperties items maxItems description'.split(
    ' ',
  ),
);

export interface FromSchema {
  /** Values that the schema takes. */
  valid(schema: Schema): fc.Arbitrary<unknown>;
  /** Values at and just past its bounds. */
  edges(schema: Schema): fc.Arbitrary<unknown>;
  /** The members of an object's schema. */
  propertiesOf(schema: Schema): Readonly<Record<string, Schema>>;
}

/** @param hints better values for a member or parameter of that name: ids that exist, symbols that trade. */
export function createFromSchema(
  schemas: Readonly<Record<string, Schema>>,
  hints: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): FromSchema {
  const named = (reference: string): Schema => {
    const schema = schemas[reference.replace('#/components/schemas/', '')];
    if (!schema) throw new Error(`no schema ${reference}`);
    return schema;
  };

  function valid(schema: Schema): fc.Arbitrary<unknown> {
    for (const keyword of Object.keys(schema))
      if (!read.has(keyword)) throw new Error(`the fuzz does not know the keyword ${keyword}`);
    const { $ref: reference, anyOf, type } = schema as { $ref?: string; anyOf?: Schema[]; type?: string | string[] };
    if (reference !== undefined) return valid(named(reference));
    if (anyOf) return fc.oneof(...anyOf.map(valid));
    if ('const' in schema) return fc.constant(schema['const']);
    if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
    if (Array.isArray(type)) return fc.oneof(...type.map((t) => valid({ ...schema, type: t })));
    switch (type) {
      case 'string':
        return text(schema);
      case 'integer':
        return fc.integer({ min: numberOf(schema, 'minimum', -1e6), max: numberOf(schema, 'maximum', 1e6) });
      case 'number':
        return fc.double({
          min: numberOf(schema, 'minimum', -1e6),
          max: numberOf(schema, 'maximum', 1e6),
          noNaN: true,
        });
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'array':
        return fc.array(valid(schema['items'] as Schema), { maxLength: numberOf(schema, 'maxItems', 10) });
      case 'object':
        return object(schema);
      case undefined:
        // An answer to a task is any JSON; JSON has no minus zero and nothing that is no number.
        return fc.jsonValue({ maxDepth: 3 });
      default:
        throw new Error(`the fuzz does not know the type ${String(type)}`);
    }
  }

  function object(schema: Schema): fc.Arbitrary<unknown> {
    const {
      properties = {},
      required = [],
      additionalProperties,
    } = schema as {
      properties?: Record<string, Schema>;
      required?: string[];
      additionalProperties?: Schema;
    };
    if (additionalProperties !== undefined)
      return fc.dictionary(hints['*'] as fc.Arbitrary<string>, valid(additionalProperties), { maxKeys: 5 });
    const members = Object.entries(properties).map(([name, s]) => {
      const hint = hints[name];
      return [name, hint ? fc.oneof({ weight: 3, arbitrary: hint }, valid(s)) : valid(s)] as const;
    });
    return fc.record(Object.fromEntries(members), { requiredKeys: required });
  }

  function edges(schema: Schema): fc.Arbitrary<unknown> {
    const { $ref: reference, type } = schema as { $ref?: string; type?: string | string[] };
    if (reference !== undefined) return edges(named(reference));
    const types = [type].flat();
    const found: unknown[] = [];
    if (types.includes('string')) {
      const [min, max] = [numberOf(schema, 'minLength', 0), numberOf(schema, 'maxLength', 1_000)];
      for (const length of [min - 1, min, max - 1, max, max + 1])
        if (length >= 0)
          found.push('x'.repeat(length), '🤖'.repeat(length), ` ${'é'.repeat(Math.max(0, length - 2))} `);
    }
    if (types.includes('number') || types.includes('integer'))
      for (const bound of [numberOf(schema, 'minimum', 0), numberOf(schema, 'maximum', 1e6)])
        found.push(bound - 1, bound - 1e-9, bound, bound + 1e-9, bound + 1, -bound);
    return found.length > 0 ? fc.constantFrom(...found) : wrong;
  }

  function propertiesOf({ $ref: reference, properties }: Schema): Readonly<Record<string, Schema>> {
    return typeof reference === 'string' ? propertiesOf(named(reference)) : (properties as Record<string, Schema>);
  }

  return { valid, edges, propertiesOf };
}

function numberOf(schema: Schema, keyword: string, otherwise: number): number {
  const value = schema[keyword];
  return typeof value === 'number' ? value : otherwise;
}

function text(schema: Schema): fc.Arbitrary<string> {
  const { pattern, format } = schema as { pattern?: string; format?: string };
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  if (format === 'date') return day.map((d) => d.toISOString().slice(0, 10));
  if (format === 'date-time') return day.map((d) => d.toISOString());
  if (format === 'email') return fc.emailAddress();
  if (format === 'uri') return fc.webUrl();
  const [min, max] = [numberOf(schema, 'minLength', 0), Math.min(numberOf(schema, 'maxLength', 100), 200)];
  return fc
    .oneof(
      { weight: 6, arbitrary: fc.string({ minLength: min, maxLength: max }) },
      { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: min, maxLength: max }) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: min, maxLength: max }) },
    )
    .map((s) => Array.from(s).slice(0, max).join(''));
}

/** JSON that no schema here takes, or only just: types, sizes, depths, numbers beyond a double. */
export const wrong: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 0.5, '', ' ', 'x', [], {}, [[]], [null], { a: 1 }, '0', 'true'),
  fc
    .constantFrom('1e400', '-1e400', '1e-400', '-0', '1E+2', '0.1e1', `0.${'1'.repeat(300)}`, '9'.repeat(400))
    .map(number),
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom(5, 15, 16, 17, 2_000).map(nested),
  fc.constantFrom(300, 3_000, 66_000).map((length) => 'y'.repeat(length)),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    'a\udc00',
    '\u202Eabc',
    '\u2066',
    '\r\nX: y',
    '__proto__',
    '\uFEFF',
    'ﬁ',
    'e\u0301',
  ),
);

declare global {
  // TypeScript's library does not know it yet; Node has it since version 21.
  interface JSON {
    rawJSON(text: string): object;
  }
}

/** A number with its digits as they are. */
function number(digits: string): unknown {
  return JSON.rawJSON(digits);
}

function nested(depth: number): unknown {
  let value: unknown = [];
  for (let i = 1; i < depth; i++) value = [value];
  return value;
}
