/** Practice without sign-up: tasks of a public seed, scored at once, with what was expected, and nothing of it stored. */
import { readFileSync } from 'node:fs';
import { limits, rateLimits } from 'papertape-contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaguesWithRounds } from '../../../src/league/catalogue/rounds.ts';
import { generators } from '../../../src/rounds/generators.ts';
import { crawl } from '../../harness/crawl.ts';
import { expectError, get, okJson, post } from '../../harness/http.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { leagueOfTest } from '../../harness/of-test.ts';
import { sumRounds, sumsLeague } from '../../harness/rounds.ts';
import { call, failureOf } from '../mcp/tool-calls.ts';

let of: League;
beforeAll(async () => {
  of = await openLeague();
});
afterAll(() => of.close());

const rowsOf = async ({ app }: League): Promise<unknown> => {
  const { db } = app.storage;
  const tables = ['intake.answers', 'intake.round_scores', 'intake.round_work'] as const;
  return await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
};

describe.each([...leaguesWithRounds])('%s', (id) => {
  test('solvers that read pages and files over HTTP score at once what they score in a round', async () => {
    const generator = await generators.get(id);
    if (!generator) throw new Error(`${id} has no generator`);
    const before = await rowsOf(of);
    const seen = await crawl({ tasks: () => of.client.practice(id, { seed: 'first', level: 2 }) });
    expect(seen.tasks.map((t) => t.level)).toEqual([2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
    const plain = Object.fromEntries(await seen.solve((shown) => generator.plain(shown)));
    const tried = await of.client.tryAnswers(id, plain, { seed: 'first', level: 2 });
    expect(tried).toMatchObject({ league: id, seed: 'first', level: 2, not_understood: {} });
    // The plain solver over HTTP is the plain solver of the service.
    expect(tried.score).toBe(tried.plain_score);
    // What was expected is right, by the same rules.
    const expected = Object.fromEntries(tried.tasks.map((t) => [t.task_id, t.expected]));
    const best = await of.client.tryAnswers(id, expected, { seed: 'first', level: 2 });
    expect(best.score).toBe(1_000_000);
    // Examples are of the right form, and wrong.
    const examples = Object.fromEntries(seen.tasks.map((t) => [t.task_id, t.example]));
    const none = await of.client.tryAnswers(id, examples, { seed: 'first', level: 2 });
    expect(none.not_understood).toEqual({});
    expect(none.score).toBeLessThanOrEqual(100_000);
    expect(await rowsOf(of)).toEqual(before);
  });
});

describe('docs/bots/rounds-examples.md', () => {
  const page = readFileSync(new URL('../../../../docs/bots/rounds-examples.md', import.meta.url), 'utf8');
  const examples = page.split('\n## ').slice(1);

  test('has an example of every league that holds rounds', () => {
    const named = examples.map((text) => /^[^`\n]*`(\w+)`/.exec(text)?.[1]);
    expect([named.length, new Set(named)]).toEqual([leaguesWithRounds.size, leaguesWithRounds]);
  });

  test.each(examples.map((text) => [/`(\w+)`/.exec(text)?.[1] ?? '', text]))(
    '%s: the task is served so, and the answers score what stands there',
    async (id, text) => {
      const { tasks } = await of.client.practice(id, { seed: 'example' });
      const prompt = /```text\n(.*?)\n```/s.exec(text)?.[1];
      const task = tasks.find((each) => each.prompt === prompt);
      const answers = [...text.matchAll(/ scores ([\d,]+) \((.*)\):\n\n```json\n(.*)\n```/g)];
      expect(answers.length).toBe(2);
      for (const [, score = '', why, json = ''] of answers) {
        const tried = await of.client.tryAnswers(id, JSON.parse(json) as never, { seed: 'example' });
        const own = tried.tasks.find((each) => each.task_id === task?.task_id);
        expect([own?.score, own?.why]).toEqual([Number(score.replaceAll(',', '')), why]);
      }
    },
  );
});

test('a seed is the same tasks for everybody, another has others; a round has none of them', async () => {
  const [one, same, other] = await Promise.all([
    of.client.practice('web_q_a'),
    of.client.practice('web_q_a', { seed: '1', level: 1 }),
    of.client.practice('web_q_a', { seed: '2' }),
  ]);
  expect(same).toEqual(one);
  expect(JSON.stringify(other.tasks)).not.toBe(JSON.stringify(one.tasks));
  const answer = await get(of, '/api/leagues/web_q_a/practice');
  expect(
    (await get(of, '/api/leagues/web_q_a/practice', { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } }))
      .status,
  ).toBe(304);
});

test('seeds, levels and addresses that are none', async () => {
  for (const query of ['seed=', `seed=${'x'.repeat(41)}`, 'seed=a%20b', 'seed=%00', 'level=0', 'level=6', 'level=x'])
    expectError(await get(of, `/api/leagues/web_q_a/practice?${query}`), 'invalid_query');
  okJson(await get(of, `/api/leagues/web_q_a/practice?seed=${'x'.repeat(40)}&level=${limits.practiceLevelMax}`));
  const path = '/api/leagues/web_q_a/practice';
  for (const more of [{ seed: 'a b' }, { seed: 'x'.repeat(41) }, { level: 0 }, { level: 6 }, { level: 1.5 }])
    expectError(await post(of, path, { answers: { t01: 'x' }, ...more }), 'invalid_field');
  expectError(await get(of, '/api/leagues/nope/practice'), 'unknown_league');
  for (const at of [
    '/practice/web_q_a/1/1/site/none',
    '/practice/web_q_a/0/1/site/',
    '/practice/web_q_a/6/1/site',
    '/practice/web_q_a/1/a%20b/site',
    '/practice/spot_crypto/1/1/site',
    '/practice/nope/1/1/files/a',
    '/practice/office_tasks/1/1/files/none.pdf',
  ])
    expectError(await get(of, at), 'not_found');
});

test('what is not understood is told as in a round', async () => {
  const path = '/api/leagues/office_tasks/practice';
  const many = Object.fromEntries(Array.from({ length: limits.answersPerSheetMax + 1 }, (_, i) => [`t${i}`, {}]));
  for (const answers of [{}, many, { t99: 1 }, { t01: 1 }])
    expectError(await post(of, path, { answers }), 'invalid_answers');
  const { tasks } = await of.client.practice('office_tasks');
  const tried = await of.client.tryAnswers('office_tasks', { t01: tasks[0]?.example, t02: 1, t99: 1 });
  expect(Object.keys(tried.not_understood)).toEqual(['t02', 't99']);
});

test('an address scores so many practice sheets a minute, and reads on; a queue that is full is said', async () => {
  const limited = await leagueOfTest({ env: { PAPERTAPE_LIMITS: 'on' }, overrides: { rounds: sumRounds() } });
  const path = `/api/leagues/${sumsLeague}/practice`;
  const body = { answers: { t01: { sum: 1 } } };
  for (let i = 0; i < rateLimits.practiceScoringsPerAddress.count; i++) okJson(await post(limited, path, body));
  const refused = await post(limited, path, body);
  expectError(refused, 'rate_limited');
  expect(refused.headers.get('ratelimit')).toMatch(/"practiceScoringsPerAddress";r=0;/);
  okJson(await get(limited, path));
  const { practice } = limited.app.deps.rounds;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const waiting = Array.from({ length: limits.practiceWaitingMax - 1 }, () => practice.run(() => promise));
  okJson(await get(limited, path));
  waiting.push(practice.run(() => promise));
  const busy = await get(limited, path);
  expectError(busy, 'practice_busy');
  expect(busy.headers.get('retry-after')).toBe('2');
  resolve(undefined);
  await Promise.all(waiting);
  okJson(await get(limited, path));
});

test('a model practises by a tool', async () => {
  const shown = await call(of, 'arena_try_round', { league: 'strategy_games', seed: 'm' });
  const { tasks } = shown.structuredContent as unknown as { tasks: { task_id: string; example: unknown }[] };
  const answers = Object.fromEntries(tasks.map((t) => [t.task_id, t.example]));
  const tried = await call(of, 'arena_try_round', { league: 'strategy_games', seed: 'm', answers });
  expect(tried.isError ?? false).toBe(false);
  expect(tried.structuredContent).toMatchObject({ league: 'strategy_games', seed: 'm', not_understood: {} });
  expect(failureOf(await call(of, 'arena_try_round', { league: 'spot_crypto' })).error.code).toBe(
    'practice_unavailable',
  );
});
