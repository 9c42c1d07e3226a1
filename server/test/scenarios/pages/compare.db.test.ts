/** Bots side by side: the numbers of the API, each told once; and the form that chooses them, without a script. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from 'papertape-contract/limits';
import { get } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

let league: League;
const bots: Bot[] = [];
beforeAll(async () => {
  league = await openLeague();
  for (const weights of [{ 'BTC-USD': 1 }, { 'BTC-USD': 0.25, 'ETH-USD': 0.5 }, { 'SOL-USD': 1 }]) {
    const bot = await league.enter({ contact: `m${bots.length}@example.test` });
    bots.push(bot);
    await bot.weights(weights);
  }
  bots.push(await league.enter({ name: 'Never </td> traded', league: 'multi' }));
  await league.advance({ days: 2, minutes: 5 });
  bots.push(await league.enter({ name: 'Too late for a close', contact: 'late@example.test' }));
});
afterAll(() => league.close());

const read = async (path: string) => await get(league, path);
const idsOf = (...which: readonly number[]): string => which.map((i) => bots[i]!.id).join();

test('figures, lines and holdings are those of the API', async () => {
  const { status, text } = await read(`/compare?bots=${idsOf(0, 1, 2)}`);
  expect(status).toBe(200);
  for (const bot of bots.slice(0, 3)) {
    const { name, rank, value_usd: value } = await bot.agent();
    expect(text).toContain(`href="/bots/${bot.id}"`);
    expect(text).toContain(`data-label="${name}:">${rank}</td>`);
    expect(text).toContain(`$${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`);
    const { points } = await league.client.equity(bot.id);
    const [first, last] = [points[0]!, points.at(-1)!];
    const since = (last.value_usd / first.value_usd - 1) * 100;
    expect(text).toContain(`${Math.abs(since).toFixed(2)}%`);
    const { positions } = await league.client.positions(bot.id);
    for (const p of positions) expect(text).toContain(`data-label="${name}:">${(p.weight! * 100).toFixed(2)}%</td>`);
  }
  expect(text).toContain('Every close');
  expect(text).toContain('Too early to say: 2 days of 20.');
  expect((text.match(/class="value line-2"/g) ?? []).length).toBe(2);
  expect(text).toContain('class="best">best');
  const markdown = await read(`/compare.md?bots=${idsOf(0, 1, 2)}`);
  expect(markdown.headers.get('content-type')).toContain('text/markdown');
  expect(markdown.text).toContain('## Head to head');
});

test('a box of a form is sent once for each bot: the same page as with commas; one named twice stands once', async () => {
  const commas = await read(`/compare?bots=${idsOf(0, 1)}`);
  const boxes = await read(`/compare?bots=${bots[0]!.id}&bots=${bots[1]!.id}`);
  expect(boxes.status).toBe(200);
  expect(boxes.headers.get('etag')).toBe(commas.headers.get('etag'));
  expect((await read(`/compare?bots=${idsOf(0, 1, 0)}`)).text).toBe(
    commas.text.replaceAll(encodeURIComponent(idsOf(0, 1)), encodeURIComponent(idsOf(0, 1, 0))),
  );
});

test('bots of different leagues, without a fill, without a common close', async () => {
  const { text } = await read(`/compare?bots=${idsOf(0, 3)}`);
  expect(text).toContain('They are of different leagues');
  expect(text).toContain('<bdi>Never &lt;/td> traded</bdi>');
  expect((await read(`/compare?bots=${idsOf(0, 4)}`)).text).toContain('no close yet at which all of them were valued');
});

test('the form chooses: a league, a bot that is chosen already, nobody there', async () => {
  const { text } = await read('/compare');
  for (const bot of bots.slice(0, 3)) expect(text).toContain(`type="checkbox" name="bots" value="${bot.id}"`);
  const one = (await read(`/compare?bots=${bots[1]!.id}`)).text;
  expect(one).toMatch(new RegExp(`<input[^>]*value="${bots[1]!.id}"[^>]*checked`));
  expect((await read('/compare?league=gold')).status).toBe(400);
  expect((await read('/compare?league=tokenized')).text).toContain('has fewer than two bots');
  // Chosen, and not among the league's bots that are shown: it is sent all the same.
  expect((await read(`/compare?league=spot_crypto&bots=${bots[3]!.id}`)).text).toContain(
    `<input type="hidden" name="bots" value="${bots[3]!.id}"/>`,
  );
  expect((await read(`/bots/${bots[0]!.id}`)).text).toContain(`href="/compare?bots=${bots[0]!.id}"`);
});

test(`no more than ${limits.comparedBotsMax}, and none that is not there`, async () => {
  expect(bots).toHaveLength(limits.comparedBotsMax + 1);
  expect((await read(`/compare?bots=${idsOf(0, 1, 2, 3)}`)).status).toBe(200);
  const five = await read(`/compare?bots=${idsOf(0, 1, 2, 3, 4)}`);
  expect([five.status, five.text.includes('it may name 4')]).toEqual([400, true]);
  expect((await read(`/compare?bots=${bots[0]!.id},agt_0000000000000000`)).status).toBe(404);
});
