import { expect, test } from 'vitest';
import { operations } from '../app.ts';
import { nearestAddress, type Address } from './nearest-address.ts';
import { otherAddresses } from './other-addresses.ts';

const served: readonly Address[] = operations.map((operation) => ({
  method: operation.method === 'get' ? 'GET' : 'POST',
  path: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
  operation,
}));
const bot = 'agt_0123456789abcdef';

function near(method: string, url: string): string | undefined {
  const found = nearestAddress(method, url, served);
  return found && `${found.method} ${found.path}`;
}

test.each([
  ['GET', '/v1/status', 'GET /api/status'],
  ['GET', '/status', 'GET /api/status'],
  ['GET', '/API/Status', 'GET /api/status'],
  ['GET', '/api/v2/leaderboard?page=2', 'GET /api/leaderboard'],
  ['GET', '/api/leaderbord', 'GET /api/leaderboard'],
  ['GET', '/api/universes', 'GET /api/universe'],
  ['POST', '/register', 'POST /api/agents/register'],
  ['POST', '/api/register', 'POST /api/agents/register'],
  ['POST', '/api/v1/agents', 'POST /api/agents/register'],
  ['POST', '/api/orders', 'POST /api/agents/me/weights'],
  ['POST', `/api/agents/${bot}/trade`, `POST /api/agents/${bot}/weights`],
  ['POST', `/agents/${bot}/weights`, `POST /api/agents/${bot}/weights`],
  ['POST', `/api/agent/${bot}/weight`, `POST /api/agents/${bot}/weights`],
  ['POST', '/weights', 'POST /api/agents/me/weights'],
  ['GET', '/api/history', 'GET /api/prices'],
  ['GET', '/candles?symbol=BTC-USD', 'GET /api/prices'],
  ['GET', '/api/account', 'GET /api/agents/me/state'],
  ['GET', `/api/agents/${bot}/portfolio`, `GET /api/agents/${bot}/state`],
  ['GET', '/orders', 'GET /api/agents/me/orders'],
  ['GET', '/trades', 'GET /api/agents/me/trades'],
  ['GET', '/agents/list', 'GET /agents.json'],
  ['GET', '/swagger.json', 'GET /openapi.json'],
  ['GET', '/agents/Alpha/trades', 'GET /api/agents/Alpha/trades'],
])('%s %s is %s', (method, url, meant) => {
  expect(near(method, url)).toBe(meant);
});

test.each(['/', '/api', '/wp-login.php', '/.env', `/${'a/'.repeat(200)}`, '/%ZZ', '/api/nothing'])(
  'nothing is near %s',
  (url) => {
    expect(near('GET', url)).toBeUndefined();
  },
);

test.each(['/pay/prroducts', '/api/pay/prroducts.json', '/pay/products.html'])(
  'a word of ours is meant before a page that takes any word in its place: %s',
  (url) => {
    const pages: readonly Address[] = [{ method: 'GET', path: '/pay/:reference' }, ...served];
    expect(nearestAddress('GET', url, pages)?.path).toBe('/api/pay/products');
    expect(nearestAddress('GET', '/v1/pay/4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T', pages)?.path).toMatch(
      /^\/pay\/4Nd1/,
    );
  },
);

test('every other address is one that is served, or a document of another room', () => {
  const paths = served.map(({ method, path }) => `${method} ${path}`);
  const documents = ['GET /docs/README.md', 'GET /errors.md'];
  for (const { method, path } of otherAddresses)
    expect([...paths, ...documents]).toContain(`${method} ${path.replace('/me/', '/:agent_id/')}`);
});

test('no word leads to two addresses by the same method', () => {
  const all = otherAddresses.flatMap(({ words, method }) => words.split(' ').map((word) => `${method} ${word}`));
  expect(all.filter((each, i) => all.indexOf(each) !== i)).toEqual([]);
});
