/**
 * The watcher: looks for what was paid, and delivers it.
 *
 * What came in is stored first, by the signature of its transaction, so that it counts once. Delivering is a commit of its own, with the
 * order's reference as its key, so that an order is delivered once. A process that ends between the two has lost nothing: the next one
 * begins with orders that are paid and not delivered. A fault of the chain's endpoints is never taken for an order that nobody paid.
 */
import { errorText, type Log } from '../lib/log.ts';
import type { Instant } from '../lib/clock.ts';
import { botById } from '../bots/bots.sql.ts';
import { tiersOfBots } from '../flow/ladder/ladder.sql.ts';
import type { Intake } from '../storage/intake.ts';
import type { Db } from '../storage/storage.ts';
import type { Chain } from './chain.ts';
import { creditOf } from './credit.ts';
import { refusalOf, type BotNow } from './deliverable.ts';
import { spanOf } from './grants.ts';
import { nextLook } from './look.ts';
import { sumOf, type Delivery, type PayOrder, type Transfer } from './order.ts';
import {
  actsOf,
  deliveriesTo,
  deliveryByReference,
  insertDelivery,
  insertTransfer,
  knownSignatures,
  nextLookOf,
  ordersDue,
  ordersNamed,
  setNextLook,
  transfersOf,
  undeliveredWithMoney,
  type WatchedOrder,
} from './payments.sql.ts';
import { productOf } from './products.ts';

export interface WatchDeps {
  readonly db: Db;
  readonly intake: Intake;
  readonly chain: Chain;
  readonly realNow: () => Instant;
  readonly log: Log;
  /** Told that something came in, after its commit. */
  readonly onTransfer: () => void;
  /** Told of each delivery, after its commit. */
  readonly onDelivery: (delivery: Delivery) => void;
}

export interface Watcher {
  /** Delivers what is paid, and looks for what is due. @returns real milliseconds until there is something to do. */
  round(stop: AbortSignal): Promise<number>;
  /** Looks for one order now. Rejects when no endpoint tells. */
  look(order: WatchedOrder): Promise<void>;
}

/** Orders of one round. */
const ordersPerRound = 50;
/** After a fault an order is looked for again so much later. */
const afterFaultMs = 10_000;
/** Signatures that are known to pay nothing: what is finalized does not change. */
const worthlessMax = 10_000;

export function createWatcher(deps: WatchDeps): Watcher {
  const { db, intake, chain, realNow, log } = deps;
  const worthless = new Set<string>();

  async function look(order: WatchedOrder): Promise<void> {
    const told = (await chain.signatures(order.reference)).filter((signature) => !worthless.has(signature));
    const known = await knownSignatures(db, told);
    // The oldest first: endpoints list the newest first.
    for (const signature of told.toReversed()) {
      if (known.has(signature)) continue;
      const transfer = await transferOf(deps, order, signature);
      if (transfer) {
        await intake.write({ also: (trx) => insertTransfer(trx, transfer) });
        deps.onTransfer();
      } else if (worthless.size < worthlessMax) worthless.add(signature);
    }
  }

  async function lookInTurn(order: WatchedOrder): Promise<boolean> {
    let fault: unknown;
    try {
      await look(order);
    } catch (e) {
      fault = e;
      log.warn('a payment could not be looked for, and will be', {
        reference: order.reference,
        error: errorText(e),
      });
    }
    const now = realNow();
    const next = fault === undefined ? nextLook(order.createdAt, now) : now + afterFaultMs;
    await intake.write({ also: (trx) => setNextLook(trx, order.reference, next) });
    return fault === undefined;
  }

  return {
    look,
    async round(stop) {
      await deliverAll(deps);
      const due = await ordersDue(db, realNow(), ordersPerRound);
      let told = 0;
      for (const order of due) {
        if (stop.aborted) return Number.POSITIVE_INFINITY;
        if (await lookInTurn(order)) told++;
      }
      if (due.length > 0) await deliverAll(deps);
      if (due.length > 0 && told === 0) throw new Error('no payment could be looked for');
      const next = await nextLookOf(db);
      return next === undefined ? Number.POSITIVE_INFINITY : Math.max(0, next - realNow());
    },
  };
}

/** What a transaction pays, and for which order: of several that it names the one that was placed first. */
async function transferOf(
  { db, chain, realNow }: WatchDeps,
  order: PayOrder,
  signature: string,
): Promise<Transfer | undefined> {
  const tx = await chain.transaction(signature);
  const [first = order] = await ordersNamed(db, tx.accounts);
  const credit = creditOf(tx, first.reference, first.recipient);
  if (!credit) return undefined;
  const seenAt = realNow();
  const at = tx.blockTime === undefined ? seenAt : tx.blockTime * 1_000;
  return { signature, reference: first.reference, ...credit, slot: tx.slot, at, seenAt };
}

async function deliverAll(deps: WatchDeps): Promise<void> {
  for (const order of await undeliveredWithMoney(deps.db)) await deliver(deps, order);
}

/** Delivers an order if all of it is paid: within one transaction, by what holds in it. */
async function deliver({ db, intake, realNow, log, onDelivery }: WatchDeps, order: PayOrder): Promise<void> {
  const { reference, product: id, lamports } = order;
  const bot = order.botId === null ? undefined : await botNow(db, order.botId);
  const subject = order.botId ?? order.url ?? '';
  let done: Delivery | undefined;
  await intake.write({
    onStored() {
      if (done) onDelivery(done);
    },
    async also(trx) {
      done = undefined;
      if (await deliveryByReference(trx, reference)) return;
      const refunded = (await actsOf(trx, reference)).filter(({ kind }) => kind === 'refunded');
      if (sumOf(await transfersOf(trx, reference)) - sumOf(refunded) < lamports) return;
      const at = realNow();
      const product = productOf(id);
      const refusal = product.subject === 'bot' ? (refusalOf(id, bot)?.why ?? null) : null;
      const earlier = await deliveriesTo(trx, subject, id);
      const span = refusal === null ? spanOf(product.days, earlier, at) : { from: at, until: null };
      done = { reference, product: id, subject, at, ...span, refusal };
      await insertDelivery(trx, done);
    },
  });
  if (done === undefined) return;
  log.info(done.refusal === null ? 'a paid extra was delivered' : 'a paid extra could not be delivered', {
    reference,
    product: id,
  });
}

export async function botNow(db: Db, botId: string): Promise<BotNow | undefined> {
  const bot = await botById(db, botId);
  return bot && { retired: bot.retiredAt !== null, tier: (await tiersOfBots(db, [botId])).get(botId) ?? 0 };
}
