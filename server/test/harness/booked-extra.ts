/** A strategy report in the books of a league, paid and delivered, without a chain: for tests of every operation and page. */
import { encodeBase58 } from '../../src/lib/base58.ts';
import { insertDelivery, insertOrder, insertTransfer } from '../../src/payments/payments.sql.ts';
import type { League } from './league.ts';

/** For PAPERTAPE_PAY_RECIPIENT where nothing is paid. */
export const anyRecipient = encodeBase58(Buffer.alloc(32, 7));

/** @returns the reference of the order. */
export async function bookReport({ app }: Pick<League, 'app'>, botId: string): Promise<string> {
  const reference = encodeBase58(Buffer.alloc(32, 8));
  const at = app.clock.now();
  const lamports = 10_000_000n;
  await app.deps.intake.write({
    async also(trx) {
      const product = 'strategy_report' as const;
      await insertOrder(trx, {
        reference,
        product,
        buyerEmail: 'buyer@example.test',
        botId,
        title: null,
        url: null,
        lamports,
        priceUsdCents: 100n,
        rate: 10_000_000_000n,
        rateSource: 'median(coinbase,kraken,pyth)',
        recipient: anyRecipient,
        createdAt: at,
        expiresAt: at + 86_400_000,
        nextLookAt: null,
      });
      await insertTransfer(trx, {
        signature: 'x',
        reference,
        lamports,
        payer: anyRecipient,
        slot: 1,
        at,
        seenAt: at,
      });
      await insertDelivery(trx, { reference, product, subject: botId, at, from: at, until: null, refusal: null });
    },
  });
  return reference;
}
