/** Status, marks, closes, makers and incidents: what their endpoints answer, at its edges, and that their pages show the same. */
import { limits } from 'papertape-contract/limits';
import { beforeAll, expect, test } from 'vitest';
import { actOnText } from '../../../src/desk/moderation-acts.ts';
import { expectError, get } from '../../harness/http.ts';
import type { Bot, League } from '../../harness/league.ts';
import { leagueOfFile, leagueOfTest } from '../../harness/of-test.ts';
import { operate } from '../../harness/operator.ts';

let league: League;
let bot: Bot;
leagueOfFile((own) => ({ league, bot } = own));
beforeAll(async () => {
  await bot.weights({ 'BTC-USD': 0.5 });
  await league.advance({ days: 2, minutes: 5 });
});

const page = async (path: string): Promise<string> => {
  const { status, text } = await get(league, path);
  expect(status, `${path} ${text.slice(0, 300)}`).toBe(200);
  return text;
};

test('the history has a day for each since the service opened, as many as are asked for, and no more than it says', async () => {
  const whole = await league.client.statusHistory();
  expect(whole.as_of).toBe((await league.client.status()).last_mark);
  expect(whole.days.map((d) => [d.date, d.state, d.marks])).toEqual([
    ['2026-03-02', 'whole', expect.any(Number)],
    ['2026-03-03', 'whole', 288],
    ['2026-03-04', 'whole', expect.any(Number)],
  ]);
  expect((await league.client.statusHistory(2)).days).toEqual(whole.days.slice(1));
  const { statusDaysMax: most } = limits;
  expect((await league.client.statusHistory(most)).days).toEqual(whole.days);
  expectError(await get(league, `/api/status/history?days=${most + 1}`), 'invalid_query');
  const shown = await page('/status');
  expect(shown.match(/<li class="day-whole"/g)).toHaveLength(3);
  expect(shown).toContain('3 Mar 2026: as it should be');
});

test('a day with an incident is shown as one, and its incidents are counted', async () => {
  const own = await leagueOfTest();
  expect(await own.client.statusHistory()).toEqual({ as_of: null, days: [] });
  expect((await get(own, '/status')).text).toContain('No mark is done yet.');
  await own.advance({ minutes: 35 });
  await operate(own, 'suspend', 'BTC-USD', '--reason', 'The pool is broken.');
  await own.advance({ minutes: 5 });
  const { days } = await own.client.statusHistory();
  expect(days).toEqual([expect.objectContaining({ state: 'incident', incidents: 1 })]);
  const { text } = await get(own, '/status');
  expect(text).toContain('<li class="day-incident"');
  expect(text).toContain('The pool is broken.');
  const { incidents, total } = await own.client.incidents({ kind: 'suspended' });
  expect([total, incidents.map((i) => i.kind)]).toEqual([1, ['suspended']]);
  expect((await own.client.incidents({ kind: 'outage' })).total).toBe(0);
  const filtered = (await get(own, '/incidents?kind=outage')).text;
  expect(filtered).toContain('There was none of this kind so far.');
  expect(filtered).toMatch(/<option value="outage" selected>/);
  expect(filtered).toContain('href="/api/incidents?kind=outage"');
  expectError(await get(own, '/api/incidents?kind=Outage'), 'invalid_query');
  expect((await get(own, '/incidents?kind=%3Cb%3E')).status).toBe(400);
});

