/**
 * `npm run example:payments`: a league that sells extras for SOL on a chain of this machine. A bot buys a badge, its wallet pays, and the
 * badge is seen. docs/bots/examples.md tells what it does, step by step.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from 'papertape-client';
import { runPapertape, startPapertape } from '../onchain-local/processes.ts';
import { runToEnd, say, until, type Cleanup } from '../onchain-local/run-to-end.ts';
import { startLocalChain } from './local-chain.ts';
import { startLocalRates } from './local-rates.ts';
import { createWallet, readRequest, type Wallet } from './wallet.ts';

const league = 'spot_crypto';
/** Solana makes a slot every 0.4 s; this chain is ten times as fast, so that 32 of them, which make a payment final, pass in 1.3 s. */
const slotMs = 40;
/** The service looks for a young order every 10 s. */
const deliverySecondsMax = 40;
const lamportsPerSol = 1_000_000_000n;

await runToEnd(run);

async function run(cleanup: Cleanup): Promise<void> {
  const seconds = (): number => Math.floor(Date.now() / 1000);
  const chain = await startLocalChain(seconds);
  cleanup.push(() => chain.close());
  const slots = setInterval(() => chain.advance(1), slotMs);
  cleanup.push(() => clearInterval(slots));
  const rates = await startLocalRates(seconds);
  cleanup.push(() => rates.close());
  const [shop, buyer] = [await createWallet(randomBytes(32)), await createWallet(randomBytes(32))];
  chain.fund(shop.address, lamportsPerSol);
  chain.fund(buyer.address, lamportsPerSol);
  say(`A chain at ${chain.url}: the virtual machine of Solana, in this process. The buyer has 1 SOL.`);

  const folder = mkdtempSync(join(tmpdir(), 'papertape-example-'));
  cleanup.push(() => rmSync(folder, { recursive: true, force: true }));
  const settings = {
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    PAPERTAPE_HOUSE: 'off',
    PAPERTAPE_LOG: 'warn',
    PAPERTAPE_PAY_RECIPIENT: shop.address,
    PAPERTAPE_PAY_RPC: chain.url,
    PAPERTAPE_PAY_RATES: rates.setting,
  };
  const service = startPapertape(['serve'], settings);
  cleanup.push(() => service.stop());
  const baseUrl = (await service.says(/"message":"ready","url":"([^"]+)"/))[1] ?? '';
  say(`A league at ${baseUrl}, process ${await service.pid}. It is paid at ${shop.address}.`);

  const reference = await Promise.race([
    buyBadge(createClient({ baseUrl }), buyer, chain.url),
    service.ended.then(({ stderr }) => {
      throw new Error(`the service ended:\n${stderr}`);
    }),
  ]);
  const paid = (chain.balance(shop.address) - lamportsPerSol).toString();
  say(`The shop has ${paid} lamports more than before.`);
  await service.stop();
  for (const args of [['admin', 'payments'], ['admin', 'payments', '--format', 'csv'], ['audit']]) {
    const { code, stdout, stderr } = await runPapertape(args, settings);
    say(`papertape ${args.join(' ')}:`, stdout + stderr);
    if (code !== 0) throw new Error(`papertape ${args.join(' ')} ended with ${code}`);
  }
  say(`Order ${reference}: bought, paid, delivered, and in the books.`);
}

/** Enters a bot, orders its badge, pays for it, and waits until the bot wears it. @returns the reference of the order. */
async function buyBadge(open: Client, buyer: Wallet, rpc: string): Promise<string> {
  const maker = { company: 'Example', contact: 'bot@example.com', country: 'CA' };
  const seat = await open.register({ name: 'Buys a badge', league, ...maker });
  say(`${seat.agent_id} has entered, for nothing. Its row:`, await rowText(open, seat.agent_id));
  const { sol_usd: rate, sol_usd_source: source, products } = await open.products();
  const { label, price_usd: price, price_sol: sol } = products.verified_badge;
  say(`${label}: ${price} USD, ${sol} SOL at ${rate} (${source}).`);

  const order = await open.orderExtra({
    product: 'verified_badge',
    agent_id: seat.agent_id,
    buyer_email: maker.contact,
  });
  say(`Ordered. What a wallet is given, and ${order.page_url} shows as a QR code:`, order.chain_pay_url);

  const { to, lamports, reference } = readRequest(order.chain_pay_url);
  const { value } = await call<{ value: { blockhash: string } }>(rpc, 'getLatestBlockhash');
  const wire = await buyer.transfer({ to, lamports, references: [reference], blockhash: value.blockhash });
  const signature = await call<string>(rpc, 'sendTransaction', [wire, { encoding: 'base64' }]);
  say(`The wallet has signed and sent ${lamports} lamports: transaction ${signature}.`);

  const done = await until('the badge is delivered', deliverySecondsMax, async () => {
    const now = await open.extraOrder(order.reference);
    return now.state === 'awaiting_payment' || now.state === 'confirmed' ? undefined : now;
  });
  if (done.state !== 'fulfilled') throw new Error(`the order is ${done.state}`);
  const row = await rowText(open, seat.agent_id);
  say(`The order is ${done.state}: ${done.received} SOL came in. The bot's row:`, row);
  if (!row.includes('"verified":true')) throw new Error('the bot does not wear its badge');
  return order.reference;
}

async function rowText(open: Client, botId: string): Promise<string> {
  const row = (await open.leaderboard({ league })).rows.find(({ agent_id: id }) => id === botId);
  if (!row) throw new Error('the bot is not on its board');
  return JSON.stringify({ rank: row.rank, name: row.name, value_usd: row.value_usd, verified: row.verified });
}

/** What a wallet asks of the chain. */
async function call<T>(rpc: string, method: string, params: readonly unknown[] = []): Promise<T> {
  const response = await fetch(rpc, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result } = (await response.json()) as { readonly result: T };
  return result;
}
