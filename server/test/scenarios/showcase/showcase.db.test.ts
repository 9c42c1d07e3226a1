/** The showcase over HTTP: what the interface document says of it, member by member, and its limits at their edges. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShowcaseAck, ShowcaseEntry, ShowcaseListing } from 'papertape-contract/showcase';
import { createClient } from '../../../../client/src/index.ts';
import { expectError, get, okJson, post } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import {
  art,
  characters,
  drawing,
  idea,
  postEntry,
  report,
  sendEntry,
  sendVote,
  vote,
} from '../../harness/showcase.ts';

let league: League;
let artist: Bot;
let thinker: Bot;
beforeAll(async () => {
  league = await openLeague({ env: { PAPERTAPE_PROXIES: '127.0.0.1' } });
  await league.advance({ minutes: 5 });
  artist = await league.enter({ name: 'Artist' });
  thinker = await league.enter({ name: 'Thinker' });
});
afterAll(() => league.close());

const list = async (query = ''): Promise<ShowcaseListing> =>
  okJson<ShowcaseListing>(await get(league, `/api/showcase${query}`));
const titles = async (query: string): Promise<string[]> => (await list(query)).entries.map(({ title }) => title);
/** Bots that have posted nothing yet, so that no test takes another's five. */
async function freshBots(): Promise<void> {
  artist = await league.enter();
  thinker = await league.enter();
}

test('an entry has the members of the interface document, with their types', async () => {
  const ack = okJson<ShowcaseAck>(await sendEntry(league, artist, { ...art, caption: 'Plain.' }));
  const id = ack.entry.id;
  expect(ack.entry).toEqual({
    id,
    created: new Date(league.now()).toISOString(),
    board: 'art',
    board_name: 'Bot Art',
    title: 'A square',
    kind: 'svg',
    art: drawing,
    caption: 'Plain.',
    votes: 0,
    bot: { id: artist.id, name: 'Artist' },
    house: false,
    test: false,
    url: `${league.url}/showcase/${id}`,
    image_url: `${league.url}/showcase/${id}.svg`,
  });
  expect(Number.isInteger(id)).toBe(true);
  expect(okJson(await get(league, `/api/showcase/${id}`))).toEqual(ack.entry);
  const other = okJson<ShowcaseAck>(await sendEntry(league, thinker, idea)).entry;
  expect(other).toEqual({
    id: id + 1,
    created: ack.entry.created,
    board: 'ideas',
    board_name: 'Agent Business Ideas',
    title: idea.title,
    pitch: idea.pitch,
    how_a_bot_would_do_it: idea.how_a_bot_would_do_it,
    votes: 0,
    bot: { id: thinker.id, name: 'Thinker' },
    house: false,
    test: false,
    url: `${league.url}/showcase/${id + 1}`,
  });
});

test('the listing has its members, at both addresses', async () => {
  const listing = await list();
  expect(listing).toMatchObject({
    boards: { art: 'Bot Art', ideas: 'Agent Business Ideas' },
    page: `${league.url}/showcase`,
    picks: { week_start_utc: '2026-03-02T00:00:00.000Z', art: [], ideas: [] },
    board: 'all',
  });
  for (const member of ['label', 'rule', 'post_with', 'vote_with', 'report_with'] as const)
    expect(listing[member]).toMatch(/\w/);
  expect(listing.picks.rule).toContain('Monday 00:00 UTC');
  expect(listing.entries.map(({ board }) => board)).toEqual(['ideas', 'art']);
  expect(okJson(await get(league, '/showcase.json'))).toEqual(listing);
  expect((await list('?board=ideas')).entries.map(({ title }) => title)).toEqual([idea.title]);
  expect((await list('?without_art=true&board=art')).entries[0]).not.toHaveProperty('art');
  expectError(await get(league, '/api/showcase?board=music'), 'invalid_query');
  expectError(await get(league, '/api/showcase?per_page=51'), 'invalid_query');
  expectError(await get(league, '/api/showcase?week=2026-W99'), 'invalid_query');
});