test('marks, page by page down to the first one, without a gap and each with what it added', async () => {
  const all: Awaited<ReturnType<typeof league.client.marks>>['marks'][number][] = [];
  const { marksPerPageMax: limit } = limits;
  for (let before: string | undefined; ;) {
    const { marks, next } = await league.client.marks({ ...(before === undefined ? {} : { before }), limit });
    all.push(...marks);
    if (next === null) break;
    expect(marks).toHaveLength(limit);
    before = next;
  }
  const instants = all.map(({ mark }) => Date.parse(mark));
  expect(instants.every((at, i) => i === 0 || at === (instants[i - 1] ?? 0) - 300_000)).toBe(true);
  expect(all[0]?.mark).toBe((await league.client.status()).last_mark);
  expect(all.reduce((sum, { entries }) => sum + entries, 1)).toBe(all[0]?.size);
  const [newest] = all;
  const { log } = await league.client.markProof(newest?.mark ?? '');
  expect([log.size, log.root]).toEqual([newest?.size, newest?.root]);
  expectError(await get(league, `/api/proofs/marks?limit=${limit + 1}`), 'invalid_query');
  expectError(await get(league, '/api/proofs/marks?before=2026-03-02T00:01:00Z'), 'invalid_query');
  expect(await league.client.marks({ before: '2026-01-01T00:00:00Z' })).toEqual({ marks: [], next: null });

  const shown = await page('/marks');
  expect(shown.match(/<tr\b/g)).toHaveLength(limits.perPageDefault + 1);
  const older = /<a rel="next" href="([^"]+)"/.exec(shown)?.[1] ?? '';
  expect(await page(older)).toContain(all[limits.perPageDefault]?.root.slice(0, 16));
  expect(await page('/marks?before=2026-01-01T00:00:00Z')).toContain('There is none before that.');
  const mark = /<a href="(\/marks\/[^"]+)"/.exec(shown)?.[1] ?? '';
  expect(await page(mark)).toContain(newest?.root);
  const moved = await fetch(`${league.url}/marks/${newest?.mark}`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([301, mark]);
  for (const path of ['/marks/2026-01-01T00:00:00Z', '/marks/yesterday']) {
    const { status, text } = await get(league, path);
    expect([status, text.includes('href="/marks"')]).toEqual([404, true]);
  }
});

test('a close shows the prices that its proof has; one that is not there leads to its league', async () => {
  const proof = await league.client.closeProof('spot_crypto', '2026-03-03');
  const shown = await page('/closes/spot_crypto/2026-03-03');
  for (const { symbol, usd } of proof.prices) {
    expect(shown).toContain(`>${symbol}</th>`);
    if (usd !== null) expect(shown.replaceAll(',', '')).toContain(`$${usd}</td>`);
  }
  expect(proof.prices.length).toBeGreaterThan(10);
  expect(shown).toContain('href="/marks/2026-03-03T00:00:00Z"');
  const early = await get(league, '/closes/spot_crypto/2026-01-01');
  expect([early.status, early.text.includes('href="/leagues/spot_crypto"')]).toEqual([404, true]);
  expect((await get(league, '/closes/nope/2026-03-03')).status).toBe(404);
  await operate(league, 'void-close', 'spot_crypto', '2026-03-04', '--reason', 'A bad pool.');
  await league.advance({ minutes: 5 });
  expect(await page('/closes/spot_crypto/2026-03-04')).toContain('This close was voided');
});

test('makers by how many of their bots take part; what the operator hides of them is gone', async () => {
  const own = await leagueOfTest();
  expect((await get(own, '/makers')).text).toContain('No bot is here yet.');
  const one = await own.enter({ contact: 'a@example.test', company: 'Old & Co' });
  await own.advance({ minutes: 1 });
  const other = await own.enter({ contact: 'b@example.test', company: 'Two' });
  await own.enter({ contact: 'b@example.test', company: '<b>Two</b> again' });
  await own.enter({ contact: 'c@example.test', league: 'deal_finder', company: 'Hidden away' });
  const { makers, total } = await own.client.makers();
  expect(total).toBe(3);
  expect(makers.map((m) => [m.company, m.active, m.retired])).toEqual([
    ['<b>Two</b> again', 2, 0],
    ['Old & Co', 1, 0],
    ['Hidden away', 1, 0],
  ]);
  await other.retire();
  await operate(own, 'hide-league', 'deal_finder', '--reason', 'Over.');
  await actOnText(own.app.storage.db, 'hide_text', { botId: one.id, text: 'company', reason: 'Rude.' });
  await own.advance({ minutes: 5 });
  const after = await own.client.makers({ perPage: 1, page: 2 });
  expect([after.total, after.pages]).toEqual([2, 2]);
  const { text } = await get(own, '/makers');
  expect(text).toContain('&lt;b>Two&lt;/b> again');
  expect(text).not.toMatch(/Old &amp; Co|Hidden away/);
  expect((await get(own, '/makers?page=9')).status).toBe(404);
});
