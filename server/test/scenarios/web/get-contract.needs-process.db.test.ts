/**
 * What every GET keeps to, whichever route answers it: tags and 304, how long it may be kept, encodings, HEAD, OPTIONS, 405, header
 * fields. The routes are read from the router, so a new one is held to it from its first day, or named below with the reason why not.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../harness/operations.ts';
import { raw, type Raw } from '../../harness/http.ts';
import { bookReport } from '../../harness/booked-extra.ts';
import { bookWeek } from '../../harness/booked-week.ts';
import { openLeague, type League } from '../../harness/league.ts';
import { firstMarket } from '../../harness/log-reader.ts';
import { operate } from '../../harness/operator.ts';
import { sumRounds, sumsLeague } from '../../harness/rounds.ts';
import { postEntry } from '../../harness/showcase.ts';
import { servedRoutes } from '../../harness/routes.ts';

/** Of this moment, and for one reader: answered to whoever asks, kept by nobody; nor is the Markdown of such a page. */
const ofThisMoment = [
  '/api/prices/stream',
  '/api/live',
  '/healthz',
  '/readyz',
  '/metrics',
  // The form of a bot's entry is made for each view.
  '/register',
  '/sponsor',
  '/extras',
  '/extras/:product',
  // What was paid for one order changes nothing that others see.
  '/pay/:reference',
  '/recover/:token',
  '/contact/:token',
  '/newsletter/confirm/:token',
  '/newsletter/leave/:token',
  '/alerts/stop/:token',
];

/** Tiles of logs that are longer than any test's. */
const ofLongLogs = (route: string): boolean => route.startsWith('/tile/:level/:x');

/** Operations that need a key: what they answer is one bot's own. */
const keyed = operations.filter((o) => o.method === 'get' && o.key === 'required').map((o) => routeOf(o.path));

function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

let league: League;
let key: string;
/** Of a bot that answers. */
let roundKey: string;
/** What stands for a parameter of a path. */
let values: Readonly<Record<string, string>>;
/** The same where it is about rounds. */
let ofRounds: Readonly<Record<string, string>>;

beforeAll(async () => {
  // Each route is asked from an address of its own: no limit is hit, and every answer tells of one.
  league = await openLeague({
    env: {
      PAPERTAPE_LIMITS: 'on',
      PAPERTAPE_PROXIES: '127.0.0.1',
      PAPERTAPE_SECURITY_CONTACT: 'mailto:security@example.org',
    },
    overrides: { rounds: sumRounds() },
  });
  const bot = await league.enter();
  const answering = await league.enter({ league: sumsLeague });
  roundKey = answering.key;
  ofRounds = { league: sumsLeague, agent_id: answering.id };
  const { order_id: orderId } = await bot.weights({ 'BTC-USD': 0.5 });
  await league.advance({ days: 1, minutes: 5 });
  const { maker_id: makerId } = await bot.agent();
  const rules = (await (await fetch(`${league.url}/rules.json`)).json()) as { readonly rules_version: string };
  key = bot.key;
  values = {
    seed: '1',
    product: 'verified_badge',
    agent_id: bot.id,
    order_id: orderId,
    league: 'spot_crypto',
    date: '2026-03-03',
    mark: '2026-03-02T00:05:00Z',
    maker_id: makerId,
    rules_version: rules.rules_version,
    token: 'x',
    sha256: await firstMarket(league.url),
    reference: await bookReport(league, bot.id),
    week: await bookWeek(league),
    id: String(await postEntry(league, bot)),
    level: '0',
    tile: '000',
    partial: '000.p',
    width: '9',
    folder: 'bots',
    document: 'rules',
    example: 'cron',
    file: 'bot.ts',
    round: 'next',
    answer_id: 'ans_0000000000000000',
    ticket: '0'.repeat(26),
    ...Object.fromEntries(['a', 'b', 'c', 'd'].map((part) => [part, 'x'])),
    ...Object.fromEntries(['x1', 'x2', 'x3', 'x4', 'x5'].map((part) => [part, 'x000'])),
  };
});
afterAll(() => league.close());

/** An address at which the route has something to show. */
function addressOf(route: string): string {
  const path = route.replace(/:(\w+)/g, (_, name: string) => {
    const isOfRounds = /\/(rounds|practice|answers)(\/|\.|$)/.test(route);
    const value = isOfRounds ? (ofRounds[name] ?? values[name]) : values[name];
    if (value === undefined) throw new Error(`${route}: nothing stands for :${name} in this test`);
    return value;
  });
  if (route.startsWith('/docs/:document')) return route.replace(':document', 'README');
  return path === '/api/validate' ? `${path}?league=spot_crypto&symbol=BTC-USD` : path;
}

