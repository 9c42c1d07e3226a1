/** A buyer's journey in Chromium: the page of an order, a payment on a chain of this machine, and the badge on the bot's page. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startLocalChain } from '../examples/payments-local/local-chain.ts';
import { startLocalRates } from '../examples/payments-local/local-rates.ts';
import { readRequest } from '../examples/payments-local/wallet.ts';
import { walletOf } from '../server/test/harness/shop.ts';
import { needChromium, runProgram } from './programs.ts';
import { withLeague } from './running-league.ts';

const folder = fileURLToPath(new URL('./checkout/', import.meta.url));
const lamportsPerSol = 1_000_000_000n;

interface Seen {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly complaints: readonly string[];
  readonly wallets: readonly string[];
  readonly codes: readonly number[];
}

test('a buyer pays and sees the badge, with scripts and without', async (context) => {
  const chromium = needChromium(context);
  const seconds = (): number => Math.floor(Date.now() / 1_000);
  const [chain, rates] = [await startLocalChain(seconds), await startLocalRates(seconds)];
  const [shop, buyer] = [await walletOf('shop'), await walletOf('buyer')];
  for (const { address } of [shop, buyer]) chain.fund(address, lamportsPerSol);
  const settings = {
    PAPERTAPE_LIMITS: 'off',
    PAPERTAPE_PAY_RECIPIENT: shop.address,
    PAPERTAPE_PAY_RPC: chain.url,
    PAPERTAPE_PAY_RATES: rates.setting,
  };
  try {
    await withLeague(async ({ enter }) => {
      const bot = await enter('Wears A Badge');
      const order = await bot.client.orderExtra({
        product: 'verified_badge',
        buyer_email: 'buyer@example.test',
        agent_id: bot.id,
      });
      const cashier = await openCashier(async () => {
        const { to, lamports, reference } = readRequest(order.chain_pay_url);
        const blockhash = chain.latestBlockhash();
        chain.send(await buyer.transfer({ to, lamports, references: [reference], blockhash }));
        chain.finalize();
      });
      const places = { order: order.page_url, pay: cashier.url };
      const { code, output } = await runProgram(join(folder, 'in-browser.mjs'), [chromium, JSON.stringify(places)]);
      await cashier.close();
      expect(code, output).toBe(0);
      const { before, after, complaints, wallets, codes } = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Seen;
      expect(complaints).toEqual([]);
      expect(before).toEqual(['Nothing has come in yet.', 'Nothing has come in yet.']);
      expect(wallets).toEqual([order.chain_pay_url, order.chain_pay_url]);
      // Large enough for a camera.
      for (const px of codes) expect(px).toBeGreaterThanOrEqual(240);
      expect(after).toHaveLength(2);
      for (const words of after) expect(words).toMatch(/Wears A Badge[^]*Verified/);
      expect(chain.balance(shop.address)).toBe(lamportsPerSol + readRequest(order.chain_pay_url).lamports);
    }, settings);
  } finally {
    await chain.close();
    await rates.close();
  }
});

/** Answers once the payment is made that the browser asks for. */
async function openCashier(pay: () => Promise<void>): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((_request, response) => void pay().then(() => response.end()));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
