/** Opens the room of payments: what is sold and at which rate, the watcher where there is an address to pay to, and what holds now. */
import type { PayOrderRequest, PayOrderView, ProductsView } from 'papertape-contract/payment';
import type { Instant } from '../lib/clock.ts';
import type { RandomBytes } from '../lib/ids.ts';
import { errorText, type Log } from '../lib/log.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import { loadOptional } from '../lib/optional-packages.ts';
import { realNow as systemNow } from '../lib/real-clock.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import type { Chain } from './chain.ts';
import { createExtras, type Extras } from './extras.ts';
import { followActs } from './follow-acts.ts';
import { actsOf, allActs, allDeliveries, deliveryByReference, orderByReference, transfersOf } from './payments.sql.ts';
import { placeOrder, type KeepAnswer } from './place-order.job.ts';
import type { Delivery, PayOrder } from './order.ts';
import { isQuotable, type Rate } from './rate.ts';
import { openRates } from './rates/open-rates.ts';
import { orderView, productsView, type OrderStory } from './views.ts';
import { createWatcher, type Watcher } from './watch.job.ts';

/** What a test may put in place of the real thing. */
export interface PaymentOverrides {
  readonly realNow?: () => Instant;
  readonly chain?: Chain;
}

export interface OpenPaymentsDeps extends PaymentOverrides {
  readonly db: Db;
  readonly intake: Intake;
  readonly random: RandomBytes;
  readonly log: Log;
  readonly recipient: string | undefined;
  /** RPC endpoints of the chain. */
  readonly rpc: readonly string[];
  readonly rateSources: ReadonlyMap<string, string | undefined>;
  readonly baseUrl: () => string;
  /** What the league itself says of SOL, where nothing is sold. */
  readonly leagueRate: () => Promise<Rate | undefined>;
  /** Told that what is shown has changed. */
  readonly onChange: () => void;
}

export interface Payments {
  readonly extras: Extras;
  readonly realNow: () => Instant;
  /** Is there an address to pay to? */
  readonly isSelling: boolean;
  products(): Promise<ProductsView>;
  /** Throws ApiError. */
  order(request: PayOrderRequest, keep: KeepAnswer): Promise<PayOrder>;
  /** Undefined when there is no such order. */
  story(reference: string): Promise<OrderStory | undefined>;
  view(story: OrderStory): PayOrderView;
  /** Somebody waits for an order: it is looked for soon. */
  wake(): void;
  /** Reads again what holds, where another process writes it. */
  refresh(): Promise<void>;
  start(): void;
  /** Does all that is due. For a clock that is stepped, where nothing is done by itself. */
  run(): Promise<void>;
  stop(): Promise<void>;
}

/** Longest wait for one call of the chain. */
const rpcTimeoutMs = 10_000;

export async function openPayments(deps: OpenPaymentsDeps): Promise<Payments> {
  const { db, log, recipient, onChange, realNow = systemNow } = deps;
  const rates = openRates({ sources: deps.rateSources, realNow, log });
  const extras = createExtras(await allDeliveries(db), await allActs(db), realNow);
  const followed = await followActs(db, extras, onChange);
  const chain = recipient === undefined ? undefined : (deps.chain ?? (await openChain(deps.rpc)));
  const learn = (delivery: Delivery): void => {
    if (extras.add(delivery)) onChange();
  };
  const watcher =
    chain &&
    createWatcher({
      ...deps,
      chain,
      realNow,
      onTransfer: onChange,
      onDelivery: learn,
    });
  const rate = (): Promise<Rate | undefined> => (recipient === undefined ? deps.leagueRate() : rates.now());
  const show = createShow(() => extras.nextChange(), realNow, onChange);
  const loops: Loop[] = [];

  return {
    extras,
    realNow,
    isSelling: recipient !== undefined,
    async products() {
      const quoted = await rate();
      return productsView(quoted, recipient !== undefined && isQuotable(quoted, realNow()));
    },
    order: (request, keep) => placeOrder({ ...deps, realNow, rate }, request, keep),
    async story(reference) {
      const order = await orderByReference(db, reference);
      if (!order) return undefined;
      const transfers = await transfersOf(db, reference);
      const acts = await actsOf(db, reference);
      const delivery = await deliveryByReference(db, reference);
      // A commit can be read before its writer is told of it. Who reads here that an extra was delivered must see it everywhere.
      if (delivery) learn(delivery);
      return { order, transfers, acts, delivery };
    },
    view: (story) => orderView(story, realNow(), (order) => resultUrl(deps.baseUrl(), order)),
    wake: () => loops[0]?.wake(),
    async refresh() {
      for (const delivery of await allDeliveries(db)) extras.add(delivery);
      await followed();
    },
    start() {
      if (loops.length > 0) return;
      if (watcher) loops.push(watchLoop(watcher, log));
      loops.push(showLoop(show, followed, log));
    },
    async run() {
      // A round looks for some of what is due; those that wait come with the next.
      const { signal } = new AbortController();
      while ((await watcher?.round(signal)) === 0);
      await followed();
      show();
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

async function openChain(rpc: readonly string[]): Promise<Chain> {
  const load = () => import('./solana/open-solana.ts');
  const { openSolana } = await loadOptional('Payments', ['@solana/kit'], load);
  return openSolana(rpc, rpcTimeoutMs);
}

/** What was bought is seen at the bot, but for what has a page of its own. */
function resultUrl(baseUrl: string, { product, botId, reference }: PayOrder): string {
  if (product === 'strategy_report') return `${baseUrl}/pay/${reference}/report`;
  return product === 'promote_product_7d' || botId === null ? `${baseUrl}/api/promoted` : `${baseUrl}/bots/${botId}`;
}

/** Says when something has begun or ended since the last time. @returns milliseconds until the next such instant. */
function createShow(nextChange: () => Instant | undefined, realNow: () => Instant, onChange: () => void): () => number {
  let next = nextChange();
  return () => {
    if (next !== undefined && realNow() >= next) onChange();
    next = nextChange();
    return next === undefined ? Number.POSITIVE_INFINITY : next - realNow();
  };
}

function watchLoop(watcher: Watcher, log: Log): Loop {
  return startLoop({
    round: (stop) => watcher.round(stop),
    onFault: (e) => log.warn('payments were not looked for, and will be', { error: errorText(e) }),
    pauseMs: { first: 5_000, max: 60_000 },
    lookMsMax: 5_000,
  });
}

function showLoop(show: () => number, followed: () => Promise<void>, log: Log): Loop {
  return startLoop({
    async round() {
      await followed();
      return show();
    },
    onFault: (e) => log.warn('what was bought is not shown as it holds, and will be', { error: errorText(e) }),
    pauseMs: { first: 1_000, max: 60_000 },
  });
}