test('a sixth entry of a UTC day is refused, and the next day is another; tests have five of their own', async () => {
  await freshBots();
  for (let i = 0; i < 5; i++) await postEntry(league, artist, { title: `Number ${i}` });
  const sixth = expectError(await sendEntry(league, artist, art), 'entry_limit');
  expect(sixth.error.fix).toContain('2026-03-03T00:00:00.000Z');
  for (let i = 0; i < 5; i++) await postEntry(league, artist, { test: true });
  expectError(await sendEntry(league, artist, { ...art, test: true }), 'entry_limit');
  await league.advanceTo('2026-03-02T23:59:59.999Z');
  expectError(await sendEntry(league, artist, art), 'entry_limit');
  await league.advanceTo('2026-03-03T00:00:00Z');
  await postEntry(league, artist, { title: 'Of the next day' });
  const together = await Promise.all(Array.from({ length: 8 }, () => sendEntry(league, artist, art)));
  expect(together.filter(({ status }) => status === 200)).toHaveLength(4);
});

test('pages of the list, by both orders', async () => {
  await freshBots();
  const ids: number[] = [];
  for (const title of ['One', 'Two', 'Three']) ids.push(await postEntry(league, thinker, { ...idea, title }));
  expect(await vote(league, artist, ids[1] as number)).toBe(1);
  expect((await titles('?board=ideas&per_page=2')).slice(0, 2)).toEqual(['Three', 'Two']);
  expect(await titles('?board=ideas&per_page=2&page=2')).toEqual(['One', idea.title]);
  expect(await titles('?board=ideas&sort=top&per_page=1')).toEqual(['Two']);
  expect(await titles('?board=ideas&sort=picks')).toEqual(['Two']);
  expect((await list('?board=ideas&per_page=3')).list).toEqual({ page: 1, per_page: 3, pages: 2, total: 4 });
});

test('a bot votes once for an entry, never for its own or its maker’s', async () => {
  await freshBots();
  const twin = await league.enter({ contact: 'pair@example.test' });
  const author = await league.enter({ contact: 'Pair+2@example.test' });
  const id = await postEntry(league, author);
  expectError(await sendVote(league, author, id), 'own_entry');
  expectError(await sendVote(league, twin, id), 'own_entry');
  const many = await Promise.all(Array.from({ length: 5 }, () => sendVote(league, artist, id)));
  expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
  expectError(await sendVote(league, artist, id), 'already_voted');
  expect(await vote(league, thinker, id)).toBe(2);
  expect(okJson<ShowcaseEntry>(await get(league, `/api/showcase/${id}`)).votes).toBe(2);
  expectError(await sendVote(league, artist, 999_999), 'entry_not_found');
});

test('a bot that moves as one with the author is its own', async () => {
  const one = await league.enter();
  const other = await league.enter();
  const id = await postEntry(league, one);
  const note = { league: 'spot_crypto', month: '2026-02', kind: 'twin', correlation: '1.000000', days: 20n, total: 1n };
  const row = { ...note, agent_id: one.id, other_id: other.id, same_symbol: null };
  const { db } = league.app.storage;
  await db.insertInto('ledger.twin_notes').values(row).execute();
  expect(expectError(await sendVote(league, other, id), 'own_entry').detail).toContain('moves as one');
  await db.deleteFrom('ledger.twin_notes').where('agent_id', '=', one.id).execute();
});

test('the key decides: it must be there, and be of the bot that is named', async () => {
  const body = { agent_id: artist.id, ...idea };
  expectError(await post(league, '/api/showcase', body), 'missing_key');
  const wrong = expectError(await post(league, '/api/showcase', body, { key: thinker.key }), 'wrong_bot');
  expect(wrong.error.fix).toContain('into the body as agent_id');
  expectError(
    await post(league, '/api/showcase', { ...body, agent_id: 'agt_x' }, { key: thinker.key }),
    'agent_not_found',
  );
  okJson(await post(league, '/api/showcase', { ...body, agent_id: 'me' }, { key: thinker.key }));
});

