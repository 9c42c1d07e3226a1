import { expect, test } from 'vitest';
import { z } from 'zod';
import { jsonSchemas, schemas } from './schemas.ts';
import { kinds } from './shapes.ts';

test('every schema has the name that it is published under', () => {
  for (const [name, schema] of Object.entries(schemas)) expect(z.globalRegistry.get(schema)?.id).toBe(name);
  expect(Object.keys(jsonSchemas())).toEqual(Object.keys(schemas));
  expect(schemas).toMatchObject({ OrderAck: expect.any(z.ZodObject), EventType: expect.any(z.ZodEnum) });
});

test('a JSON Schema says briefly what may be null, and refers to what has a name', () => {
  const { AgentView, OrderAck, ProfileRequest } = jsonSchemas();
  expect(OrderAck['properties']).toMatchObject({
    ok: { const: true },
    receipt: { $ref: '#/components/schemas/Receipt' },
    weights: { type: 'object', additionalProperties: { type: 'number' } },
  });
  expect(AgentView['properties']).toMatchObject({
    retired_by: { type: ['string', 'null'], enum: ['owner', 'operator', 'rule', null] },
  });
  expect(ProfileRequest['properties']).toMatchObject({ style: { type: ['string', 'null'], maxLength: 80 } });
  expect(OrderAck).not.toHaveProperty('additionalProperties');
});

test('a shape has the members of its schema, and of a choice what all have', () => {
  expect(kinds.ErrorBody).toEqual({
    detail: 'string',
    error: { code: 'string', fix: 'string', 'corrected?': '#RequestParts', 'example?': '#RequestParts' },
    'opens_at?': 'string',
    'request_id?': 'string',
  });
  expect(kinds.OrderAck).toMatchObject({
    ok: 'boolean',
    reason: 'string?',
    receipt: '#Receipt',
    weights: { '*': 'number' },
  });
  expect(kinds.AgentEvent).toEqual({ id: 'string', type: 'string', at: 'string', cursor: 'string', data: 'object' });
  expect(kinds.CloseProof).toMatchObject({ bot: [{ value: 'string' }, 'null'], windows: ['#WindowProof'] });
  expect(Object.keys(kinds).filter((name) => name.endsWith('Request'))).toEqual([]);
});
