/** Rounds by the real client: tasks, pages and files, answers with receipts, what is told before the close, results after it. */
import { randomUUID } from 'node:crypto';
import { limits, rateLimits } from 'papertape-contract/limits';
import { expect, onTestFinished, test } from 'vitest';
import { verifyAnswers } from '../../../../client/src/index.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { sha256 } from '../../../src/lib/hash.ts';
import { createFullDisk } from '../../harness/faults.ts';
import { expectError, get, okJson, post, type Answer } from '../../harness/http.ts';
import type { Bot, League } from '../../harness/league.ts';
import { firstRound, openRound, playTo, sumsLeague } from '../../harness/rounds.ts';
import { sumsIn, sumsOf } from '../../harness/sums.ts';

async function roundOfTest(...args: Parameters<typeof openRound>): ReturnType<typeof openRound> {
  const opened = await openRound(...args);
  onTestFinished(() => opened.league.close());
  return opened;
}

/** The right answers, of the files as they are served. */
async function solved(bot: Bot): Promise<Record<string, unknown>> {
  const { tasks, files } = await bot.tasks();
  const bytes = Buffer.from(await (await fetch(files[0]!.url)).arrayBuffer());
  expect([bytes.length, sha256(bytes)]).toEqual([files[0]!.bytes, files[0]!.sha256]);
  return Object.fromEntries(sumsIn({ tasks: tasks as never, files: [{ name: '', type: '', bytes }] }));
}

test('a bot reads its tasks, answers, and is paid: all of it by the client', async () => {
  const { league, bot } = await roundOfTest();
  const other = await league.enter({ league: sumsLeague });
  const now = await bot.round(sumsLeague);
  expect(now).toMatchObject({
    round: firstRound,
    state: 'open',
    facts: { opened: { entrants: 1 }, keyed: { par: 700_000 } },
  });
  expect(Object.keys(now.facts)).toEqual(['committed', 'beacon', 'opened', 'keyed']);
  expect((await bot.round(sumsLeague, 'next')).round).toBe('2026-W10-4');
  expect(await bot.round(sumsLeague, now.round_id)).toEqual(now);

  const { tasks, site, answered } = await bot.tasks();
  expect([tasks.length, answered]).toEqual([10, {}]);
  const page = await fetch(site!);
  expect(await page.text()).toContain('<pre>');
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*sandbox allow-forms$/);
  expect(page.headers.get('x-robots-tag')).toBe('noindex, noarchive');
  expectError(await get(league, new URL(`${site}none.html`).pathname), 'not_found');
  expectError(await get(league, `/rounds/${now.round_id}/site/${'0'.repeat(26)}`), 'not_found');

  // `me` is the bot of the key here, too, and what is answered so is kept by nobody.
  const mine = await get(league, '/api/agents/me/rounds/current/tasks', { key: bot.key });
  expect(okJson(mine)).toEqual(await bot.tasks());
  expect(mine.headers.get('cache-control')).toBe('no-store');
  expectError(await get(league, '/api/agents/me/rounds/current/tasks'), 'missing_key');

  const right = await solved(bot);
  const first = await bot.answer({ t01: right['t01'], t02: { sum: 'x' }, t99: 1 });
  expect(first.not_understood).toEqual({ t02: 'sum must be an integer', t99: 'it is no task of the round' });
  const all = await bot.answer(right);
  expect(all.receipt).toMatchObject({ sequence: 2, previous: first.receipt.hash });
  expect(await verifyAnswers(all, { agentId: bot.id, previous: first.receipt.hash })).toMatchObject({ ok: true });
  expect(await verifyAnswers({ ...all, answers_text: '{}' })).toMatchObject({ ok: false });
  const back = await bot.answer({ t10: null });
  expect(back.answers_text).toBe('{"t10":null}');
  expect((await bot.tasks()).answered).not.toHaveProperty('t10');
  await bot.answer({ t10: right['t10'] });
  expect((await bot.tasks()).answered).toEqual(right);
  expect(await bot.roundResults(sumsLeague, firstRound)).toMatchObject({ state: 'open', total: 0, results: [] });
  expectError(
    await post(league, `/api/agents/${other.id}/answers`, { round: 'current', answers: right }, other),
    'not_in_round',
  );

  await playTo(league, '2026-03-04T23:05:00Z');
  const scored = await bot.round(sumsLeague, firstRound);
  expect(scored).toMatchObject({ state: 'scored', facts: { closed: { sheets: 4, answered_by: 1 } } });
  const { committed, scored: told } = scored.facts;
  expect(sha256(Buffer.from(String(told?.['secret']), 'hex'))).toBe(committed?.['secret_sha256']);
  const { results } = await bot.roundResults(sumsLeague, firstRound);
  expect(results).toMatchObject([{ agent_id: bot.id, score: 1_000_000, cash_after: '100300' }]);
  expect(results[0]?.tasks.map((t) => [t.task_id, t.score])).toEqual(tasks.map((t) => [t.task_id, 1_000_000]));
  await playTo(league, '2026-03-05T00:05:00Z');
  expect((await league.client.leaderboard({ league: sumsLeague })).rows[0]).toMatchObject({
    agent_id: bot.id,
    rank: 1,
  });
  expect((await runAudit(league.app.storage)).differences).toEqual([]);
});