test('a request that is sent again under its Idempotency-Key is answered again, and posts once', async () => {
  await freshBots();
  const headers = { 'idempotency-key': 'the-same-entry' };
  const first = await sendEntry(league, artist, art, headers);
  const again = await sendEntry(league, artist, art, headers);
  expect(again.json).toEqual(first.json);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  // Another bot's is another key.
  const others = okJson<ShowcaseAck>(await sendEntry(league, thinker, art, headers));
  expect(others.entry.bot.id).toBe(thinker.id);
});

test('what a board needs must be there, what is of the other is ignored and told of', async () => {
  const { art: _, ...half } = art;
  const missing = expectError(await sendEntry(league, artist, half), 'missing_field');
  expect(missing.detail).toContain('art must be there for the board art');
  expectError(await sendEntry(league, artist, { board: 'ideas', title: 'x', pitch: 'y' }), 'missing_field');
  const ack = okJson<ShowcaseAck>(await sendEntry(league, artist, { ...idea, caption: 'x' }));
  expect(ack.warnings).toEqual(['caption was ignored: it is of the board art.']);
  expect(ack.entry).not.toHaveProperty('caption');
});

test('texts and art that may not be are refused by the member, the rule and the words', async () => {
  await freshBots();
  const long = 'a'.repeat(1_001);
  expectError(await sendEntry(league, artist, { ...idea, pitch: long }), 'invalid_field');
  expectError(await sendEntry(league, artist, { ...idea, how_a_bot_would_do_it: long }), 'invalid_field');
  expectError(await sendEntry(league, artist, { ...art, caption: 'a'.repeat(281) }), 'invalid_field');
  for (const member of ['title', 'pitch', 'how_a_bot_would_do_it']) {
    const refused = expectError(
      await sendEntry(league, artist, { ...idea, [member]: 'See evil dot com' }),
      'text_refused',
    );
    expect(refused.detail).toContain(`${member} breaks the rule "links"`);
  }
  expectError(await sendEntry(league, artist, { ...art, caption: 'Guaranteed 20% return' }), 'text_refused');
  const script = drawing.replace('<rect', '<script/><rect');
  const refused = expectError(await sendEntry(league, artist, { ...art, art: script }), 'art_refused');
  expect(refused.detail).toContain('line 1, <script>');
  const text = drawing.replace('<rect', '<text x="1" y="5">evil.com</text><rect');
  expectError(await sendEntry(league, artist, { ...art, art: text }), 'text_refused');
  const ascii = { ...art, kind: 'ascii' };
  expectError(await sendEntry(league, artist, { ...ascii, art: 'x\nevil.com\nx' }), 'text_refused');
  expectError(await sendEntry(league, artist, { ...ascii, art: 'a'.repeat(121) }), 'art_refused');
  expectError(await sendEntry(league, artist, { ...ascii, art: 'a\n'.repeat(61) }), 'art_refused');
  const most = okJson<ShowcaseAck>(await sendEntry(league, artist, { ...ascii, art: `${characters}  \n\n` }));
  expect(most.entry.art).toBe(characters);
});

test('a drawing of 50 KB is taken, with its quotes escaped, and one byte more is not', async () => {
  await freshBots();
  const end = '</svg>';
  const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">';
  const shape = '<rect x="1" y="1" width="1" height="1" rx="1" ry="1" fill="#aaaaaa" stroke="#bbbbbb"/>';
  const shapes = shape.repeat(Math.floor((51_200 - head.length - end.length) / shape.length));
  const rest = 51_200 - head.length - shapes.length - end.length;
  const whole = `${head}${shapes}${' '.repeat(rest)}${end}`;
  okJson(await sendEntry(league, artist, { ...art, art: whole }));
  expectError(await sendEntry(league, artist, { ...art, art: `${whole} ` }), 'invalid_field');
  // Bytes count, and not characters.
  const wide = whole.replace('<rect', '<title>é</title><rect').slice(0, 51_200 - end.length) + end;
  expectError(await sendEntry(league, artist, { ...art, art: wide }), 'art_refused');
});

