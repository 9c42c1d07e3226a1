/** Takes an order for a paid extra: fixes its price, and gives it an address of the chain as its name. */
import type { KeptAnswer } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import type { PayOrderRequest } from 'papertape-contract/payment';
import type { Instant } from '../lib/clock.ts';
import { encodeBase58 } from '../lib/base58.ts';
import { botIdPattern, type RandomBytes } from '../lib/ids.ts';
import { hourMs } from '../lib/time.ts';
import { shown } from '../lib/text.ts';
import type { Intake } from '../storage/intake.ts';
import { stored } from '../storage/stored.ts';
import type { Db } from '../storage/storage.ts';
import { checkTexts } from '../texts/check-texts.ts';
import { refusalOf } from './deliverable.ts';
import { lamportsFor } from './money.ts';
import { nextLook } from './look.ts';
import type { PayOrder } from './order.ts';
import { insertOrder } from './payments.sql.ts';
import { productOf, type Product } from './products.ts';
import { isQuotable, type Rate } from './rate.ts';
import { botNow } from './watch.job.ts';

export interface PlaceDeps {
  readonly db: Db;
  readonly intake: Intake;
  readonly random: RandomBytes;
  readonly realNow: () => Instant;
  /** Undefined: nothing is sold. */
  readonly recipient: string | undefined;
  readonly rate: () => Promise<Rate | undefined>;
}

/** The answer that is kept for an Idempotency-Key, in the commit of the order. */
export type KeepAnswer = (order: PayOrder) => KeptAnswer | undefined;

/** Throws ApiError. */
export async function placeOrder(deps: PlaceDeps, request: PayOrderRequest, keep: KeepAnswer): Promise<PayOrder> {
  const { recipient, random, realNow, intake } = deps;
  if (recipient === undefined)
    throw new ApiError('payments_disabled', 'This service takes no payments: no address to pay to is set.');
  const product = productOf(request.product);
  const wanted = product.subject === 'bot' ? await forBot(deps, product, request) : forProduct(request);
  const rate = await deps.rate();
  const now = realNow();
  if (!isQuotable(rate, now))
    throw new ApiError('rate_unavailable', 'The rate of SOL in USD is not known now, so no price can be fixed.', {
      headers: { 'Retry-After': '30' },
    });
  const order: PayOrder = {
    reference: encodeBase58(random(32)),
    product: product.id,
    buyerEmail: request.buyer_email,
    ...wanted,
    lamports: lamportsFor(product.priceUsdCents, rate.rate),
    priceUsdCents: product.priceUsdCents,
    rate: rate.rate,
    rateSource: rate.source,
    recipient,
    createdAt: now,
    expiresAt: now + limits.payOrderHours * hourMs,
  };
  await stored(
    intake.write({
      idempotency: keep(order),
      also: (trx) => insertOrder(trx, { ...order, nextLookAt: nextLook(now, now) }),
    }),
    'the order; nothing is due',
  );
  return order;
}

type Wanted = Pick<PayOrder, 'botId' | 'title' | 'url'>;

async function forBot({ db }: PlaceDeps, { id }: Product, { agent_id: botId }: PayOrderRequest): Promise<Wanted> {
  if (botId === undefined) throw missing('agent_id', `${id} is for a bot`);
  const bot = botIdPattern.test(botId) ? await botNow(db, botId) : undefined;
  const refusal = refusalOf(id, bot);
  if (refusal?.code === 'agent_not_found') throw new ApiError(refusal.code, `There is no bot "${shown(botId)}".`);
  if (refusal) throw new ApiError(refusal.code, refusal.why);
  return { botId, title: null, url: null };
}

function forProduct({ product, title, url }: PayOrderRequest): Wanted {
  if (title === undefined) throw missing('title', `${product} shows a title`);
  if (url === undefined) throw missing('url', `${product} leads somewhere`);
  if (!url.startsWith('https://'))
    throw new ApiError('invalid_field', `url is "${shown(url)}"; what is promoted is an https address.`);
  // It is published, as what bots write is.
  checkTexts({ title });
  return { botId: null, title, url };
}

function missing(field: string, why: string): ApiError {
  return new ApiError('missing_field', `${field} is missing: ${why}.`, { fix: `Send "${field}" as well.` });
}