test('before the close nothing tells what is right: whatever the keys are, every answer is the same to the byte', async () => {
  const told: string[] = [];
  for (const shift of [0, 1]) {
    const plain = sumsOf(sumsLeague);
    const shifted = {
      ...plain,
      variant(...args: Parameters<typeof plain.variant>) {
        const variant = plain.variant(...args);
        const keys = new Map([...variant.keys].map(([id, key]) => [id, { sum: (key as { sum: number }).sum + shift }]));
        return { ...variant, keys, best: keys };
      },
      plain: (shown: Parameters<typeof plain.plain>[0]) =>
        new Map([...plain.plain(shown)].map(([id, a]) => [id, { sum: (a as { sum: number }).sum + shift }])),
      second: (shown: Parameters<typeof plain.second>[0]) =>
        new Map([...plain.second(shown)].map(([id, a]) => [id, { sum: (a as { sum: number }).sum + shift }])),
    };
    const { league, bot } = await roundOfTest({ generator: shifted, master: Buffer.alloc(32, 1) });
    const right = await solved(bot);
    const path = `/api/agents/${bot.id}`;
    const texts: string[] = [];
    for (const answers of [{ t01: { sum: 0 } }, right])
      texts.push((await post(league, `${path}/answers`, { round: 'current', answers }, bot)).text);
    texts.push((await get(league, `${path}/rounds/current/tasks`, bot)).text);
    for (const rest of ['', '/results'])
      texts.push((await get(league, `/api/leagues/${sumsLeague}/rounds/current${rest}`)).text);
    // Of the keys the round tells their hash, which is what pins them, and nothing else differs but the port.
    told.push(
      texts
        .join('\n')
        .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
        .replaceAll(/"keys_sha256":"[0-9a-f]{64}"/g, '"keys_sha256":…'),
    );
    await league.stop();
  }
  expect(told[1]).toBe(told[0]);
});

test('one Idempotency-Key is one sheet, also after a restart; the next one follows its receipt', async () => {
  const { league, bot } = await roundOfTest();
  const headers = { 'idempotency-key': randomUUID() };
  const body = { round: 'current', answers: { t01: { sum: 1 } } };
  const send = (of: League) => post(of, `/api/agents/${bot.id}/answers`, body, { ...bot, headers });
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(league)));
  const texts = new Set(answers.map((a) => JSON.stringify(okJson(a))));
  expect(texts.size).toBe(1);
  const { receipt } = okJson<{ receipt: { hash: string } }>(answers[0]!);
  league.app.deps.registry.forgetAll();
  const next = await bot.answer({ t01: { sum: 2 } });
  expect(next.receipt).toMatchObject({ sequence: 2, previous: receipt.hash });
  const rows = await league.app.deps.db.selectFrom('intake.answers').select('sequence').execute();
  expect(new Set(rows.map((r) => Number(r.sequence)))).toEqual(new Set([1, 2]));
});