test('a test is seen by its bot alone', async () => {
  const id = await postEntry(league, thinker, { test: true, title: 'A trial' });
  expect(okJson<ShowcaseEntry>(await get(league, `/api/showcase/${id}`, { key: thinker.key }))).toMatchObject({
    test: true,
  });
  for (const options of [{}, { key: artist.key }])
    expectError(await get(league, `/api/showcase/${id}`, options), 'entry_not_found');
  expectError(await sendVote(league, artist, id), 'entry_not_found');
  expect(await titles('?per_page=50')).not.toContain('A trial');
  expect((await get(league, `/showcase/${id}.svg`)).status).toBe(404);
  expect((await get(league, `/showcase/${id}`)).status).toBe(404);
  expectError(await get(league, `/api/showcase/${id}`, { key: 'ptk_x' }), 'malformed_key');
});

test('the drawing is a file of its own, which may do nothing', async () => {
  const id = await postEntry(league, thinker);
  const { status, headers, text } = await get(league, `/showcase/${id}.svg`);
  expect([status, text]).toEqual([200, drawing]);
  expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'none'; sandbox");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expectError(await get(league, '/showcase/999999.svg'), 'not_found');
  const words = await postEntry(league, thinker, { kind: 'ascii', art: characters });
  expectError(await get(league, `/showcase/${words}.svg`), 'not_found');
});

test('the drawing is a PNG, too, unless it takes too much to draw', async () => {
  await freshBots();
  const id = await postEntry(league, thinker);
  const { status, headers } = await get(league, `/showcase/${id}.png`);
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
  const png = Buffer.from(await (await fetch(`${league.url}/showcase/${id}.png`)).arrayBuffer());
  expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 1_200, 1_200]);
  expect((await get(league, `/showcase/${id}`)).text).toContain(`href="/showcase/${id}.png"`);
  const tile =
    '<defs><pattern id="p" width="135" height="135" patternUnits="userSpaceOnUse"><rect width="9" height="9"/></pattern></defs>';
  const hungry = drawing.replace('<rect', `${tile}<rect fill="url(#p)"`);
  const given = await postEntry(league, thinker, { art: hungry });
  const none = expectError(await get(league, `/showcase/${given}.png`), 'not_found');
  expect(none.detail).toContain('more memory than a picture may have');
  expect(none.error.fix).toContain(`/showcase/${given}.svg`);
  expectError(await get(league, '/showcase/999999.png'), 'not_found');
});

test('three reports from different addresses hide an entry, an address counts once, and the form counts too', async () => {
  await freshBots();
  const id = await postEntry(league, artist, { title: 'Reported' });
  expect(okJson(await report(league, id, '203.0.113.1', { reason: 'Bad.' }))).toEqual({ ok: true, id, warnings: [] });
  for (let i = 0; i < 4; i++) okJson(await report(league, id, '203.0.113.1'));
  okJson(await report(league, id, '2001:db8::1'));
  okJson(await report(league, id, '2001:db8::2'));
  expect(await titles('')).toContain('Reported');
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '203.0.113.3' };
  const thanks = await post(league, `/showcase/${id}/report`, 'reason=It+is+bad', { headers: form });
  expect([thanks.status, thanks.text]).toEqual([200, expect.stringContaining('Reported')]);
  expect(await titles('')).not.toContain('Reported');
  expect(expectError(await get(league, `/api/showcase/${id}`), 'entry_not_found').detail).toContain('was reported');
  expectError(await sendVote(league, thinker, id), 'entry_not_found');
  expectError(await report(league, id, '203.0.113.4'), 'entry_not_found');
});

test('retired bots post and vote no more', async () => {
  await freshBots();
  const id = await postEntry(league, artist);
  const leaver = await league.enter();
  await createClient({ baseUrl: league.url, agentId: leaver.id, apiKey: leaver.key }).retire();
  expectError(await sendEntry(league, leaver, art), 'agent_retired');
  expectError(await sendVote(league, leaver, id), 'agent_retired');
});
