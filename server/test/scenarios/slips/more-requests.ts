/** Mistakes in addresses, keys, ids and leagues without end: of each kind of requests.ts a generator. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { leagues as catalogue } from '../../../src/league/catalogue/leagues.ts';
import { operations } from '../../harness/operations.ts';
import { hasMember, orderOf, withKey, type Actors, type Mistake, type Sent } from './mistake.ts';
import { newcomer } from './more-members.ts';
import { inOtherStyle, mistyped, recased } from './text-slips.ts';

type Twist = (text: string) => string;

function get(path: string, key?: string): Sent {
  return { method: 'GET', path, ...(key === undefined ? {} : { key }) };
}

/** What can be read without more than a bot has: its path with the bot's own things in the places. */
function readable(of: Actors): readonly string[] {
  const places: Readonly<Record<string, string>> = { agent_id: of.id, order_id: of.order, league: 'spot_crypto' };
  return operations
    .filter(({ method, path, answer }) => method === 'get' && path.startsWith('/api/') && !('document' in answer))
    .map(({ path }) => path.replace('{league}/practice', 'deal_finder/practice'))
    .map((path) => path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole))
    .filter((path) => !path.includes('{') && !/validate|stream|proof|webhook/.test(path));
}

const prefixes: readonly Twist[] = [
  (p) => p,
  (p) => p.replace('/api/', '/'),
  (p) => p.replace('/api/', '/v1/'),
  (p) => p.replace('/api/', '/api/v1/'),
  (p) => p.replace('/api/', '/api/v2/'),
  (p) => p.replace('/api/', '/v2/api/'),
  (p) => p.replace('/api/', '/rest/api/'),
  (p) => p.replace('/api/', '/API/'),
  (p) => p.replace('/api/', '/api//'),
  (p) => `/api${p}`,
  (p) => `/${p}`,
];
const ends: readonly Twist[] = [
  (p) => p,
  (p) => p,
  (p) => `${p}/`,
  (p) => `${p}//`,
  (p) => `${p}.json`,
  (p) => `${p}?`,
];

