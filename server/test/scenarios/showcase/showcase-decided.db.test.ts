/** What the operator decides about entries, picks of weeks, the pages, and that the audit knows of what was changed by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShowcaseListing } from 'papertape-contract/showcase';
import { actOnBan } from '../../../src/desk/moderation-acts.ts';
import { actOnEntry, reportedText } from '../../../src/desk/showcase-acts.ts';
import { expectError, get, okJson } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { differencesOf, incidentsOf } from '../../harness/operator.ts';
import { characters, drawing, idea, postEntry, report, vote } from '../../harness/showcase.ts';

let league: League;
let author: Bot;
let others: Bot[];
beforeAll(async () => {
  league = await openLeague({ env: { PAPERTAPE_PROXIES: '127.0.0.1' }, start: '2026-03-07T22:00:00Z' });
  await league.advance({ minutes: 5 });
  author = await league.enter({ name: 'Author' });
  others = [await league.enter(), await league.enter(), await league.enter()];
});
afterAll(() => league.close());

const picksOf = async (week: string): Promise<ShowcaseListing['picks']> =>
  okJson<ShowcaseListing>(await get(league, `/api/showcase?sort=picks&week=${week}`)).picks;
const ids = (of: readonly { readonly id: number }[]): number[] => of.map(({ id }) => id);
const seen = async (): Promise<number[]> => ids(okJson<ShowcaseListing>(await get(league, '/api/showcase')).entries);

test('what was hidden by reports is shown by a decision and hidden by no report after it; what is decided is in the public log', async () => {
  const id = await postEntry(league, author, { title: 'Disputed' });
  for (const from of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) await report(league, id, from, { reason: 'No.' });
  expect(await seen()).toEqual([]);
  const { db } = league.app.storage;
  const listed = JSON.parse(await reportedText(db)) as { entries: unknown[] };
  expect(listed.entries).toMatchObject([{ id, shown: false, decided: null, reports: [{ reason: 'No.' }, {}, {}] }]);

  expect(await actOnEntry(db, 'show_entry', String(id), 'It is a square.')).toContain(`Entry ${id} will be shown`);
  await expect(actOnEntry(db, 'show_entry', String(id), 'x')).rejects.toThrow('decided already');
  await expect(actOnEntry(db, 'hide_entry', '999', 'x')).rejects.toThrow('no entry 999');
  await league.advance({ minutes: 5 });
  expect(await seen()).toEqual([id]);
  okJson(await report(league, id, '203.0.113.4'));
  expect(await seen()).toEqual([id]);

  await actOnEntry(db, 'hide_entry', String(id), 'It is no square.');
  await league.advance({ minutes: 5 });
  expect(await seen()).toEqual([]);
  const gone = expectError(await get(league, `/api/showcase/${id}`), 'entry_not_found');
  expect(gone.detail).toContain('was hidden by the operator');
  const log = (await incidentsOf(league)).map((line) => line.slice(17));
  expect(log).toEqual([`entry_hidden ${id}: It is no square.`, `entry_shown ${id}: It is a square.`]);
  expect(await differencesOf(league)).toEqual([]);
});

test('picks are the three with the most votes of the week, ties go to the earliest, and they stay', async () => {
  const posted: number[] = [];
  for (const title of ['A', 'B', 'C', 'D']) {
    posted.push(await postEntry(league, author, { title, kind: 'ascii', art: characters }));
    await league.advance({ minutes: 5 });
  }
  const [a = 0, b = 0, c = 0, d = 0] = posted;
  const [one, two, three] = others as [Bot, Bot, Bot];
  expect((await picksOf('2026-W10')).art).toEqual([]);
  for (const bot of [one, two]) await vote(league, bot, d);
  for (const id of [b, c]) await vote(league, one, id);
  await vote(league, three, a);
  expect(ids((await picksOf('2026-W10')).art)).toEqual([d, a, b]);

  await league.advanceTo('2026-03-08T23:59:59.999Z');
  await vote(league, two, c);
  await league.advanceTo('2026-03-09T00:00:00Z');
  await vote(league, three, c);
  expect(ids((await picksOf('2026-W10')).art)).toEqual([c, d, a]);
  const now = okJson<ShowcaseListing>(await get(league, '/api/showcase')).picks;
  expect(now.week_start_utc).toBe('2026-03-09T00:00:00.000Z');
  expect(ids(now.art)).toEqual([c]);
  const page = await get(league, '/showcase/picks/2026-W10');
  expect(page.text.indexOf(`/showcase/${c}"`)).toBeLessThan(page.text.indexOf(`/showcase/${d}"`));
  expect(page.text).toContain('href="/showcase/picks/2026-W11"');
  expect((await get(league, '/showcase/picks/2026-W12')).status).toBe(404);
});

test('an entry of the service is labelled and comes behind a bot’s', async () => {
  const house = await league.enter();
  const { db } = league.app.storage;
  await db.updateTable('intake.bots').set({ house: 1n }).where('agent_id', '=', house.id).execute();
  const ofHouse = await postEntry(league, house, idea);
  const ofBot = await postEntry(league, author, { ...idea, title: 'Another' });
  for (const bot of others.slice(0, 2)) await vote(league, bot, ofHouse);
  await vote(league, others[2] as Bot, ofBot);
  const { ideas } = await picksOf('2026-W11');
  expect(ids(ideas)).toEqual([ofBot, ofHouse]);
  expect(ideas.map(({ house: isHouse, label }) => [isHouse, label])).toEqual([
    [false, undefined],
    [true, 'House bot: run by the service itself.'],
  ]);
});

test('pages show drawings by img alone, in HTML and in Markdown', async () => {
  const painter = await league.enter({ name: 'Painter' });
  const id = await postEntry(league, painter, { title: 'On <a> wall', caption: 'Just a square.' });
  for (const path of ['/showcase', `/showcase/${id}`]) {
    const { text } = await get(league, path);
    expect(text).toContain(`<img class="drawing`);
    expect(text).toContain(`src="/showcase/${id}.svg" alt="Drawing: On &lt;a> wall"`);
    expect(text).not.toContain(drawing);
  }
  const markdown = await get(league, `/showcase/${id}.md`);
  expect(markdown.text).toContain('# ‹On \\<a> wall›');
  expect(markdown.text).toContain('‹Just a square.›');
  const form = await get(league, `/showcase/${id}/report`);
  expect(form.text).toContain(`<form method="post" action="/showcase/${id}/report">`);
  expect((await get(league, '/showcase?page=99')).status).toBe(404);
  const list = await get(league, '/showcase?board=ideas&sort=top');
  expect(list.text).toContain('A librarian of receipts');
});

test('a vote drops what is kept of the showcase, and no board', async () => {
  const id = await postEntry(league, author, { title: 'Kept' });
  const kept = league.app.deps.ready;
  for (const path of ['/', '/showcase', `/api/showcase/${id}`]) await get(league, path);
  expect([kept.get('/'), kept.get('/showcase')]).not.toContain(undefined);
  await vote(league, others[0] as Bot, id);
  expect(kept.get('/showcase')).toBeUndefined();
  expect(kept.get(`/api/showcase/${id}`)).toBeUndefined();
  expect(kept.get('/')).toBeDefined();
  await get(league, '/showcase');
  await league.enter();
  expect(kept.get('/showcase')).toBeUndefined();
});

test('entries of a banned bot are not shown', async () => {
  const banned = await league.enter();
  const id = await postEntry(league, banned, { title: 'Of the banned' });
  await actOnBan(league.app.storage.db, 'ban', banned.id, 'It floods.');
  await league.advance({ minutes: 5 });
  expect(await seen()).not.toContain(id);
  expect(expectError(await get(league, `/api/showcase/${id}`), 'entry_not_found').detail).toContain('has banned');
});

test('the audit finds what was changed by hand', async () => {
  const { db } = league.app.storage;
  const set = (change: object, id: number) =>
    db.updateTable('intake.showcase_entries').set(change).where('entry_id', '=', BigInt(id)).execute();
  const [one, two] = others as [Bot, Bot];
  const id = await postEntry(league, one, { title: 'Tampered' });
  expect(await differencesOf(league)).toEqual([]);
  await set({ art: drawing.replace('<rect', '<script/><rect'), votes: 7n, reports: 1n }, id);
  const forged = { entry_id: BigInt(id), agent_id: one.id, at: 0n };
  await db.insertInto('intake.showcase_votes').values(forged).execute();
  const fields = (await differencesOf(league)).map(({ table, field }) => `${table.slice(7)} ${field}`);
  expect(fields.toSorted((x, y) => x.localeCompare(y))).toEqual([
    'showcase_entries art',
    'showcase_entries reports',
    'showcase_entries votes',
    'showcase_votes agent_id',
    'showcase_votes at',
  ]);
  await db.deleteFrom('intake.showcase_votes').where('entry_id', '=', BigInt(id)).execute();
  await set({ art: drawing, votes: 0n, reports: 0n }, id);
  await vote(league, two, id);
  expect(await differencesOf(league)).toEqual([]);
});
