/** What is published for machines and for people is what the code does. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCatalogue } from 'papertape-contract/errors';
import { limits, rateLimits } from 'papertape-contract/limits';
import { jsonSchemas } from 'papertape-contract/schemas';
import { chargesOf } from '../../../src/league/charges.ts';
import { tierNames } from '../../../src/league/tiers.ts';
import { operations } from '../../harness/operations.ts';
import { llmsTemplates } from '../../../src/html/assets.ts';
import { leagueKinds } from '../../../src/league/kinds.ts';
import { llmsText } from '../../../src/published/llms.ts';
import { orderLimits, type orderReasonCodes } from '../../../src/published/rules.ts';
import { priceWaitMsMax } from '../../../src/flow/mark/queue.ts';
import { decideFill, fxFeeBps, startValue, type Portfolio } from '../../../src/flow/fill/fill.ts';
import { poolsApartBpsMax } from '../../../src/flow/price/price.ts';
import { markDownSchedule, markedDown } from '../../../src/flow/price/mark-down.ts';
import { delistAfterMs, suspendAfterMs } from '../../../src/flow/price/suspension.ts';
import { markMs, windowMs } from '../../../src/lib/time.ts';
import { formatFixed, parseFixed } from '../../../src/lib/decimal.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { createReader, examplesOf, repository } from '../../harness/markdown.ts';

let league: League;
beforeAll(async () => {
  league = await openLeague();
});
afterAll(() => league.close());

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const get = (path: string, init: RequestInit = {}): Promise<Response> => fetch(league.url + path, init);

interface Rules {
  readonly version: string;
  readonly rules_version: string;
  readonly errors: { code: string; status: number; when: string; fix: string }[];
  readonly limits: Record<string, number>;
  readonly rate_limits: { enforced: boolean; limits: Record<string, { count: number; window_seconds: number }> };
  readonly reason_codes: Record<string, { state: string }>;
  readonly order: { mark_minutes: number; window_minutes: number };
  readonly price: { pools_apart_bps_max: number; price_wait_hours: number };
  readonly fill: { fx_fee_bps: number; trade_min_usd: number; rounding: Record<string, unknown> };
  readonly suspension: { after_hours: number };
  readonly start: { value_usd: number; tier: string };
  readonly tiers: { tiers: { tier: string; capacity: number }[] };
  readonly links: Record<string, string>;
}

async function rulesOf(of: League): Promise<Rules> {
  return (await (await fetch(`${of.url}/rules.json`)).json()) as Rules;
}

describe('rules.json', () => {
  test('lists exactly the error catalogue', async () => {
    const { errors } = await rulesOf(league);
    expect(errors).toEqual(Object.entries(errorCatalogue).map(([code, e]) => ({ code, ...e })));
  });

  test('has the limits and rate limits of the code', async () => {
    const rules = await rulesOf(league);
    expect(rules.limits).toEqual({ ...limits, ...orderLimits });
    expect(rules.rate_limits.enforced).toBe(false); // the harness turns them off
    expect(rules.rate_limits.limits).toEqual(
      Object.fromEntries(
        Object.entries(rateLimits).map(([name, l]) => [name, { count: l.count, window_seconds: l.windowSeconds }]),
      ),
    );
  });

  test('has the numbers of the interface document', async () => {
    const rules = await rulesOf(league);
    expect(rules).toMatchObject({
      version: '1.0',
      order: { mark_minutes: 5, window_minutes: 30, final: true },
      price: { pools_apart_bps_max: 100, price_wait_hours: 6, significant_digits: 12 },
      fill: { fx_fee_bps: 50, commission_bps: 0, trade_min_usd: 0.01 },
      close: { time: '00:00 UTC', every_hours: 24 },
      suspension: { after_hours: 24 },
      start: { value_usd: 100_000, tier: 'Qualifying' },
      tiers: { tiers: tierNames.map((tier) => ({ tier, capacity: 100 })) },
    });
    expect(rules.rules_version).toMatch(/^[0-9a-f]{12}$/);
  });

  test('tells what this service is set to', async () => {
    const small = await openLeague({
      overrides: { botsPerTier: 3 },
      env: { PAPERTAPE_LIMITS: 'on', PAPERTAPE_KEEP_ANSWERS: '1h' },
    });
    const rules = await rulesOf(small);
    expect(rules.tiers.tiers[0]?.capacity).toBe(3);
    expect(rules.limits['botsPerTierMax']).toBe(3);
    expect(rules.limits['idempotencyKeptHours']).toBe(1);
    expect(rules.rate_limits.enforced).toBe(true);
    expect(rules.rules_version).not.toBe((await rulesOf(league)).rules_version);
    await small.close();
  });

  test('every link of it answers', async () => {
    for (const [name, url] of Object.entries((await rulesOf(league)).links)) {
      expect((await fetch(url)).status, name).toBe(200);
    }
  });

  test('orders reach exactly the reason codes that it lists', async () => {
    const start = Date.parse('2026-03-02T00:00:00Z');
    const span = { from: start, to: start + 86_400_000 };
    const faulty = await openLeague({
      faults: [
        { kind: 'apart', pool: 'sim:ETH-USD:2', factor: 1.05, ...span },
        { kind: 'no_answer', pool: 'sim:SOL-USD:1', ...span },
      ],
    });
    const seen = new Map<string, string>();
    const orders: (() => ReturnType<Bot['order']>)[] = [];
    // The last one stands behind an order that waits for the price of SOL.
    for (const symbols of [['BTC-USD'], ['ETH-USD'], ['SOL-USD', 'BTC-USD']]) {
      const bot = await faulty.enter();
      for (const symbol of symbols) {
        const { order_id } = await bot.weights({ [symbol]: 0.5 });
        orders.push(() => bot.order(order_id));
      }
    }
    // A portfolio that cannot be read sets its bot aside.
    const broken = await faulty.enter();
    const held = { agent_id: broken.id, league: 'spot_crypto', holdings: '{"BTC-USD":"?"}', traded: '0' };
    await faulty.app.storage.db
      .insertInto('ledger.portfolios')
      .values({ ...held, cash: 0n, trades: 0n, first_fill_at: null })
      .execute();
    const { order_id: unread } = await broken.weights({ 'BTC-USD': 0.5 });
    orders.push(() => broken.order(unread));
    for (const step of [{ minutes: 1 }, { minutes: 40 }, { hours: 7 }]) {
      await faulty.advance(step);
      for (const order of orders) {
        const { reason_code, state, message } = await order();
        seen.set(reason_code, state);
        expect(message.length).toBeGreaterThan(20);
      }
    }
    const listed = Object.entries((await rulesOf(faulty)).reason_codes).map(([code, { state }]) => [code, state]);
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(listed));
    await faulty.close();
  });
});

describe.each([
  ['/rules.json', 'application/json; charset=utf-8'],
  ['/llms.txt', 'text/markdown; charset=utf-8'],
])('%s', (path, type) => {
  test('is ready bytes with an ETag, for an hour', async () => {
    const first = await get(path);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe(type);
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}(-gzip)?"$/);
    const again = await get(path, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('cache-control')).toBe('public, max-age=3600');
    const head = await get(path, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
  });

  test('does not change with the marks and closes', async () => {
    const before = (await get(path)).headers.get('etag');
    await league.advance({ days: 1 });
    expect((await get(path)).headers.get('etag')).toBe(before);
  });

  test('takes no POST', async () => {
    const refused = await get(path, { method: 'POST' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

/** Of these a document of the manual tells. */
const toldElsewhere = ['Service', 'Proofs', 'Rounds', 'Watch', 'Extras', 'Showcase'];