export function moreAddresses(of: Actors): fc.Arbitrary<Mistake> {
  const reading = fc
    .record({
      path: fc.constantFrom(...readable(of)),
      prefix: fc.constantFrom(...prefixes),
      end: fc.constantFrom(...ends),
    })
    .chain(({ path, prefix, end }) => {
      const words = path.split('/');
      const at = words.findLastIndex((word) => /^[a-z]{3,}$/.test(word));
      const put = (word: string): string => end(prefix(words.with(at, word).join('/')));
      const word = words[at] ?? '';
      const others = fc.constantFrom(word, word.toUpperCase(), word.endsWith('s') ? word.slice(0, -1) : `${word}s`);
      return fc.oneof(others, mistyped(word)).map((other) => ({ path, asked: put(other) }));
    })
    // Below /pay/ stands a page that takes any word: it says by itself that there is no such payment.
    .filter(({ path, asked }) => asked !== path && !asked.startsWith('/pay/'))
    .map(({ asked }): Mistake => ({ what: `GET ${asked}`, sent: get(asked, of.key) }));
  // Answers of practice, and entries of the showcase, are sent to the address where they are read: a request without any is another mistake.
  const readOnly = readable(of).filter((path) => !/\/(?:practice|showcase)$/.test(path));
  const methods = fc
    .record({ path: fc.constantFrom(...readOnly), method: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE') })
    .map(({ path, method }): Mistake => {
      // To retire is for good: that is said, and not shown.
      const unshown = { says: /To retire the bot for good: POST/, mend: () => get(path, of.key) };
      return { what: `${method} ${path}`, sent: { method, path, body: {}, key: of.key }, unshown };
    });
  const verbs =
    'order orders trade trades buy sell rebalance submit allocate portfolio positions targets execute'.split(' ');
  const ordering = fc
    .record({
      verb: fc.constantFrom(...verbs),
      at: fc.constantFrom(
        '/api/',
        '/',
        '/v1/',
        '/api/v1/',
        `/api/agents/${of.id}/`,
        `/agents/${of.id}/`,
        '/api/agents/me/',
      ),
      method: fc.constantFrom('POST', 'POST', 'PUT'),
      end: fc.constantFrom('', '/'),
      body: fc.constantFrom<unknown>(
        { date: '2026-03-02', weights: { 'BTC-USD': 0.5 } },
        { symbol: 'BTC', side: 'buy', qty: 1 },
        {},
        'BTC',
      ),
    })
    .map(({ verb, at, method, end, body }): Mistake => {
      const path = `${at}${verb}${end}`;
      return { what: `${method} ${path}`, sent: { method, path, body, key: of.key }, means: hasMember('order_id') };
    });
  return fc.oneof({ weight: 3, arbitrary: reading }, methods, ordering);
}

export function moreKeys(of: Actors): fc.Arbitrary<Mistake> {
  return fc.oneof(headers(of), { weight: 2, arbitrary: names(of) });
}

/** A good key that is sent in a wrong way, and a key that is not good. */
function headers(of: Actors): fc.Arbitrary<Mistake> {
  const { key, id } = of;
  const basic = Buffer.from(`${key}:`).toString('base64');
  const ways: readonly Readonly<Record<string, string>>[] = [
    {},
    ...[
      key,
      `bearer ${key}`,
      `BEARER ${key}`,
      `Bearer: ${key}`,
      `Bearer "${key}"`,
      `Bearer <${key}>`,
      `Bearer  ${key}`,
    ].map((authorization) => ({
      authorization,
    })),
    ...[
      `Bearer Bearer ${key}`,
      `Token ${key}`,
      `ApiKey ${key}`,
      `Basic ${basic}`,
      `Bearer=${key}`,
      'Bearer',
      'Bearer null',
    ].map((authorization) => ({ authorization })),
    ...['Bearer undefined', 'Bearer $API_KEY', 'Bearer <API_KEY>', `Bearer ${key}.`, `Bearer ${key.slice(4)}`].map(
      (authorization) => ({
        authorization,
      }),
    ),
    ...['x-api-key', 'api-key', 'api_key', 'x-auth-token', 'token'].map((name) => ({ [name]: key })),
  ];
  const cut = fc.integer({ min: 1, max: key.length - 1 }).map((n) => ({ authorization: `Bearer ${key.slice(0, n)}` }));
  const queries = fc.constantFrom(
    '',
    '',
    '',
    `?api_key=${key}`,
    `?key=${key}`,
    `?token=${key}`,
    `?access_token=${key}`,
  );
  const path = fc.constantFrom('/state', '/orders', '/events');
  return fc
    .record({
      way: fc.oneof(
        fc.constantFrom(...ways),
        cut,
        mistyped(key).map((bad) => ({ authorization: `Bearer ${bad}` })),
      ),
      query: queries,
      path,
    })
    .map(({ way, query, path: of_ }): Mistake => {
      const asked = `/api/agents/${id}${of_}${query}`;
      return {
        what: `GET ${asked} ${JSON.stringify(way)}`,
        sent: { method: 'GET', path: asked, headers: way },
        unshown: withKey(of),
      };
    });
}

/** What stands in the place of the bot's id, beside its good key. */
function names(of: Actors): fc.Arbitrary<Mistake> {
  const { id, name, key, other } = of;
  const places = [
    '{agent_id}',
    ':agent_id',
    '<agent_id>',
    '$AGENT_ID',
    'agent_id',
    'undefined',
    'null',
    'None',
    'self',
    'my-bot',
    'agt_',
    '0',
    '1',
  ];
  const bot = fc.oneof(
    fc.constantFrom(...places, other.id, id.toUpperCase(), id.replace('agt_', ''), `${id}x`, ` ${id}`, `${id} `, key),
    recased(name),
    mistyped(name),
    mistyped(id),
    fc.string({ minLength: 1, maxLength: 30 }).filter((text) => !/^\.{1,2}$/.test(text)),
  );
  const reading = fc
    .record({
      bot,
      at: fc.constantFrom<readonly [string, string]>(
        ['/state', 'cash'],
        ['/orders', 'orders'],
        [`/orders/${of.order}`, 'order_id'],
        ['/events', 'events'],
      ),
    })
    .map(({ bot: text, at: [path, member] }): Mistake => {
      const asked = `/api/agents/${encodeURIComponent(text)}${path}`;
      return { what: `GET ${asked}`, sent: get(asked, key), means: hasMember(member) };
    });
  const ordering = bot.map((text): Mistake => {
    const sent = orderOf({ ...of, id: encodeURIComponent(text) }, { date: '2026-03-02', weights: { 'BTC-USD': 0.5 } });
    return { what: `order for ${text}`, sent, means: hasMember('order_id') };
  });
  return fc.oneof({ weight: 2, arbitrary: reading }, ordering);
}

/** Every league of the catalogue, by its id or its name, in another style or mistyped. */
export function moreLeagues(): fc.Arbitrary<Mistake> {
  return fc
    .constantFrom(...catalogue)
    .chain(({ id, name }) =>
      fc
        .oneof(
          recased(name),
          inOtherStyle(id),
          mistyped(id),
          fc.constantFrom(`${name} league`, `${id}_league`, `the ${name}`, ` ${id}`, `"${id}"`),
        )
        .map((text) => ({ id, text })),
    )
    .chain(({ id, text }) => {
      const paths = [
        `/api/universe?league=${encodeURIComponent(text)}`,
        `/api/leaderboard?league=${encodeURIComponent(text)}`,
      ];
      const sent = fc.oneof(
        fc.constantFrom(...paths).map((path) => get(path)),
        fc.constant(null),
      );
      return sent.map((request): Mistake => ({
        what: `league ${JSON.stringify(text)} ${request?.path ?? 'registered'}`,
        sent: request ?? newcomer({ league: text }),
        means: ({ json }) => expect((json as { league: string }).league).toBe(id),
      }));
    });
}
