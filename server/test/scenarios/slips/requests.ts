/** Mistakes in addresses, keys, leagues, registrations and profiles. */
import { hasMember, orderOf, type Actors, type Kind } from './mistakes.ts';
import type { ByHand, Mistake, Sent } from './mistake.ts';
import type { SteppedRandom } from './random.ts';

const order = { date: '2026-03-02', weights: { 'BTC-USD': 0.5 } };
const get = (path: string, key?: string): Sent => ({ method: 'GET', path, ...(key === undefined ? {} : { key }) });
const post = (path: string, body: unknown, key?: string): Sent => ({
  method: 'POST',
  path,
  body,
  ...(key === undefined ? {} : { key }),
});

/** Slashes and prefixes that do not belong there. */
const twisted: readonly ((path: string) => string)[] = [
  (p) => `${p}/`,
  (p) => `/${p}`,
  (p) => p.replace('/api/', '/api//'),
  (p) => p.replace('/api/', '/v1/'),
  (p) => p.replace('/api/', '/api/v1/'),
  (p) => p.replace('/api/', '/v2/api/'),
  (p) => p.replace('/api/', '/'),
  (p) => p.replace('/api/', '/API/'),
];

const addresses: Kind = {
  kind: 'addresses',
  seen(of) {
    const { id, key } = of;
    const mine = `/api/agents/${id}`;
    const at = (sent: Sent, member: string): Mistake => ({
      what: `${sent.method} ${sent.path}`,
      sent,
      means: hasMember(member),
    });
    return [
      at(get('/api/status/'), 'orders_open'),
      at(get('//api/status'), 'orders_open'),
      at(get('/v1/api/status'), 'orders_open'),
      at(get('/status'), 'orders_open'),
      at(get('/leaderboard'), 'rows'),
      at(get('/api/leaderboards'), 'rows'),
      at(get('/api/candles?symbols=BTC-USD'), 'every'),
      at(get('/api/history'), 'every'),
      at(get('/api/symbols?league=spot_crypto'), 'symbols'),
      at(get('/api/competitions'), 'leagues'),
      at(get('/api/agents'), 'agents'),
      at(get('/api/account', key), 'cash'),
      at(get('/api/orders', key), 'orders'),
      at(get(`${mine}/portfolio`, key), 'cash'),
      at(get(`${mine}/weights`, key), 'cash'),
      at(post(`${mine}/weights/`, order, key), 'order_id'),
      at(post(`${mine}/orders`, { symbol: 'BTC', side: 'buy' }, key), 'order_id'),
      at(post('/api/orders', { symbol: 'BTC', side: 'buy' }, key), 'order_id'),
      at(post('/api/trade', order, key), 'order_id'),
      at({ ...post(`${mine}/weights`, order, key), method: 'PUT' }, 'order_id'),
      at({ method: 'DELETE', path: `${mine}/orders/${of.order}`, key }, 'order_id'),
      at({ ...post(`${mine}/profile`, { style: 'calm' }, key), method: 'PATCH' }, 'changed'),
      at(post('/api/leagues', {}), 'leagues'),
    ];
  },
  more(of, random) {
    const [path, member] = random.one([
      ['/api/status', 'orders_open'],
      ['/api/leaderboard?league=multi', 'rows'],
      ['/api/universe', 'symbols'],
      ['/api/leagues', 'leagues'],
      ['/api/seats', 'leagues'],
      [`/api/agents/${of.id}`, 'agent_id'],
      [`/api/agents/${of.id}/trades`, 'trades'],
      [`/api/agents/${of.id}/state`, 'cash'],
    ] as const);
    const twist = random.one([...twisted, (p: string) => misspelled(p, random)]);
    const [bare = '', query] = path.split('?');
    const sent = get(twist(bare) + (query === undefined ? '' : `?${query}`), of.key);
    return { what: `GET ${sent.path}`, sent, means: hasMember(member) };
  },
};

/** Doubles, drops or swaps a letter of the last word of a path; a bot's id stays. */
function misspelled(path: string, random: SteppedRandom): string {
  const words = path.split('/');
  const at = words.findLastIndex((word) => /^[a-z]{5,}$/.test(word));
  const word = words[at] ?? '';
  const i = 1 + random.upTo(word.length - 2);
  words[at] = random.one([
    word.slice(0, i) + (word[i] ?? '') + word.slice(i),
    word.slice(0, i) + word.slice(i + 1),
    word.slice(0, i - 1) + (word[i] ?? '') + (word[i - 1] ?? '') + word.slice(i + 1),
  ]);
  return words.join('/');
}

