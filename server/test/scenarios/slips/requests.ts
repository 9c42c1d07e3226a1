/** Mistakes in addresses, keys, leagues, registrations and profiles. */
import { hasMember, orderOf, withKey, type ByHand, type Kind, type Mistake, type Sent } from './mistake.ts';
import { moreRegistrations, newcomer } from './more-members.ts';
import { moreAddresses, moreKeys, moreLeagues } from './more-requests.ts';

const order = { date: '2026-03-02', weights: { 'BTC-USD': 0.5 } };
const get = (path: string, key?: string): Sent => ({ method: 'GET', path, ...(key === undefined ? {} : { key }) });
const post = (path: string, body: unknown, key?: string): Sent => ({
  method: 'POST',
  path,
  body,
  ...(key === undefined ? {} : { key }),
});

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
      at(get('/v1/status'), 'orders_open'),
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
  more: moreAddresses,
};

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
  more: moreKeys,
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
  more: moreLeagues,
};

function isOf(league: string): NonNullable<Mistake['means']> {
  return (answer) => {
    if ((answer.json as { league: string }).league !== league)
      throw new Error(`not ${league}: ${answer.text.slice(0, 200)}`);
  };
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
      slip('an icon by its name', { icon: 'Rocket' }),
      slip('an icon as chat programs write it', { icon: ':rocket:' }),
      slip('a long name', { name: 'N'.repeat(41) }, other(/detail/, 'N'.repeat(40))),
      slip('a name that is taken', { name: of.name }, other(/Choose another name/, `${of.name} 2`)),
      slip('a name of the house', { name: 'House bot' }, other(/does not begin with "House"/, 'Homely bot')),
      slip('an unknown member', { strategy_name: 'calm' }),
    ];
  },
  more: moreRegistrations,
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
