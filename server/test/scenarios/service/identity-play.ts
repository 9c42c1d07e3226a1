/** What happens in a league whose facts are given to other processes afterwards: orders at every process, sheets of answers of a task league, and extras that are paid on a chain of this machine. */
import { setTimeout as pause } from 'node:timers/promises';
import type { PayOrderAck } from 'papertape-contract/payment';
import type { RoundTasks } from 'papertape-contract/round';
import { startLocalChain } from '../../../../examples/payments-local/local-chain.ts';
import { startLocalRates } from '../../../../examples/payments-local/local-rates.ts';
import { readRequest } from '../../../../examples/payments-local/wallet.ts';
import { solve } from '../../../src/house/solvers/solve.ts';
import { expectError, get, okJson, post, type Answer, type Served } from '../../harness/http.ts';
import type { Entered } from '../../harness/several.ts';
import { walletOf } from '../../harness/shop.ts';

export interface Acknowledged {
  readonly order_id: string;
  /** Which process took it. */
  readonly by: number;
  readonly windowStart: number;
}

interface Trading {
  /** Of each bot: what it holds. */
  readonly symbols: (bot: number) => readonly string[];
  /** Asked after each order. */
  readonly until: (last: Acknowledged) => boolean;
  readonly pauseMs: number;
}

/** On so fast a clock marks may overtake an order so often that it is refused with 503, and a busy machine refuses strangers: then it is sent again, as the published client does. */
async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await pause(20);
  }
}

/** Each bot orders at each process in turn. */
export async function playOrders(
  processes: readonly Served[],
  bots: readonly Entered[],
  { symbols, until, pauseMs }: Trading,
): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  for (let nth = 0; ; nth++) {
    const [bot, by] = [nth % bots.length, Math.floor(nth / bots.length + nth) % processes.length];
    const { agent_id, api_key: key } = bots[bot] as Entered;
    const weights = Object.fromEntries(symbols(bot).map((symbol, i) => [symbol, ((nth + i) % 5) / 10]));
    const sent = { date: '2026-03-01', weights, reason: `order ${nth}` };
    const path = `/api/agents/${agent_id}/weights`;
    const answer = await patiently(() => post(processes[by] as Served, path, sent, { key }));
    const { order_id, window } = okJson<{ order_id: string; window: { start: string } }>(answer);
    const last = { order_id, by, windowStart: Date.parse(window.start) };
    acknowledged.push(last);
    if (until(last)) return acknowledged;
    await pause(pauseMs);
  }
}

/** Every bot answers every round that it meets by the plain solver, each more of its tasks than the one before it, at each process in turn; the first one sends two sheets. */
export async function playRounds(
  processes: readonly Served[],
  bots: readonly Entered[],
  league: string,
  until: () => boolean,
): Promise<void> {
  const [serving] = processes as [Served];
  const here = (url: string): string => serving.url + new URL(url).pathname;
  const last = new Map<string, string>();
  let sent = 0;

  async function send(nth: number, { round, tasks, files, site }: RoundTasks): Promise<void> {
    const { agent_id, api_key: key } = bots[nth] as Entered;
    const shown = { tasks, files: files.map((f) => ({ ...f, url: here(f.url) })), site: site && here(site) };
    const answers = Object.entries(await solve({ league, pauseMs: 0, ...shown }));
    for (const share of nth === 0 ? [0.2, 0.4] : [(nth + 1) / bots.length]) {
      const sheet = { round, answers: Object.fromEntries(answers.slice(0, Math.ceil(answers.length * share))) };
      const at = processes[sent++ % processes.length] as Served;
      const answer = await patiently(() => post(at, `/api/agents/${agent_id}/answers`, sheet, { key }));
      // On so fast a clock the round may be over meanwhile.
      if (answer.status !== 200) expectError(answer, 'round_closed');
    }
    last.set(agent_id, round);
  }

  for (; !until(); await pause(100))
    for (const [nth, { agent_id, api_key: key }] of bots.entries()) {
      const shown = await get(serving, `/api/agents/${agent_id}/rounds/current/tasks`, { key });
      if (shown.status !== 200) continue;
      const tasks = shown.json as RoundTasks;
      if (tasks.round !== last.get(agent_id)) await send(nth, tasks);
    }
}

export interface LocalShop {
  readonly env: Readonly<Record<string, string>>;
  /** Orders an extra at one process, and pays it. @returns its reference. */
  buy(at: Served, product: string, bot: Entered): Promise<string>;
  close(): Promise<void>;
}

/** A chain, exchanges and a wallet on this machine. Extras live on real time, whatever the clock of the league. */
export async function openLocalShop(): Promise<LocalShop> {
  const seconds = (): number => Math.floor(Date.now() / 1_000);
  const chain = await startLocalChain(seconds);
  const rates = await startLocalRates(seconds);
  const [buyer, shop] = [await walletOf('buyer'), await walletOf('shop')];
  chain.fund(buyer.address, 1_000_000_000_000n);
  chain.fund(shop.address, 1_000_000_000n);
  return {
    env: {
      PAPERTAPE_PAY_RECIPIENT: shop.address,
      PAPERTAPE_PAY_RPC: `${chain.url}/one,${chain.url}/two`,
      PAPERTAPE_PAY_RATES: rates.setting,
    },
    async buy(at, product, { agent_id }) {
      const asked = { product, agent_id, buyer_email: 'buyer@example.test' };
      const order = okJson<PayOrderAck>(await patiently(() => post(at, '/api/pay/order', asked)));
      const { to, lamports, reference } = readRequest(order.chain_pay_url);
      const blockhash = chain.latestBlockhash();
      chain.send(await buyer.transfer({ to, lamports, references: [reference], blockhash }));
      chain.finalize();
      return order.reference;
    },
    async close() {
      await chain.close();
      await rates.close();
    },
  };
}