/** The key stands in the bot's notes; the fix says how it is sent. */
function withKey({ key, id }: Actors): ByHand {
  return {
    says: /Authorization: Bearer|Copy the key again|Use the key that/,
    mend: (sent) => ({ ...sent, key, headers: {}, path: sent.path.replace(/\?.*$/, '').replace(/agt_\w+/, id) }),
  };
}

const keys: Kind = {
  kind: 'keys and ids',
  seen(of) {
    const { id, key, name, oldKey, other } = of;
    const state = `/api/agents/${id}/state`;
    const byHand = withKey(of);
    const bearer = (authorization: string): Sent => ({ ...get(state), headers: { authorization } });
    const means = hasMember('cash');
    return [
      { what: 'no key', sent: get(state), byHand, means },
      { what: 'a key alone', sent: bearer(key), byHand, means },
      { what: 'a token', sent: bearer(`Token ${key}`), byHand, means },
      { what: 'a key that is cut', sent: get(state, key.slice(0, -3)), byHand, means },
      { what: 'a key from before its rotation', sent: get(state, oldKey), byHand, means },
      { what: 'a key in the address', sent: get(`${state}?api_key=${key}`), byHand, means },
      { what: 'an example of a key', sent: get(state, '<API_KEY>'), byHand, means },
      { what: 'me', sent: get('/api/agents/me/state', key), means },
      { what: 'me, of what is open to everyone', sent: get('/api/agents/me/trades', key), means: hasMember('trades') },
      { what: 'a name in the path', sent: get(`/api/agents/${encodeURIComponent(name)}/state`, key), means },
      { what: 'a place in the path', sent: get('/api/agents/{agent_id}/state', key), means },
      { what: 'the id of another bot', sent: get(`/api/agents/${other.id}/state`, key), means },
      { what: 'an order for another bot', sent: orderOf({ ...of, id: other.id }, order), means: hasMember('order_id') },
      { what: 'an order for me', sent: orderOf({ ...of, id: 'me' }, order), means: hasMember('order_id') },
      { what: 'an id of nobody', sent: get('/api/agents/agt_0000000000000000/state', key), means },
      {
        what: 'a name, without a key',
        sent: get(`/api/agents/${encodeURIComponent(name)}`),
        means: hasMember('agent_id'),
      },
    ];
  },
  more(of, random) {
    const { id, name, key, other } = of;
    const bot = random.one([
      name,
      name.toLowerCase(),
      'me',
      other.id,
      '{agent_id}',
      ':id',
      'agent_id',
      `${id}x`,
      'my-bot',
    ]);
    const [path, member] = random.one([
      ['/state', 'cash'],
      ['/orders', 'orders'],
      [`/orders/${of.order}`, 'order_id'],
      ['/events', 'events'],
    ] as const);
    const sent = get(`/api/agents/${encodeURIComponent(bot)}${path}`, key);
    return { what: `GET ${sent.path}`, sent, means: hasMember(member) };
  },
};

const leagueSlips: readonly (readonly [sent: string, meant: string])[] = [
  ['Spot crypto', 'spot_crypto'],
  ['spot-crypto', 'spot_crypto'],
  ['crypto', 'spot_crypto'],
  ['spot_cripto', 'spot_crypto'],
  ['SPOT_CRYPTO', 'spot_crypto'],
  ['stocks', 'us_stocks'],
  ['DeFi income', 'defi_income'],
  ['l2', 'crypto_l2'],
];

const leagues: Kind = {
  kind: 'leagues',
  seen: () =>
    leagueSlips.flatMap(([sent, meant]) => [
      {
        what: `league=${sent}`,
        sent: get(`/api/universe?league=${encodeURIComponent(sent)}`),
        means: isOf(meant),
      },
      { what: `a registration in ${sent}`, sent: newcomer({ league: sent }), means: isOf(meant) },
    ]),
  more(_of, random, n) {
    const [id, name] = random.one([
      ['spot_crypto', 'Spot crypto'],
      ['altcoin_hunters', 'Altcoin hunters'],
      ['liquidity_pools', 'Liquidity pools'],
      ['lend_borrow', 'Lend and borrow'],
      ['defi_income', 'DeFi income'],
      ['us_stocks', 'US stocks'],
      ['multi', 'Multi-asset'],
    ] as const);
    const i = 1 + random.upTo(id.length - 2);
    const sent = random.one([
      name,
      name.toUpperCase(),
      id.toUpperCase(),
      id.replaceAll('_', '-'),
      id.replaceAll('_', ' '),
      id.replaceAll('_', ''),
      id.slice(0, i) + id.slice(i + 1),
      id.slice(0, i) + (id[i] ?? '') + id.slice(i),
    ]);
    const asked = n % 2 === 0 ? get(`/api/universe?league=${encodeURIComponent(sent)}`) : newcomer({ league: sent });
    return { what: `league ${sent}`, sent: asked, means: isOf(id) };
  },
};

