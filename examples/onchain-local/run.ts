/**
 * `npm run example:onchain`: a league that is priced by Uniswap v3 pools on a chain of this machine, from an empty chain to fills that
 * are checked against the node. docs/bots/examples.md tells what it does, step by step.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client, type OrderView } from 'papertape-client';
import { anvilPath } from '../../server/test/chain/anvil.ts';
import { openLocalMarket, type LocalMarket } from '../../server/test/chain/local-market.ts';
import { runPapertape, startPapertape } from './processes.ts';
import { runToEnd, say, until, type Cleanup } from './run-to-end.ts';
import { startTrading } from './trading.ts';

/** When the league starts, by its own clock. */
const opening = Date.parse('2026-03-02T12:03:00Z');
/** How many times as fast as real time the league's clock runs, and the chain's with it. */
const speed = 90;
const seed = 1;
const league = 'tokenized';
const bots = [
  { name: 'Half and half', weights: { 'BTC-USD': 0.5, 'ETH-USD': 0.5 } },
  { name: 'All ether', weights: { 'ETH-USD': 1 } },
  { name: 'Gold and a bit', weights: { 'PAXG-USD': 0.6, 'BTC-USD': 0.2 } },
];
/** Fills take about 25 real seconds; one that is not there after this will not come. */
const fillSecondsMax = 120;

await runToEnd(run);

async function run(cleanup: Cleanup): Promise<void> {
  if (anvilPath === undefined) {
    throw new Error('There is no local chain for this machine: the npm package of anvil is for Linux on x64 only.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'papertape-example-'));
  cleanup.push(() => rmSync(folder, { recursive: true, force: true }));

  const market = await openLocalMarket({ start: opening / 1000 - 7_200 });
  cleanup.push(() => market.chain.close());
  await market.chain.mineAt(opening / 1000);
  say(
    `A local chain at ${market.chain.url}, with Uniswap v3, ${market.data.tokens.length} tokens and ${market.data.pools.length} pools.`,
  );

  const file = join(folder, 'pools.json');
  writeFileSync(file, bookText(market));
  const settings = { PAPERTAPE_RPC_31337: market.chain.url };
  const check = await runPapertape(['pools', 'check', file], settings);
  say('Its pool book, as `papertape pools check` sees it:', check.stdout + check.stderr);
  if (check.code !== 0) throw new Error(`the pools are not fit (${check.code})`);

  const service = startPapertape(['serve'], {
    ...settings,
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    PAPERTAPE_PRICES: `onchain:${file}`,
    PAPERTAPE_CLOCK_START: new Date(opening).toISOString(),
    PAPERTAPE_CLOCK_SPEED: String(speed),
    PAPERTAPE_HOUSE: 'off',
    PAPERTAPE_LIMITS: 'off',
    PAPERTAPE_LOG: 'warn',
  });
  cleanup.push(() => service.stop());
  const baseUrl = (await service.says(/"message":"ready","url":"([^"]+)"/))[1] ?? '';
  say(`A league at ${baseUrl}, process ${await service.pid}. Its clock runs ${speed} times as fast as real time.`);

  const open = createClient({ baseUrl });
  const trading = startTrading(market, seed, async () => Date.parse((await open.status()).time) / 1000);
  cleanup.push(() => {
    trading.stop();
    return trading.ended.catch(() => undefined);
  });
  await Promise.race([
    play(baseUrl, open, market),
    trading.ended,
    service.ended.then(({ stderr }) => {
      throw new Error(`the service ended:\n${stderr}`);
    }),
  ]);
  say(`${trading.trades} trades were made on the chain meanwhile.`);
}

/** Three bots enter, order, and wait; then every fill is checked against the node, by a process that asks the service and the node. */
async function play(baseUrl: string, open: Client, market: LocalMarket): Promise<void> {
  await until('the league takes orders', fillSecondsMax, async () => {
    const { leagues } = await open.leagues();
    return leagues.find((l) => l.id === league)?.orders_open === true ? true : undefined;
  });
  const sent = [];
  for (const [i, { name, weights }] of bots.entries()) {
    const maker = { company: `Example ${i + 1}`, contact: `bot${i + 1}@example.com`, country: 'CA' };
    const seat = await open.register({ name, league, ...maker });
    const bot = createClient({ baseUrl, agentId: seat.agent_id, apiKey: seat.api_key });
    const order = await bot.weights(weights);
    say(
      `${name} sent ${JSON.stringify(weights)}; prices are the means from ${order.window.start} to ${order.window.end}.`,
    );
    sent.push({ name, bot, id: order.order_id });
  }
  for (const { name, bot, id } of sent) {
    const order = await until(`the order of ${name} is decided`, fillSecondsMax, async () => {
      const now = await bot.order(id);
      return now.state === 'pending' ? undefined : now;
    });
    if (order.state !== 'filled') throw new Error(`the order of ${name} was ${order.state}: ${order.message}`);
    say(`${name} was filled:`, fillText(order));
  }
  for (const [i, { name, id }] of sent.entries()) {
    const args = ['verify', id, '--url', baseUrl, '--rpc', `31337=${market.chain.url}`];
    const { code, stdout, stderr } = await runPapertape(args);
    // One fill with every step, the others with the last line.
    const steps = i === 0 || code !== 0 ? stdout : (stdout.trim().split('\n').at(-1) ?? '');
    say(`papertape ${args.join(' ')} (${name}):`, steps + stderr);
    if (code !== 0) throw new Error(`papertape verify ended with ${code}`);
  }
  say(`${sent.length} fills of ${sent.length} were checked against the node.`);
}

/** The book of the market's pools as a file of an operator's own. The endpoint comes from PAPERTAPE_RPC_31337. */
function bookText({ data }: LocalMarket): string {
  const { id: _, chains, pools, ...rest } = data;
  const book = {
    format: 'papertape-pools/1',
    chains: chains.map(({ rpcUrls: __, ...chain }) => chain),
    pools: pools.map(({ chain, base, quote, fee, address }) => ({ chain, base, quote, fee, address })),
    ...rest,
  };
  return JSON.stringify(book, null, 2);
}

function fillText({ trades }: OrderView): string {
  return trades.map((t) => `${t.side} ${t.units} ${t.symbol} at ${t.fill_price} USD`).join('\n');
}
