/** Extras of a bot in the books of a league, paid and delivered, without a chain: for tests of every operation and page. */
import type { ProductId } from 'papertape-contract/product-ids';
import { encodeBase58 } from '../../src/lib/base58.ts';
import { spanOf } from '../../src/payments/grants.ts';
import { lamportsFor } from '../../src/payments/money.ts';
import { insertDelivery, insertOrder, insertTransfer } from '../../src/payments/payments.sql.ts';
import { productOf } from '../../src/payments/products.ts';
import type { League } from './league.ts';

/** For PAPERTAPE_PAY_RECIPIENT where nothing is paid. */
export const anyRecipient = encodeBase58(Buffer.alloc(32, 7));

/** A strategy report and a pro seat, so that every operation can be asked. @returns the reference of the report. */
export async function bookReport(league: Pick<League, 'app'>, botId: string): Promise<string> {
  await bookExtra(league, botId, 'pro_seat_30d', 9);
  return await bookExtra(league, botId, 'strategy_report', 8);
}

/** @param byte makes its reference another one. */
export async function bookExtra(
  { app }: Pick<League, 'app'>,
  botId: string,
  product: ProductId,
  byte: number,
): Promise<string> {
  const reference = encodeBase58(Buffer.alloc(32, byte));
  // Extras live on real time.
  const at = app.deps.payments.realNow();
  const { priceUsdCents, days } = productOf(product);
  const rate = 10_000_000_000n;
  const lamports = lamportsFor(priceUsdCents, rate);
  await app.deps.intake.write({
    async also(trx) {
      await insertOrder(trx, {
        reference,
        product,
        buyerEmail: 'buyer@example.test',
        botId,
        title: null,
        url: null,
        lamports,
        priceUsdCents,
        rate,
        rateSource: 'median(coinbase,kraken,pyth)',
        recipient: anyRecipient,
        createdAt: at,
        expiresAt: at + 86_400_000,
        nextLookAt: null,
      });
      await insertTransfer(trx, {
        signature: `x${byte}`,
        reference,
        lamports,
        payer: anyRecipient,
        slot: 1,
        at,
        seenAt: at,
      });
      const { until } = spanOf(days, [], at);
      await insertDelivery(trx, { reference, product, subject: botId, at, from: at, until, refusal: null });
    },
  });
  // Who reads of a delivery learns that it holds.
  await app.deps.payments.story(reference);
  return reference;
}