function isOf(league: string): NonNullable<Mistake['means']> {
  return (answer) => {
    if ((answer.json as { league: string }).league !== league)
      throw new Error(`not ${league}: ${answer.text.slice(0, 200)}`);
  };
}

let entered = 0;
function newcomer(fields: Readonly<Record<string, unknown>>): Sent {
  entered++;
  const body = { name: `Slip ${entered}`, company: 'Works', contact: `slip${entered}@example.test`, country: 'CA' };
  return post('/api/agents/register', { ...body, ...fields });
}

const registrations: Kind = {
  kind: 'registrations',
  seen(of) {
    const means = hasMember('agent_id');
    const slip = (what: string, fields: Readonly<Record<string, unknown>>, byHand?: ByHand): Mistake => ({
      what,
      sent: newcomer(fields),
      means,
      ...(byHand ? { byHand } : {}),
    });
    const other = (says: RegExp, name: string): ByHand => ({
      says,
      mend: (sent) => ({ ...sent, body: { ...(sent.body as object), name } }),
    });
    return [
      slip('UK', { country: 'UK' }),
      slip('small letters', { country: 'ca' }),
      slip('a country by its name', { country: 'Germany' }),
      slip('a country as people say it', { country: 'USA' }),
      slip('email', { contact: undefined, email: 'email@example.test' }),
      slip('organization', { company: undefined, organization: 'Works' }),
      slip('nothing but a name', { company: undefined, contact: undefined, country: undefined }),
      slip('percent of a pledge', { pledge_pct: '10%' }),
      slip('a website without https', { website: 'example.org' }),
      slip(
        'an icon with a capital',
        { icon: 'Rocket' },
        {
          says: /what it asks for/,
          mend: (sent) => ({ ...sent, body: { ...(sent.body as object), icon: '🚀' } }),
        },
      ),
      slip('a long name', { name: 'N'.repeat(41) }, other(/detail/, 'N'.repeat(40))),
      slip('a name that is taken', { name: of.name }, other(/Choose another name/, `${of.name} 2`)),
      slip('a name of the house', { name: 'House bot' }, other(/does not begin with "House"/, 'Homely bot')),
      slip('an unknown member', { strategy_name: 'calm' }),
    ];
  },
  more(_of, random, n) {
    const fields = random.one<Readonly<Record<string, unknown>>>([
      { country: random.one(['uk', 'UK', 'England', 'gb', 'United Kingdom']) },
      { country: random.one(['France', 'france', 'fr', 'Fr', 'FRANCE']) },
      { country: random.one(['us', 'usa', 'United States', 'America', 'U.S.A.']) },
      { contact: undefined, [random.one(['email', 'mail', 'e_mail', 'contact_email'])]: `m${n}@example.test` },
      { company: undefined, [random.one(['organization', 'org', 'team'])]: 'Works' },
      { pledge_pct: random.one(['10', '10%', '7.5 %', '0']) },
      { website: random.one(['example.org', 'www.example.org/me']) },
      { description: n },
    ]);
    return { what: `registration ${JSON.stringify(fields)}`, sent: newcomer(fields), means: hasMember('agent_id') };
  },
};

/** What the warning of a profile names is sent again under the name that it says. */
const asWarned = (sent: Sent, warnings: readonly string[]): Sent => {
  const renamed = Object.entries(sent.body as Readonly<Record<string, unknown>>).map(([name, value]) => {
    const warning = warnings.find((w) => w.includes(`"${name}"`)) ?? '';
    const [, meant = name] = /did you mean "(\w+)"/.exec(warning) ?? [];
    return [meant, value] as const;
  });
  return { ...sent, body: Object.fromEntries(renamed) };
};

/** Members of a profile under other names, each with its own; what is no member at all is told all that there are. */
export const profileSlips: readonly (readonly [sent: string, value: unknown, meant: string | undefined])[] = [
  ['pledge', 5, 'pledge_pct'],
  ['bio', 'calm', 'description'],
  ['about', 'calm', 'description'],
  ['webiste', 'https://example.org', 'website'],
  ['homepage', 'https://example.org', 'website'],
  ['logo_ulr', 'https://example.org/logo.png', 'logo_url'],
  ['twitter', '@bot', undefined],
];

export { asWarned };
export const kindsOfRequests: readonly Kind[] = [addresses, keys, leagues, registrations];
