import { expect, test } from 'vitest';
import { ApiError, type MendedParts } from 'papertape-contract/errors';
import { errorBody } from './error-body.ts';

function corrected(parts: MendedParts, url?: string): unknown {
  return errorBody(new ApiError('invalid_query', 'x', { corrected: parts }), undefined, url).error.corrected;
}

test('parameters are put into the query as it was asked for', () => {
  expect(corrected({ query: { league: 'spot_crypto' } }, '/api/prices?league=crypto&every=1h')).toEqual({
    path: '/api/prices?league=spot_crypto&every=1h',
  });
  expect(corrected({ query: { league: 'multi' } }, '/api/universe')).toEqual({ path: '/api/universe?league=multi' });
});

test('a segment is put in the place of the one that was sent, whichever way that was written', () => {
  const segment = ['Clumsy Crow', 'agt_0'] as const;
  expect(corrected({ segment }, '/api/agents/Clumsy%20Crow/state?a=b')).toEqual({
    path: '/api/agents/agt_0/state?a=b',
  });
  expect(corrected({ segment: ['%', 'x'] }, '/%/a')).toEqual({ path: '/x/a' });
});

test('without an address there is nothing to put them into', () => {
  expect(corrected({ query: { league: 'multi' } })).toBeUndefined();
  expect(corrected({ query: { league: 'multi' }, body: { a: 1 } })).toEqual({ body: { a: 1 } });
});

test('what holds a key is not shown', () => {
  expect(corrected({ body: { note: `ptk_${'a'.repeat(38)}` } })).toBeUndefined();
  expect(corrected({ query: { a: 'b' } }, '/x')).toEqual({ path: '/x?a=b' });
});
