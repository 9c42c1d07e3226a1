/** A league that sells extras: a chain and exchanges on this machine, a shop's wallet, a buyer's wallet, and real time that is stepped. */
import { createHash } from 'node:crypto';
import { startLocalChain, type LocalChain } from '../../../examples/payments-local/local-chain.ts';
import { startLocalRates, type LocalRates } from '../../../examples/payments-local/local-rates.ts';
import { createWallet, readRequest, type Wallet } from '../../../examples/payments-local/wallet.ts';
import type { PayOrderAck } from 'papertape-contract/payment';
import { openLeague, type League, type LeagueOptions } from './league.ts';

export interface Shop {
  readonly league: League;
  readonly chain: LocalChain;
  readonly rates: LocalRates;
  readonly buyer: Wallet;
  readonly recipient: string;
  /** Steps the real time on which payments live. */
  pass(ms: number): void;
  now(): number;
  /** Pays for an order as its payment request says, or something else. @returns the signature. */
  pay(order: PayOrderAck, over?: Partial<Parameters<Wallet['transfer']>[0]>): Promise<string>;
  /** Lets what happened become final, and the watcher look for it. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** A wallet of its own for each name. */
export async function walletOf(name: string): Promise<Wallet> {
  return await createWallet(createHash('sha256').update(`wallet ${name}`).digest());
}

/** Long enough for any order to be looked for again. */
const lookMs = 6 * 3_600_000;

export async function openShop(options: LeagueOptions = {}): Promise<Shop> {
  let now = Date.parse(options.start ?? '2026-03-02T00:00:00Z');
  const seconds = (): number => Math.floor(now / 1_000);
  const chain = await startLocalChain(seconds);
  const rates = await startLocalRates(seconds);
  const buyer = await walletOf('buyer');
  const { address: recipient } = await walletOf('shop');
  chain.fund(buyer.address, 1_000_000_000_000n);
  chain.fund(recipient, 1_000_000_000n);
  const { overrides, env, ...more } = options;
  const league = await openLeague({
    ...more,
    env: {
      PAPERTAPE_PAY_RECIPIENT: recipient,
      PAPERTAPE_PAY_RPC: `${chain.url}/one,${chain.url}/two`,
      PAPERTAPE_PAY_RATES: rates.setting,
      ...env,
    },
    overrides: { ...overrides, payments: { realNow: () => now, ...overrides?.payments } },
  });
  return {
    league,
    chain,
    rates,
    buyer,
    recipient,
    pass: (ms) => void (now += ms),
    now: () => now,
    async pay(order, over = {}) {
      const { to, lamports, reference } = readRequest(order.chain_pay_url);
      const blockhash = chain.latestBlockhash();
      return chain.send(await buyer.transfer({ to, lamports, references: [reference], blockhash, ...over }));
    },
    async settle() {
      chain.finalize();
      now += lookMs;
      await league.app.deps.payments.run();
    },
    async close() {
      await league.close();
      await chain.close();
      await rates.close();
    },
  };
}
