/** Sheets of answers that come whole are taken before the framework: with the same answer, head, limits and failures as behind it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot, League } from '../../harness/league.ts';
import { openRound } from '../../harness/rounds.ts';
import { bothWays, expectSameAnswers, expectSameFailure, type BothWays } from '../../harness/short-way.ts';

let league: League;
let bot: Bot;
let both: BothWays;
beforeAll(async () => {
  ({ league, bot } = await openRound({}, { env: { PAPERTAPE_LIMITS: 'on' } }));
  const body = '{"round":"current","answers":{"t01":{"sum":5},"t02":null,"t03":{"sum":1e999},"t11":1},"sandbox":true}';
  both = bothWays(league, bot, { path: `/api/agents/${bot.id}/answers`, body });
});
afterAll(() => league.close());

test('the same head, and a repetition is the same answer whichever way', async () => {
  expect((await both.inOne({})).status).toBe(200);
  const keyed = { headers: ['Idempotency-Key: one'] };
  const first = await both.inOne(keyed);
  expect(both.gone()).toBe(2);
  expect(first.json).toMatchObject({
    answers_text: '{"t01":{"sum":5},"t02":null}',
    not_understood: { t03: 'numbers must be integers', t11: 'it is no task of the round' },
  });
  expect(first.headers.get('ratelimit')).toContain('"sheetsPerBot"');
  await expectSameAnswers(both, keyed, first);
});

test.each([
  ['nothing that is understood', { body: '{"round":"current","answers":{"t01":"x","t99":1}}' }, 'invalid_answers'],
  ['no answer', { body: '{"round":"current","answers":{}}' }, 'invalid_answers'],
  ['no such round', { body: '{"round":"1999-W01-1","answers":{"t01":null}}' }, 'round_not_found'],
  ['a member that is missing', { body: '{"answers":{"t01":null}}' }, 'missing_field'],
  ['no JSON', { body: '{"round":' }, 'invalid_json'],
  ['a key of nobody', { key: 'ptk_none' }, 'malformed_key'],
] as const)('%s: the same failure, told of the same limits', async (_what, sent, code) => {
  await expectSameFailure(both, sent, code);
});