let clients = 0;
/** Asks as clients behind the proxy do. @returns a function that asks as one of them. */
function newClient(): (method: string, path: string, headers?: Record<string, string>) => Promise<Raw> {
  clients++;
  const from = `198.51.${clients >> 8}.${clients & 255}`;
  return (method, path, headers = {}) => raw(league.url + path, { 'X-Forwarded-For': from, ...headers }, method);
}

/** Fields that differ from one answer to the next. */
const ofOneAnswer = ['date', 'x-request-id', 'ratelimit', 'connection', 'keep-alive', 'transfer-encoding'];
function lasting(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneAnswer.includes(name)));
}

function expectEveryAnswersHead({ headers }: Raw, what: string): void {
  expect(headers, what).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringMatching(/^default-src '(none|self)'/),
    'x-request-id': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    ratelimit: expect.stringMatching(/^"(read|write)sPerAddress";r=\d+;t=\d+$/),
    'ratelimit-policy': expect.stringMatching(/^"(read|write)sPerAddress";q=\d+;w=\d+$/),
  });
}

function expectOpenToPages({ headers }: Raw, what: string): void {
  expect(headers['access-control-allow-origin'], what).toBe('*');
  for (const name of ['ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'])
    expect(headers['access-control-expose-headers']?.split(', '), what).toContain(name);
}

/** Routes with a GET of their own, sorted. */
function getRoutes(): string[] {
  const routes = [...servedRoutes(league.app.http)].filter((r) => r.startsWith('GET '));
  return routes.map((r) => r.slice('GET '.length)).toSorted();
}

function publicRoutes(): string[] {
  return getRoutes().filter(
    (r) =>
      !ofThisMoment.includes(r.replace(/\.md$/, '')) &&
      !keyed.includes(r) &&
      !ofLongLogs(r) &&
      !ofTheOperator(r) &&
      !ofOneTicket(r),
  );
}

/** For whoever is not at the operator's desk there is nothing at these addresses (test/scenarios/operator/desk.db.test.ts). */
function ofTheOperator(route: string): boolean {
  return route === '/operator' || route.startsWith('/operator/');
}

/** Pages and files of one bot's tasks, behind a ticket that nobody guesses, and those of practice: test/scenarios/rounds-of-tasks/ has some. */
function ofOneTicket(route: string): boolean {
  return route.startsWith('/rounds/') || route.startsWith('/practice/');
}

const unpacked = { gzip: gunzipSync, br: brotliDecompressSync } as const;

