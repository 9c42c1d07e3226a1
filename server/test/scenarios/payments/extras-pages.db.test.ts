/** Buying an extra and asking for a placement in a browser: forms that work without scripts, refused at their fields, sent twice and done once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { get, type Answer } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { openShop, type Shop } from '../../harness/shop.ts';

let shop: Shop;
let league: League;
let bot: Bot;
beforeAll(async () => {
  shop = await openShop();
  ({ league } = shop);
  bot = await league.enter({ name: 'Buys a badge' });
});
afterAll(() => shop.close());

type Sent = Pick<Answer, 'status' | 'headers' | 'text'>;

/** As a browser sends a form, but for what an answer leads to. */
async function post(path: string, fields: Readonly<Record<string, string>>, at = league): Promise<Sent> {
  const answer = await fetch(at.url + path, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const viewOf = (html: string): string => /name="view" value="([0-9a-f]{32})"/.exec(html)?.[1] ?? '';

test('all extras with their prices, each with a page of its own', async () => {
  const { text } = await get(league, '/extras');
  const { products, sol_usd: rate } = await league.client.products();
  expect(text).toContain(`$${rate?.toFixed(2)} a SOL`);
  for (const [id, { price_usd: usd, price_sol: sol }] of Object.entries(products)) {
    const row = text.split('<tr').find((r) => r.includes(`href="/extras/${id}"`)) ?? '';
    expect([id, row]).toEqual([id, expect.stringContaining(`$${usd.toFixed(2)}`)]);
    expect(row).toContain(sol);
    const page = await get(league, `/extras/${id}`);
    expect(page.text).toContain('No extra ever moves a rank');
    expect(page.text).toContain(id === 'promote_product_7d' ? 'name="url"' : 'name="agent_id"');
  }
  expect((await get(league, '/extras/rank_up')).status).toBe(404);
});

test('a form leads to the page of its order; the same form again leads to the same order', async () => {
  const view = viewOf((await get(league, '/extras/verified_badge')).text);
  expect(view).not.toBe('');
  const fields = { view, agent_id: bot.id, buyer_email: 'buyer@example.test' };
  const first = await post('/extras/verified_badge', fields);
  expect(first.status).toBe(303);
  const location = first.headers.get('location') ?? '';
  expect(location).toMatch(/^\/pay\/\w{32,44}$/);
  const order = await league.client.extraOrder(location.replace('/pay/', ''));
  expect([order.product, order.agent_id, order.state]).toEqual(['verified_badge', bot.id, 'awaiting_payment']);
  expect((await get(league, location)).text).toContain('QR code');
  expect((await post('/extras/verified_badge', fields)).headers.get('location')).toBe(location);
  const other = await post('/extras/verified_badge', { ...fields, view: 'f'.repeat(32) });
  expect(other.headers.get('location')).not.toBe(location);
});

test('what is wrong is told at its field, with what was typed', async () => {
  const empty = await post('/extras/verified_badge', { agent_id: bot.id });
  expect(empty.status).toBe(400);
  expect(empty.text).toContain('href="#buyer_email"');
  expect(empty.text).toContain(`value="${bot.id}"`);
  const nobody = { agent_id: 'agt_0000000000000000', buyer_email: 'buyer@example.test' };
  expect((await post('/extras/verified_badge', nobody)).text).toContain('href="#agent_id"');
  const spotlight = await post('/extras/div1_spotlight_7d', { ...nobody, agent_id: bot.id });
  expect([spotlight.status, spotlight.text.includes('href="#agent_id"')]).toEqual([400, true]);
  const product = { title: 'Mine', url: 'http://example.test/', buyer_email: 'buyer@example.test' };
  expect((await post('/extras/promote_product_7d', product)).text).toContain('href="#url"');
  const { title: _, ...untitled } = { ...product, url: 'https://example.test/' };
  expect((await post('/extras/promote_product_7d', untitled)).text).toContain('href="#title"');
  expect((await post('/extras/rank_up', nobody)).status).toBe(404);
});

test('in French the form leads on in French', async () => {
  const { text } = await get(league, '/fr/extras/verified_badge');
  expect(text).toContain('action="/fr/extras/verified_badge"');
  const fields = { view: viewOf(text), agent_id: bot.id, buyer_email: 'acheteur@example.test' };
  const { headers } = await post('/fr/extras/verified_badge', fields);
  expect(headers.get('location')).toMatch(/^\/fr\/pay\/\w{32,44}$/);
});

test('where nothing is sold the pages say so, and have no form', async () => {
  const plain = await openLeague();
  try {
    expect((await get(plain, '/extras')).text).toContain('This service sells nothing');
    const { text } = await get(plain, '/extras/verified_badge');
    expect(text).toContain('This service sells nothing');
    expect(text).not.toContain('name="buyer_email"');
    const sent = await post(
      '/extras/strategy_report',
      { agent_id: 'agt_0000000000000000', buyer_email: 'a@example.test' },
      plain,
    );
    expect(sent.status).toBe(409);
  } finally {
    await plain.close();
  }
});

test('a sponsor’s form is stored once, and mailed to the operator', async () => {
  const { text } = await get(league, '/sponsor?placement=newsletter');
  expect(text).toContain('<option value="newsletter" selected');
  const fields = {
    view: viewOf(text),
    placement: 'newsletter',
    company: 'Example <b>Ltd',
    contact: 'ann@example.test',
    message: 'Two issues.\r\nPlease.',
  };
  const first = await post('/sponsor', fields);
  const id = /inq_\w+/.exec(first.text)?.[0] ?? '';
  expect([first.status, id]).toEqual([200, expect.stringMatching(/^inq_/)]);
  expect((await post('/sponsor', fields)).text).toContain(id);
  const { db } = league.app.deps;
  const rows = await db.selectFrom('intake.inquiries').selectAll().execute();
  expect(rows.map((r) => [r.inquiry_id, r.company, r.message, r.url])).toEqual([
    [id, 'Example <b>Ltd', 'Two issues.\nPlease.', null],
  ]);
  const refused = await post('/sponsor', { ...fields, contact: 'nobody', url: 'ftp://example.test' });
  expect(refused.status).toBe(400);
  for (const field of ['contact', 'url']) expect(refused.text).toContain(`href="#${field}"`);
  expect(refused.text).toContain('Example &lt;b>Ltd');
  expect((await post('/sponsor', { ...fields, view: 'a'.repeat(32), fax: 'filled in' })).status).toBe(200);
  expect(await db.selectFrom('intake.inquiries').selectAll().execute()).toHaveLength(1);
});
