/** Mistakes in the names of parameters. */
import { expect } from 'vitest';
import type { Kind, Mistake, Sent } from './mistake.ts';
import { moreParameters } from './more-members.ts';

const get = (path: string): Sent => ({ method: 'GET', path });

/** Parameters under other names, each with what the answer must hold. */
const querySlips: readonly (readonly [path: string, means: Readonly<Record<string, unknown>>])[] = [
  ['/api/leaderboard?limit=10', { per_page: 10 }],
  ['/api/leaderboard?limit=1000&league=multi', { per_page: 100, league: 'multi' }],
  ['/api/leaderboard?page_size=5&p=1', { per_page: 5, page: 1 }],
  ['/api/leaderboard?leage=spot_crypto', { league: 'spot_crypto' }],
  ['/api/universe?leagueId=multi&sort=asc', { league: 'multi' }],
  ['/api/status?verbose=true', { orders_open: true }],
  ['/api/leagues?nonsense', { default_league: 'tokenized' }],
  ['/api/prices?league=spot_crypto&interval=1h&symbol=BTC-USD', { every: '1h' }],
  ['/api/validate?league=spot_crypto&simbol=BTC-USD', { symbol: 'BTC-USD' }],
  ['/agents.json?count=3', { per_page: 3 }],
];

function holds(means: Readonly<Record<string, unknown>>): NonNullable<Mistake['means']> {
  return ({ json }) => expect(json).toMatchObject(means);
}

export const queries: Kind = {
  kind: 'parameters',
  seen: () => querySlips.map(([path, means]) => ({ what: `GET ${path}`, sent: get(path), means: holds(means) })),
  more: moreParameters,
};