describe('every public GET', () => {
  test('has a strong tag, may be kept, and says what every answer says; made and kept', async () => {
    const routes = publicRoutes();
    expect(routes.length).toBeGreaterThan(45);
    const ids = new Set<unknown>();
    for (const route of routes) {
      const path = addressOf(route);
      const ask = newClient();
      const made = await ask('GET', path);
      const kept = await ask('GET', path);
      for (const answer of [made, kept]) {
        expect(answer.status, `${path} ${answer.bytes.toString().slice(0, 300)}`).toBe(200);
        expectEveryAnswersHead(answer, path);
        expectOpenToPages(answer, path);
        // The card for a frame of another site has no script at all.
        const isPage = answer.headers['content-type']?.startsWith('text/html') === true && !path.startsWith('/embed/');
        expect(answer.headers['content-security-policy'], path).toMatch(
          isPage ? /^default-src 'none'; script-src 'self'; / : /^default-src 'none'/,
        );
        expect(answer.headers.etag, path).toMatch(/^"[\w-]{22}"$/);
        expect(answer.headers['cache-control'], path).toMatch(
          /^public, max-age=\d+(, stale-while-revalidate=\d+|, immutable)?$/,
        );
        expect(answer.headers.vary?.split(', '), path).toContain('Accept-Encoding');
        expect(answer.headers['content-type'], path).toMatch(/^\w+\/[\w.+-]+(; (charset=utf-8|profile="[^"]+"))?$/);
        expect(answer.headers['content-length'], path).toBe(String(answer.bytes.length));
        ids.add(answer.headers['x-request-id']);
      }
      expect(kept.bytes.equals(made.bytes), path).toBe(true);
      expect(lasting(kept.headers), path).toEqual(lasting(made.headers));
    }
    expect(ids.size).toBe(2 * routes.length);
  });

  test('answers HEAD with the same fields and no body', async () => {
    for (const route of publicRoutes()) {
      const path = addressOf(route);
      const ask = newClient();
      for (const encoding of ['identity', 'gzip']) {
        const got = await ask('GET', path, { 'Accept-Encoding': encoding });
        const head = await ask('HEAD', path, { 'Accept-Encoding': encoding });
        expect([head.status, head.bytes.length], path).toEqual([200, 0]);
        expect(lasting(head.headers), path).toEqual(lasting(got.headers));
      }
    }
  });

  test('is compressed when asked for and long enough, with a tag of its own and the same bytes inside', async () => {
    let compressed = 0;
    for (const route of publicRoutes()) {
      const path = addressOf(route);
      const ask = newClient();
      const plain = await ask('GET', path);
      for (const encoding of ['gzip', 'br'] as const) {
        const packed = await ask('GET', path, { 'Accept-Encoding': encoding });
        // A picture is compressed by itself.
        if (plain.bytes.length < 1024 || plain.headers['content-type'] === 'image/png') {
          expect(packed.headers['content-encoding'], path).toBeUndefined();
          continue;
        }
        compressed++;
        expect(packed.headers['content-encoding'], path).toBe(encoding);
        expect(unpacked[encoding](packed.bytes).equals(plain.bytes), path).toBe(true);
        expect(packed.headers.etag, path).toBe(`${plain.headers.etag?.slice(0, -1)}-${encoding}"`);
        const again = await ask('GET', path, {
          'Accept-Encoding': encoding,
          'If-None-Match': String(packed.headers.etag),
        });
        expect(again.status, path).toBe(304);
        const plainAgain = await ask('GET', path, { 'If-None-Match': String(packed.headers.etag) });
        expect(plainAgain.status, path).toBe(200);
      }
    }
    expect(compressed).toBeGreaterThan(30);
  });

  test('answers 304 to its tag, in a list, weakly, and by *, and to no other', async () => {
    for (const route of publicRoutes()) {
      const path = addressOf(route);
      const ask = newClient();
      const { headers } = await ask('GET', path);
      const tag = String(headers.etag);
      for (const method of ['GET', 'HEAD']) {
        for (const named of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
          const answer = await ask(method, path, { 'If-None-Match': named });
          expect([answer.status, answer.bytes.length], `${method} ${path} ${named}`).toEqual([304, 0]);
          expectEveryAnswersHead(answer, path);
          expectOpenToPages(answer, path);
          const { etag, 'cache-control': cache, vary } = answer.headers;
          expect({ etag, cache, vary }, path).toEqual({
            etag: tag,
            cache: headers['cache-control'],
            vary: headers.vary,
          });
        }
      }
      expect((await ask('GET', path, { 'If-None-Match': '"other"' })).status, path).toBe(200);
    }
  });
});

test('a GET that is one bot’s own, or of this moment, is kept by nobody', async () => {
  expect(keyed.length).toBeGreaterThan(4);
  for (const route of [...keyed, ...ofThisMoment]) {
    const path = addressOf(route);
    const isOfRound = route.includes('/rounds/');
    const isOfSheets = /\/answers(\/|$)/.test(route);
    const answer = await newClient()('GET', path, {
      Authorization: `Bearer ${isOfRound || isOfSheets ? roundKey : key}`,
    });
    // The round is not open yet, and no answer sent.
    const isNone = /\/:(token|answer_id)$/.test(route);
    const status = isNone ? 404 : isOfRound ? 409 : 200;
    expect(answer.status, path).toBe(status);
    expectEveryAnswersHead(answer, path);
    expect(answer.headers['cache-control'], path).toBe('no-store');
    expect(answer.headers.etag, path).toBeUndefined();
    if (!keyed.includes(route)) continue;
    const refused = await newClient()('GET', path);
    expect([refused.status, refused.headers['cache-control']], path).toEqual([401, 'no-store']);
  }
});

test('every path says what it takes: OPTIONS, and 405 to everything else, in either form of an error', async () => {
  for (const route of getRoutes()) {
    const path = addressOf(route);
    const ask = newClient();
    const options = await ask('OPTIONS', path);
    const allow = options.headers.allow ?? '';
    expect([options.status, options.bytes.length], path).toEqual([204, 0]);
    expect(options.headers, path).toMatchObject({
      'access-control-allow-methods': allow,
      'access-control-allow-headers': expect.stringContaining('if-none-match'),
      'access-control-max-age': '600',
    });
    expect(allow, path).toMatch(/^GET, HEAD, (POST, )?OPTIONS$|^POST, GET, HEAD, OPTIONS$/);
    for (const method of ['DELETE', 'PUT', 'PATCH', ...(allow.includes('POST') ? [] : ['POST'])]) {
      const refused = await ask(method, path, { 'Content-Length': '0', Accept: 'application/problem+json' });
      expect([refused.status, refused.headers.allow, refused.headers['cache-control']], `${method} ${path}`).toEqual([
        405,
        allow,
        'no-store',
      ]);
      expectEveryAnswersHead(refused, path);
      expect(refused.headers['content-type'], path).toBe('application/problem+json; charset=utf-8');
      expect(JSON.parse(refused.bytes.toString()), path).toMatchObject({
        status: 405,
        error: { code: 'method_not_allowed', fix: expect.stringMatching(/GET|POST|Allow/) as string },
      });
    }
  }
});

test('what is refused is kept by nobody, and made no bytes to be served later', async () => {
  for (const path of ['/api/leaderboard?league=none', '/api/agents/agt_none', '/?page=0', '/nothing']) {
    const ask = newClient();
    for (const round of ['first', 'again']) {
      const refused = await ask('GET', path, { 'If-None-Match': '*' });
      expect(refused.status, `${path} ${round}`).toBeGreaterThanOrEqual(400);
      expect([refused.headers['cache-control'], refused.headers.etag], path).toEqual(['no-store', undefined]);
      expectEveryAnswersHead(refused, path);
    }
  }
});

test('crawlers find the pages: robots.txt leads to a map of addresses that all answer, and no hidden league is on it', async () => {
  const ask = newClient();
  const robots = (await ask('GET', '/robots.txt')).bytes.toString();
  const [, map] = /^Sitemap: (\S+)$/m.exec(robots) ?? [];
  expect(map).toBe(`${league.url}/sitemap.xml`);
  const listed = async (): Promise<string[]> =>
    [...(await ask('GET', '/sitemap.xml')).bytes.toString().matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) =>
      String(url).replaceAll('&amp;', '&'),
    );
  const addresses = await listed();
  // Every page that is not of one bot or maker is on it, but that of a bot's owner, which shows nothing to others.
  for (const route of publicRoutes().filter((r) => !r.includes(':') && r !== '/owner')) {
    const { headers } = await newClient()('HEAD', addressOf(route));
    if (headers['content-type']?.startsWith('text/html')) expect(addresses).toContain(`${league.url}${route}`);
  }
  for (const path of ['/', '/seats', '/leagues/spot_crypto', '/leagues/altcoin_hunters'])
    expect(addresses).toContain(`${league.url}${path}`);
  for (const address of addresses) {
    const page = await newClient()('GET', address.slice(league.url.length));
    expect([page.status, page.headers['content-type']], address).toEqual([200, 'text/html; charset=utf-8']);
  }
  await operate(league, 'hide-league', 'altcoin_hunters', '--reason', 'Not ready.');
  await league.advance({ minutes: 5 });
  expect(await listed()).toEqual(addresses.filter((a) => !a.includes('/leagues/altcoin_hunters')));
});

test('the catalogue of the interfaces is a linkset whose every target answers, and HEAD tells of it (RFC 9727)', async () => {
  const path = '/.well-known/api-catalog';
  const head = await newClient()('HEAD', path);
  expect(head.headers).toMatchObject({
    link: `<${path}>; rel="api-catalog"`,
    'content-type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  });
  const { linkset } = JSON.parse((await newClient()('GET', path)).bytes.toString()) as {
    readonly linkset: readonly Readonly<
      Record<string, string | readonly { readonly href: string; readonly type: string }[]>
    >[];
  };
  const targets = linkset.flatMap((l) => Object.values(l).flatMap((v) => (typeof v === 'string' ? [] : v)));
  expect(targets.length).toBeGreaterThan(4);
  for (const { href, type } of targets) {
    const answer = await newClient()('GET', href.slice(league.url.length));
    expect([answer.status, href], href).toEqual([200, href]);
    if (!type.includes('openapi')) expect(answer.headers['content-type']?.split(';')[0], href).toBe(type);
  }
});