test('the last instant before the close counts, the close itself does not; a sandbox sheet never does', async () => {
  const { league, bot } = await roundOfTest({ at: '2026-03-04T22:00:00Z' });
  await bot.answer({ t01: { sum: 0 } }, { sandbox: true });
  league.clock.set(Date.parse('2026-03-04T22:59:59.999Z'));
  const last = await bot.answer({ t01: { sum: 0 } }, { round: firstRound });
  expect(last.received_at).toBe('2026-03-04T22:59:59.999Z');
  league.clock.set(Date.parse('2026-03-04T23:00:00.000Z'));
  const late = { round: firstRound, answers: { t01: { sum: 0 } } };
  expectError(await post(league, `/api/agents/${bot.id}/answers`, late, bot), 'round_closed');
  await playTo(league, '2026-03-04T23:05:00Z');
  expect(await bot.round(sumsLeague, firstRound)).toMatchObject({ facts: { closed: { sheets: 1, answered_by: 1 } } });
  const scores = await league.app.deps.db.selectFrom('intake.round_scores').selectAll().execute();
  expect(new Map(scores.map((s) => [Number(s.sandbox), Number(s.score)]))).toEqual(
    new Map([
      [0, 0],
      [1, 0],
    ]),
  );
});

test('sheets that arrive together are each chained to the one before', async () => {
  const { league, bot } = await roundOfTest();
  const sheets = await Promise.all(
    Array.from({ length: 10 }, (_, i) => bot.answer({ t01: { sum: i } }, { sandbox: i % 2 === 1 })),
  );
  const inOrder = sheets.toSorted((a, b) => a.receipt.sequence - b.receipt.sequence);
  expect(inOrder.map((s) => s.receipt.sequence)).toEqual(Array.from({ length: 10 }, (_, i) => i + 1));
  for (const [i, sheet] of inOrder.entries()) expect(sheet.receipt.previous).toBe(inOrder[i - 1]?.receipt.hash ?? '');
  const stored = await league.app.deps.db.selectFrom('intake.answers').selectAll().orderBy('sequence').execute();
  expect(stored.map((row) => row.receipt)).toEqual(inOrder.map((s) => s.receipt.hash));
});

test('a sheet that the database did not take leaves no gap in the chain', async () => {
  const { overrides, whileFull } = createFullDisk();
  const { league, bot } = await roundOfTest({}, { overrides });
  const first = await bot.answer({ t01: { sum: 1 } });
  const body = { round: 'current', answers: { t01: { sum: 2 } } };
  await whileFull(async () => {
    const refused = await post(league, `/api/agents/${bot.id}/answers`, body, bot);
    expectError(refused, 'storage_unavailable');
    return refused;
  });
  expect((await bot.answer({ t01: { sum: 3 } })).receipt).toMatchObject({ sequence: 2, previous: first.receipt.hash });
});

test('a sheet may name as many tasks as the limit says, and a bot may send as many sheets', async () => {
  const { league, bot } = await roundOfTest({}, { env: { PAPERTAPE_LIMITS: 'on' } });
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`t${i + 10}`, null]));
  const send = (count: number) =>
    post(league, `/api/agents/${bot.id}/answers`, { round: 'current', answers: many(count) }, bot);
  expectError(await send(limits.answersPerSheetMax + 1), 'invalid_answers');
  for (let i = 0; i < rateLimits.sheetsPerBot.count; i++) okJson(await send(limits.answersPerSheetMax));
  const refused = await send(1);
  expectError(refused, 'rate_limited');
  expect(refused.headers.get('ratelimit')).toMatch(/"sheetsPerBot";r=0;/);
});

