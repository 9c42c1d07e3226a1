import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsSchema, idSchema, schemaFault, textSchema, unknownKeyword } from './answer-schema.ts';
import type { Json, JsonRecord } from './json.ts';

const orders: JsonRecord = {
  type: 'object',
  required: ['orders'],
  properties: {
    orders: {
      type: 'array',
      maxItems: 2,
      items: {
        type: 'object',
        required: ['shop'],
        additionalProperties: false,
        properties: { shop: idSchema, coupon: { type: ['string', 'null'], maxLength: 3 } },
      },
    },
  },
};

/** What each says of the first fault. */
test.each<[JsonRecord, Json, string | null]>([
  [orders, { orders: [{ shop: 's1', coupon: null }] }, null],
  [orders, { orders: '?' }, 'orders must be a list'],
  [orders, {}, 'orders is missing'],
  [orders, [], 'the answer must be an object'],
  [orders, { orders: [{ shop: 's 1' }] }, 'orders[0].shop must match ^[A-Za-z0-9_.:-]{1,60}$'],
  [orders, { orders: [{ shop: 's', more: 1 }] }, 'orders[0].more is no member of it'],
  [orders, { orders: [{ shop: 's', coupon: 7 }] }, 'orders[0].coupon must be a text or null'],
  [orders, { orders: [{ shop: 's', coupon: '\u{1F600}'.repeat(3) }] }, null],
  [
    orders,
    { orders: [{ shop: 's', coupon: '\u{1F600}'.repeat(4) }] },
    'orders[0].coupon must have at most 3 characters',
  ],
  [orders, { orders: [{ shop: 's' }, { shop: 's' }, { shop: 's' }] }, 'orders must have at most 2 entries'],
  [centsSchema, -1, 'the answer must be at least 0'],
  [centsSchema, 1_000_000_000_001, 'the answer must be at most 1000000000000'],
  [centsSchema, '1.5', 'the answer must be an integer'],
  [{}, { a: [1.5] }, 'numbers must be integers'],
  [textSchema, '', 'the answer must have 1 characters or more'],
  [{ enum: ['a', null] }, 'b', 'the answer must be one of "a", null'],
  [{ const: 3 }, 4, 'the answer must be one of 3'],
  [{ type: 'array', minItems: 1, uniqueItems: true }, [], 'the answer must have 1 entries or more'],
  [
    { type: 'array', uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    'the answer must not have an entry twice',
  ],
  [{ type: 'object', minProperties: 1, maxProperties: 1 }, {}, 'the answer must have 1 members or more'],
  [{ type: 'object', maxProperties: 1 }, { a: 1, b: 1 }, 'the answer must have at most 1 members'],
  [{ type: 'object', additionalProperties: idSchema }, { a: 1 }, 'a must be a text'],
  [
    { oneOf: [{ type: 'integer' }, { type: 'string' }] },
    null,
    'the answer must be an integer, or the answer must be a text',
  ],
  [{ oneOf: [{ minimum: 1 }, { type: 'integer' }] }, 3, 'the answer has more than one of the allowed forms'],
])('%j on %j: %s', (schema, value, fault) => {
  expect(schemaFault(schema, value)).toBe(fault);
});

const ajv = new Ajv2020({ strict: false });

const schemas = fc.letrec<{ any: JsonRecord }>((tie) => {
  const count = fc.nat({ max: 3 });
  const bounded = (least: string, most: string) => ({ [least]: count, [most]: count });
  const of = (type: string, more: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<JsonRecord> =>
    fc.record<Record<string, Json>>(
      { type: fc.constant(type), ...more },
      { requiredKeys: ['type'] },
    ) as fc.Arbitrary<JsonRecord>;
  return {
    any: fc.oneof(
      { maxDepth: 3 },
      of('integer', bounded('minimum', 'maximum')),
      of('string', { ...bounded('minLength', 'maxLength'), pattern: fc.constantFrom('^a', 'b$') }),
      fc.constantFrom<JsonRecord>({ type: ['null', 'boolean'] }, { enum: [1, 'a', null] }, { const: ['a'] }),
      of('array', { items: tie('any'), ...bounded('minItems', 'maxItems'), uniqueItems: fc.boolean() }),
      of('object', {
        properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('any'), { noNullPrototype: true }),
        required: fc.uniqueArray(fc.constantFrom('a', 'b')),
        additionalProperties: fc.oneof(fc.boolean(), tie('any')),
        ...bounded('minProperties', 'maxProperties'),
      }),
      fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((oneOf): JsonRecord => ({ oneOf })),
    ),
  };
}).any;

const values = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 'a', 'ab', 'b', '\u{1F600}'),
    fc.integer({ min: -1, max: 4 }),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('any'), { noNullPrototype: true }),
  ),
})).any;

test('the check agrees with ajv', () => {
  let valid = 0;
  fc.assert(
    fc.property(schemas, fc.array(values, { minLength: 1, maxLength: 12 }), (schema, several) => {
      const check = ajv.compile(schema);
      for (const value of several) {
        const isValid = check(value);
        if (isValid) valid++;
        expect([schemaFault(schema, value) === null, value]).toEqual([isValid, value]);
      }
    }),
    { numRuns: 300 },
  );
  expect(valid).toBeGreaterThan(20);
});

test('a schema with a keyword that nothing checks is found', () => {
  expect(unknownKeyword(orders)).toBeNull();
  expect(unknownKeyword({ type: 'object', properties: { a: { oneOf: [{ format: 'date' }] } } })).toBe('format');
  expect(unknownKeyword({ items: { $ref: '#' } })).toBe('$ref');
  expect(unknownKeyword({ additionalProperties: { not: {} } })).toBe('not');
});

test('the name of a member that is told is short', () => {
  const fault = schemaFault({ type: 'object', additionalProperties: false }, { ['x'.repeat(10_000)]: 1 });
  expect(fault?.length).toBeLessThan(100);
});
