/** What the operator asked for, as everyone sees it: once it was applied, whether or not it changed anything. */
import { expect, test } from 'vitest';
import { insertAction } from '../../../src/operator/action.sql.ts';
import { leagueOfTest } from '../../harness/of-test.ts';

test('applied actions are listed, the newest first, with their reasons', async () => {
  const league = await leagueOfTest();
  const actions: typeof league.client.actions = async (...page) => await league.client.actions(...page);
  expect(await actions()).toEqual({ page: 1, per_page: 50, pages: 1, total: 0, actions: [] });
  await league.advance({ hours: 1 });
  const { db } = league.app.storage;
  const at = league.now();
  const sol = { kind: 'symbol', id: 'SOL-USD' } as const;
  const spot = { kind: 'league', id: 'spot_crypto' } as const;
  await insertAction(db, { id: 'act_1', at, action: 'suspend', about: sol, reason: 'To look at it.' });
  await insertAction(db, { id: 'act_2', at, action: 'set_capacity', about: spot, reason: 'More.', capacity: 2000 });
  await league.advance({ minutes: 4 });
  // Their mark is not done.
  expect((await actions()).actions).toEqual([]);
  await league.advance({ minutes: 10 });
  await insertAction(db, { id: 'act_3', at: league.now(), action: 'suspend', about: sol, reason: 'Once more.' });
  await league.advance({ minutes: 5 });
  const asked = '2026-03-02T01:00:00.000Z';
  const first = {
    id: 'act_1',
    at: asked,
    applied_at: '2026-03-02T01:05:00.000Z',
    action: 'suspend',
    about: sol,
    capacity: null,
    reason: 'To look at it.',
    took_effect: true,
  };
  const second = { ...first, id: 'act_2', action: 'set_capacity', about: spot, capacity: 2000, reason: 'More.' };
  const again = {
    ...first,
    id: 'act_3',
    at: '2026-03-02T01:14:00.000Z',
    applied_at: '2026-03-02T01:15:00.000Z',
    reason: 'Once more.',
    took_effect: false,
  };
  expect((await actions()).actions).toEqual([again, second, first]);
  expect(await actions({ page: 2, perPage: 2 })).toEqual({
    page: 2,
    per_page: 2,
    pages: 2,
    total: 3,
    actions: [first],
  });
});
