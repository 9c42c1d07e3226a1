import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PayOrderRequest } from 'papertape-contract/payment';
import { readRequest } from '../../../../examples/payments-local/wallet.ts';
import { get, post } from '../../harness/http.ts';
import { openLeague, type Bot } from '../../harness/league.ts';
import { openShop, type Shop } from '../../harness/shop.ts';

let shop: Shop;
let bot: Bot;

beforeAll(async () => {
  shop = await openShop();
  bot = await shop.league.enter();
});

afterAll(async () => {
  await shop.close();
});

const badge = (): PayOrderRequest => ({
  product: 'verified_badge',
  buyer_email: 'buyer@example.org',
  agent_id: bot.id,
});

const prices: Record<string, [usd: number, days: number | null]> = {
  verified_badge: [2, null],
  pro_seat_30d: [3, 30],
  strategy_report: [1, null],
  promote_agent_7d: [3, 7],
  promote_product_7d: [5, 7],
  div1_spotlight_7d: [2, 7],
};

test('the products are those of the interface document, with its names, types, prices and days', async () => {
  const { status, json } = await get(shop.league, '/api/pay/products');
  expect(status).toBe(200);
  const body = json as Record<string, unknown>;
  expect(Object.keys(body)).toEqual([
    'payments_enabled',
    'league_entry',
    'pay_in',
    'sol_usd',
    'sol_usd_source',
    'quoted_at',
    'products',
    'on_request',
    'note',
  ]);
  expect(body).toMatchObject({
    payments_enabled: true,
    league_entry: { price_usd: 0, note: expect.any(String) as string },
    sol_usd: 148.37,
    sol_usd_source: 'median(coinbase,kraken,pyth)',
    on_request: { placements: ['home_banner', 'league_sponsor', 'sidebar', 'newsletter', 'creators'] },
  });
  expect(body['quoted_at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const products = body['products'] as Record<
    string,
    { label: string; price_usd: number; price_sol: string; days: number | null }
  >;
  expect(Object.fromEntries(Object.entries(products).map(([id, p]) => [id, [p.price_usd, p.days]]))).toEqual(prices);
  for (const { label, price_usd, price_sol } of Object.values(products)) {
    expect(label).toMatch(/\S/);
    // Rounded up to six places: worth the price, and less than a step more.
    expect(price_sol).toMatch(/^0\.\d{1,6}$/);
    expect(Number(price_sol) * 148.37).toBeGreaterThanOrEqual(price_usd - 1e-9);
    expect((Number(price_sol) - 1e-6) * 148.37).toBeLessThan(price_usd);
  }
});

test('an order names what is due and how it is paid, and is found by its reference', async () => {
  const ack = await shop.league.client.orderExtra(badge());
  expect(ack).toMatchObject({ product: 'verified_badge', state: 'awaiting_payment', price_usd: 2, sol_usd: 148.37 });
  expect(ack.amount).toBe('0.01348');
  const url = new URL(ack.chain_pay_url);
  expect([url.protocol, url.pathname, url.searchParams.get('amount'), url.searchParams.get('reference')]).toEqual([
    'solana:',
    shop.recipient,
    ack.amount,
    ack.reference,
  ]);
  expect(Date.parse(ack.expires_at) - Date.parse(ack.created_at)).toBe(24 * 3_600_000);
  const view = await shop.league.client.extraOrder(ack.reference);
  expect(view).toMatchObject({
    reference: ack.reference,
    state: 'awaiting_payment',
    received: '0',
    missing: ack.amount,
  });
  expect(JSON.stringify(view)).not.toContain('buyer@example.org');
  const page = await get(shop.league, `/pay/${ack.reference}`);
  expect(page.text).toContain('solana:');
  expect(page.text).toContain('<svg');
});

test('one that is underpaid asks for the rest, and its page looks again by itself while somebody waits', async () => {
  const ack = await shop.league.client.orderExtra(badge());
  const page = async (): Promise<string> => (await get(shop.league, `/pay/${ack.reference}`)).text;
  const waits = [
    '<noscript><meta http-equiv="refresh" content="10"/></noscript>',
    `data-live="/api/pay/order/${ack.reference}"`,
  ];
  for (const part of waits) expect(await page()).toContain(part);
  const markdown = async (): Promise<string> => (await get(shop.league, `/pay/${ack.reference}.md`)).text;
  expect(await markdown()).toContain('Nothing has come in yet.');
  // Nothing would tell that a kept one is old.
  const { headers } = await get(shop.league, `/pay/${ack.reference}.md`);
  expect(headers.get('cache-control')).toBe('no-store');
  const part = 5_000_000n;
  await shop.pay(ack, { lamports: part });
  await shop.settle();
  const rest = 13_480_000n - part;
  const view = await shop.league.client.extraOrder(ack.reference);
  expect(view).toMatchObject({ state: 'underpaid', amount: '0.01348', received: '0.005', missing: '0.00848' });
  expect(readRequest(view.chain_pay_url)).toEqual({ to: shop.recipient, lamports: rest, reference: ack.reference });
  for (const said of [...waits, 'Pay 0.00848 SOL']) expect(await page()).toContain(said);
  expect(await markdown()).toContain('Less has come in than is due');
  await shop.pay({ ...ack, chain_pay_url: view.chain_pay_url });
  await shop.settle();
  expect(await shop.league.client.extraOrder(ack.reference)).toMatchObject({ state: 'fulfilled', missing: '0' });
  for (const said of waits) expect(await page()).not.toContain(said);
  expect(await page()).toContain('Paid and delivered.');
});

test('the same order sent again with its Idempotency-Key is one order', async () => {
  const again = () => shop.league.client.orderExtra(badge(), { idempotencyKey: 'one-and-the-same' });
  expect((await again()).reference).toBe((await again()).reference);
});

test('what is not whole, or not for this bot, is refused with what to do', async () => {
  const refused = async (body: object) => {
    const { status, json } = await post(shop.league, '/api/pay/order', { buyer_email: 'a@example.org', ...body });
    return [status, (json as { error: { code: string } }).error.code];
  };
  expect(await refused({ product: 'verified_badge' })).toEqual([400, 'missing_field']);
  expect(await refused({ product: 'gold' })).toEqual([400, 'invalid_field']);
  expect(await refused({ product: 'verified_badge', agent_id: 'agt_0000000000000000' })).toEqual([
    404,
    'agent_not_found',
  ]);
  expect(await refused({ product: 'verified_badge', agent_id: bot.id, buyer_email: 'x' })).toEqual([
    400,
    'invalid_field',
  ]);
  expect(await refused({ product: 'div1_spotlight_7d', agent_id: bot.id })).toEqual([409, 'not_in_division_1']);
  const ad = { product: 'promote_product_7d', title: 'A good thing', url: 'https://example.org/thing' };
  expect(await refused({ ...ad, title: undefined })).toEqual([400, 'missing_field']);
  expect(await refused({ ...ad, url: undefined })).toEqual([400, 'missing_field']);
  expect(await refused({ ...ad, url: 'http://example.org/thing' })).toEqual([400, 'invalid_field']);
  expect(await refused({ ...ad, title: 'x'.repeat(81) })).toEqual([400, 'invalid_field']);
  expect(
    (await post(shop.league, '/api/pay/order', { ...ad, title: 'x'.repeat(80), buyer_email: 'a@b.example' })).status,
  ).toBe(200);
  const retired = await shop.league.enter();
  await retired.retire();
  expect(await refused({ product: 'pro_seat_30d', agent_id: retired.id })).toEqual([409, 'agent_retired']);
  for (const reference of ['nobody', '%00', shop.recipient, 'x'.repeat(100)])
    expect((await get(shop.league, `/api/pay/order/${reference}`)).status).toBe(404);
});

test('without a rate of the last five minutes no order is taken, and the last rate is shown', async () => {
  for (const source of ['coinbase', 'kraken', 'pyth'] as const) shop.rates.set(source, undefined);
  shop.pass(300_000);
  expect((await post(shop.league, '/api/pay/order', badge())).status).toBe(200);
  shop.pass(1);
  const refused = await post(shop.league, '/api/pay/order', badge());
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('30');
  expect((refused.json as { error: { code: string } }).error.code).toBe('rate_unavailable');
  expect(await shop.league.client.products()).toMatchObject({ payments_enabled: false, sol_usd: 148.37 });
  // One source that comes back is held against the last rate; two make one by themselves.
  shop.rates.set('kraken', '160');
  shop.pass(30_000);
  expect((await shop.league.client.products()).payments_enabled).toBe(false);
  shop.rates.set('kraken', '150');
  shop.pass(30_000);
  expect(await shop.league.client.products()).toMatchObject({
    payments_enabled: true,
    sol_usd: 150,
    sol_usd_source: 'kraken',
  });
  shop.rates.set('pyth', '161');
  shop.rates.set('kraken', '160');
  shop.pass(30_000);
  expect(await shop.league.client.products()).toMatchObject({ sol_usd: 160.5, sol_usd_source: 'median(kraken,pyth)' });
});

test('where nothing is sold products are listed, and an order is refused', async () => {
  const league = await openLeague();
  try {
    const { id } = await league.enter();
    const before = await league.client.products();
    expect(before).toMatchObject({ payments_enabled: false, sol_usd: null, quoted_at: null });
    expect(Object.keys(before.products)).toEqual(Object.keys(prices));
    await league.advance({ hours: 1 });
    const after = await league.client.products();
    expect(after).toMatchObject({ payments_enabled: false, sol_usd: expect.any(Number) as number });
    expect(after.sol_usd_source).toContain('SOL-USD of this league (simulated prices)');
    const refused = await post(league, '/api/pay/order', {
      product: 'verified_badge',
      buyer_email: 'a@b.example',
      agent_id: id,
    });
    expect([refused.status, (refused.json as { error: { code: string } }).error.code]).toEqual([
      409,
      'payments_disabled',
    ]);
  } finally {
    await league.close();
  }
});