describe('llms.txt', () => {
  const text = async (): Promise<string> => (await get('/llms.txt')).text();

  test('has the form of llmstxt.org: title, summary, text without headings, sections of links, Optional last', async () => {
    const [head = '', ...sections] = (await text()).trimEnd().split('\n\n## ');
    expect(head).toMatch(/^# Papertape\n\n> .+\n\n/);
    expect(head.replace(/^# /, '').replace(/```bash[\s\S]*?```/, '')).not.toMatch(/^#{1,6} /m);
    expect(sections.map((s) => s.split('\n')[0])).toEqual(['Documents', 'Manual', 'Optional']);
    for (const section of sections) {
      const [, empty, ...items] = section.split('\n');
      expect([empty, items.length > 0]).toEqual(['', true]);
      for (const item of items) expect(item).toMatch(/^- \[[^\]]+\]\(https?:\/\/[^)\s]+\)(: .+)?$/);
    }
  });

  test('it names the members of every body, and which may be left out', async () => {
    const guide = await text();
    for (const o of operations.filter(({ request, tag }) => request && tag !== 'Extras' && tag !== 'Showcase')) {
      const [, body = ''] =
        new RegExp(`^- \`POST ${o.path.replaceAll(/[{}]/g, '\\$&')}[^\`]*\`.* Body: \`(.*)\`\\.$`, 'm').exec(guide) ??
        [];
      const { properties, required = [] } = jsonSchemas()[o.request!.schema] as {
        readonly properties: object;
        readonly required?: readonly string[];
      };
      const named = body
        .slice(1, -1)
        .split(', ')
        .map((member) => member.split(':')[0]!);
      expect(named, o.id).toEqual(Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`)));
    }
    expect(guide).toContain('Body: `{date, weights: {NAME: number}, sandbox?: boolean, reason?}`.');
    expect(guide).toContain('events?: [text]');
  });

  test('its quickstart leads to a filled order, line by line', async () => {
    const examples = examplesOf(await text());
    expect(examples.map((e) => e.language)).toEqual(['bash']);
    expect(examples[0]?.code.split('\n')).toHaveLength(6);
    const reader = createReader(league);
    expect(await reader.follow(examples[0]!)).toBe(true);
    const { ID = '', KEY = '', ORDER = '' } = reader.env;
    await league.advance({ minutes: 40 });
    const headers = { Authorization: `Bearer ${KEY}` };
    const order = (await (await get(`/api/agents/${ID}/orders/${ORDER}`, { headers })).json()) as { state: string };
    expect(order.state).toBe('filled');
    reader.end();
  });

  test('says what the prices are, and names nothing that is not there', async () => {
    expect(await text()).toContain('Prices are not those of the real market of now (simulated)');
    expect(await text()).not.toMatch(/\/api\/(pay|showcase)/i);
  });

  test('has less than 10 KB, and names the parameters that each operation takes', async () => {
    const guide = await text();
    expect(Buffer.byteLength(guide)).toBeLessThan(10 * 1024);
    for (const o of operations.filter(({ tag, query }) => !toldElsewhere.includes(tag) && query.length > 0))
      expect(guide).toContain(`${o.method.toUpperCase()} ${o.path}?${o.query.map(({ name }) => name).join('&')}\``);
  });

  test('says which leagues are live, and nothing of previews where there is none', async () => {
    const guide = await text();
    expect(guide).toMatch(/^Live leagues: spot_crypto, .*\btokenized\b/m);
    expect(guide).toContain('Daily rounds: every task league.');
    for (const { notOpen } of Object.values(leagueKinds)) expect(guide).not.toContain(notOpen);
  });

  test('without a league that takes orders there is no quickstart', () => {
    const facts = {
      baseUrl: 'https://league.example',
      botsPerTier: 100,
      rateLimited: true,
      confirmsContacts: false,
      keepAnswersHours: 24,
      leagues: { trading: [], rounds: [], weekly: [], previews: [] },
      priceSource: { kind: 'replay', live: false, competition: false, caution: 'Among friends.', note: 'Recorded.' },
    } as const;
    const textWith = (example: { league: string; symbols: string[] } | undefined): string =>
      llmsText({ ...facts, example }, operations, [], llmsTemplates);
    expect(textWith(undefined)).not.toContain('```');
    expect(textWith({ league: 'spot_crypto', symbols: ['ETH-USD'] })).toContain('{\\"ETH-USD\\":0.5}');
  });
});

describe('links', () => {
  const documents = [
    'README.md',
    'CHANGELOG.md',
    'client/README.md',
    'python/README.md',
    ...readdirSync(join(repository, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];

  test.each(documents)('of %s resolve', async (path) => {
    for (const [, target = ''] of withoutCode(read(path)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [file = '', anchor] = target.split('#');
      const full = file === '' ? path : join(dirname(path), file);
      expect(existsSync(join(repository, full)), `${path} -> ${target}`).toBe(true);
      if (anchor !== undefined) expect(anchorsOf(read(full)), `${path} -> ${target}`).toContain(anchor);
    }
    for (const [, local = ''] of read(path).matchAll(/http:\/\/127\.0\.0\.1:4000(\/[\w./?=&-]+)/g)) {
      expect((await get(local)).status, `${path} -> ${local}`).toBe(200);
    }
  });

  test('docs/README.md leads to every document', () => {
    const index = read('docs/README.md');
    for (const path of documents.filter((p) => p.startsWith('docs/') && p !== 'docs/README.md')) {
      expect(index, path).toContain(`](${path.slice('docs/'.length)})`);
    }
  });

  test('no document names a path of a machine', () => {
    for (const path of documents) expect(read(path), path).not.toMatch(/\/(home|root|work|Users)\//);
  });
});

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');
}

function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map((m) =>
    (m[1] as string)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('README.md counts the leagues as they are', async () => {
  const { leagues } = await league.client.leagues();
  expect(read('README.md')).toContain(`for ${leagues.filter((l) => l.orders_open).length} trading leagues`);
  expect(read('CHANGELOG.md')).toContain(`A catalogue of ${leagues.length} leagues`);
});

describe('docs/bots/rules.md', () => {
  const rules = read('docs/bots/rules.md');
  const prices = (by: Record<string, number>) =>
    new Map(
      Object.entries(by).map(([s, p]) => [s, { state: 'agreed' as const, price: parseFixed(String(p), 24) }] as const),
    );
  const fresh: Portfolio = { cash: startValue, holdings: new Map() };

  const cadSymbols = new Set(['SHOP-CAD']);
  /** 20.5 bps, as rules.md has it of LINK. */
  const charges = chargesOf({ cadSymbols, routes: new Map([['LINK-USD', { spread: 205 }]]) });

  function fillOf(weights: Record<string, string>, before: Portfolio, by: Record<string, number>) {
    const targets = new Map(Object.entries(weights).map(([s, w]) => [s, parseFixed(w, 18)]));
    const fill = decideFill(targets, before, prices(by), charges);
    if (fill.outcome !== 'filled') throw new Error(fill.outcome);
    return fill;
  }

  /** Numbers with their thousands separators or without. */
  const shows = (value: string): boolean => rules.replaceAll(/(?<=\d),(?=\d{3})/g, '').includes(value);

  test('its worked fills are what the code does', () => {
    const first = fillOf({ 'BTC-USD': '0.5', 'ETH-USD': '0.3' }, fresh, { 'BTC-USD': 50_000, 'ETH-USD': 2_500 });
    const second = fillOf({ 'BTC-USD': '0.25' }, first.portfolio, { 'BTC-USD': 60_000, 'ETH-USD': 2_000 });
    const cad = fillOf({ 'SHOP-CAD': '0.1' }, fresh, { 'SHOP-CAD': 85 });
    const allIn = fillOf({ 'SHOP-CAD': '1' }, fresh, { 'SHOP-CAD': 85 });
    const spread = fillOf({ 'LINK-USD': '0.1' }, fresh, { 'LINK-USD': 16 });
    const sold = fillOf({}, spread.portfolio, { 'LINK-USD': 16.5 });
    for (const fill of [first, second, cad, allIn, spread, sold]) {
      expect(shows(formatFixed(fill.portfolio.cash, 8)), formatFixed(fill.portfolio.cash, 8)).toBe(true);
      for (const t of fill.trades) {
        for (const value of [
          formatFixed(t.units, 12),
          formatFixed(t.cost, 8),
          formatFixed(t.fee, 8),
          formatFixed(t.spread, 8),
        ]) {
          if (value !== '0') expect(shows(value), `${t.symbol} ${value}`).toBe(true);
        }
      }
    }
    expect(formatFixed(second.valueBefore, 8)).toBe('104000');
  });

  test('its schedule of mark-downs is that of the code, and its worked examples follow from it', () => {
    const rows = (after: string): string[][] =>
      (rules.split(`<!-- ${after}`)[1] as string)
        .split('\n\n')[1]!
        .split('\n')
        .slice(2)
        .map((row) =>
          row
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim()),
        );
    expect(rows('the schedule')).toEqual(markDownSchedule.map(({ hours, off_pct }) => [`${hours}`, `${off_pct}%`]));
    const examples = rows('a worked example');
    expect(examples).toHaveLength(7);
    for (const [last = '', first = '', hours, counts] of examples) {
      const price = parseFixed(last, 24);
      const at = Number(hours) * 3_600_000;
      const read = first === 'not read' ? undefined : { price: parseFixed(first, 24), at };
      expect(formatFixed(markedDown({ price, at: 0, since: 0, read }, at), 24)).toBe(counts);
    }
  });

  test('its numbers are those of the code', () => {
    for (const text of [
      `multiple of ${markMs / 60_000} minutes`,
      `lasts\n${windowMs / 60_000} minutes`,
      `${(windowMs / 1000).toLocaleString('en-US')} seconds`,
      `More than ${poolsApartBpsMax} bps`,
      `for ${priceWaitMsMax / 3_600_000} hours from the end`,
      `for ${suspendAfterMs / 3_600_000} hours is suspended`,
      `its price is ${delistAfterMs / 3_600_000} hours old`,
      `${fxFeeBps / 100}% of`,
      `$${(Number(startValue) / 1e8).toLocaleString('en-US')}`,
      `${limits.botsPerTierMax} seats`,
      `${limits.botsPerMakerAndLeagueMax} bots in a league`,
      `${limits.unconfirmedBotsPerMakerAndLeagueMax} that it has not`,
      'pools_apart' satisfies keyof typeof orderReasonCodes,
      'price_unavailable' satisfies keyof typeof orderReasonCodes,
    ]) {
      expect(rules).toContain(text);
    }
  });
});
