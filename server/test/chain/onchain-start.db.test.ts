/** The service on `PAPERTAPE_PRICES=onchain`, with its real clock and its engine in a thread of its own. */
import { expect, test } from 'vitest';
import { createClient } from '../../../client/src/index.ts';
import { createApp } from '../../src/app.ts';
import { readSettings } from '../../src/config/config.ts';
import { createLog } from '../../src/lib/log.ts';
import { createPriceSource } from '../../src/sources/create-source.ts';
import { createTestDatabase } from '../harness/database.ts';
import { startProxy } from './proxy.ts';

test('it starts while no endpoint answers, says what it prices, and tells no key', async () => {
  const database = await createTestDatabase();
  const proxy = await startProxy('http://127.0.0.1:9');
  proxy.mode = 'down';
  const lines: string[] = [];
  const urls = `${proxy.url}/hunter2`;
  const config = readSettings({
    ...database.env,
    PORT: '0',
    PAPERTAPE_LOG: 'off',
    PAPERTAPE_HOUSE: 'off',
    PAPERTAPE_PRICES: 'onchain',
    PAPERTAPE_RPC_1: urls,
    PAPERTAPE_RPC_8453: urls,
    PAPERTAPE_RPC_42161: urls,
  });
  const app = await createApp(config, { log: createLog('debug', (line) => lines.push(line)) });
  try {
    const client = createClient({ baseUrl: await app.listen() });
    expect((await client.status()).price_source).toEqual({
      kind: 'onchain',
      live: true,
      competition: true,
      caution: null,
      note: "30-minute means of Uniswap v3 pools on Ethereum, Base and Arbitrum, as the pools' own oracles give them, and rates that yield tokens tell themselves. A single endpoint is trusted for Ethereum, Base and Arbitrum: what it says is compared with nothing.",
    });
    expect((await client.universe('tokenized')).symbols.map((s) => s.symbol)).toEqual([
      'BTC-USD',
      'ETH-USD',
      'PAXG-USD',
      'XAUT-USD',
      'WBTC-USD',
      'CBBTC-USD',
    ]);
    expect(lines.filter((l) => l.includes('the pools of a chain could not be checked'))).toHaveLength(3);
    expect(lines.join('')).not.toContain('hunter2');
  } finally {
    await app.close();
    await proxy.close();
    await database.drop();
  }
});

test('a played time is not priced from a chain', async () => {
  await expect(createPriceSource({ kind: 'onchain', rpcUrls: {} }, 0)).rejects.toThrow('cannot be priced from a chain');
});