test('a bot may send as many sheets in a round as the limit says, also all at once; sandbox ones apart', async () => {
  const { league, bot } = await roundOfTest();
  const body = { round: 'current', answers: { t01: { sum: 1 } } };
  const send = (more: object = {}) => post(league, `/api/agents/${bot.id}/answers`, { ...body, ...more }, bot);
  const most = limits.sheetsPerBotAndRoundMax;
  const sent = await Promise.all(Array.from({ length: most + 5 }, () => send()));
  expect(sent.filter((a) => a.status === 200)).toHaveLength(most);
  for (const refused of sent.filter((a) => a.status !== 200)) expectError(refused, 'sheet_limit');
  for (let i = 0; i < most; i++) okJson(await send({ sandbox: true }));
  expectError(await send({ sandbox: true }), 'sheet_limit');
  // A repetition is no further sheet, what is refused takes nothing, and a bot that is read anew is counted anew.
  league.app.deps.registry.forgetAll();
  expectError(await send(), 'sheet_limit');
  const rows = await league.app.deps.db.selectFrom('intake.answers').select('sequence').execute();
  expect(rows).toHaveLength(2 * most);
  await playTo(league, '2026-03-05T00:05:00Z');
  okJson(await send());
});

test('pages and files are counted under the bot of the ticket, whoever reads them: in a minute, and in a round', async () => {
  const env = { PAPERTAPE_LIMITS: 'on', PAPERTAPE_PROXIES: '127.0.0.1' };
  const { league, bot } = await roundOfTest({}, { env });
  const { site, files } = await bot.tasks();
  const { round_id: round } = await bot.round(sumsLeague);
  const { pagesPerBot, pagesPerBotAndRound } = rateLimits;
  const read = (i: number) =>
    get(league, new URL((i % 2 === 0 ? site : files[0]?.url) ?? '').pathname, {
      headers: { 'x-forwarded-for': `198.51.100.${i % 8}` },
    });
  const refusedBy = (answer: Answer): string | undefined => {
    expectError(answer, 'rate_limited');
    return /"(\w+)";r=0;/.exec(answer.headers.get('ratelimit') ?? '')?.[1];
  };
  // So many were read before that the round is full one page before the minute is.
  for (let i = pagesPerBot.count - 1; i < pagesPerBotAndRound.count; i++)
    await league.app.deps.limiter.take('pagesPerBotAndRound', `${round} ${bot.id}`);
  for (let i = 0; i < pagesPerBot.count - 1; i++) expect((await read(i)).status).toBe(200);
  expect(refusedBy(await read(0))).toBe('pagesPerBotAndRound');
  expect(refusedBy(await read(1))).toBe('pagesPerBot');
});

test('tasks that are kept are shown to the bot of the key alone, with what was acknowledged before, until the round closes', async () => {
  const { league, bot, others } = await roundOfTest({ others: 1, at: '2026-03-04T22:55:00Z' });
  const path = `/api/agents/${bot.id}/rounds/current/tasks`;
  const isKept = (): boolean => league.app.deps.own.get(path, () => bot.id) !== undefined;
  const [made, kept] = [await get(league, path, bot), await get(league, path, bot)];
  expect([kept.text, isKept()]).toEqual([made.text, true]);
  const names = (answer: Answer): string[] =>
    [...answer.headers.keys()].filter((name) => name !== 'keep-alive').toSorted();
  expect(names(kept)).toEqual(names(made));
  expect(kept.headers.get('cache-control')).toBe('no-store');
  expectError(await get(league, path, others[0]), 'wrong_bot');
  expectError(await get(league, path), 'missing_key');
  expectError(
    await get(league, path, { key: `${bot.key.slice(0, -1)}${bot.key.endsWith('a') ? 'b' : 'a'}` }),
    'malformed_key',
  );

  for (let sum = 1; sum <= 3; sum++) {
    await get(league, path, bot);
    await bot.answer({ t01: { sum } });
    expect(isKept()).toBe(false);
    expect((await bot.tasks()).answered).toEqual({ t01: { sum } });
  }
  const { api_key: key } = okJson<{ api_key: string }>(await post(league, `/api/agents/${bot.id}/key`, {}, bot));
  expectError(await get(league, path, bot), 'unknown_key');
  expect((await get(league, path, { key })).text).toBe(
    kept.text.replace('"answered":{}', '"answered":{"t01":{"sum":3}}'),
  );
  expect(isKept()).toBe(true);
  league.clock.set(Date.parse('2026-03-04T23:00:00.000Z'));
  expect(isKept()).toBe(false);
  expectError(await get(league, path, { key }), 'round_not_open');
});
