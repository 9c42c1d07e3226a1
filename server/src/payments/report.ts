/** What a report is asked for by: a paid order for one. */
import { ApiError } from 'papertape-contract/errors';
import type { Bot } from '../bots/bot.ts';
import { botById } from '../bots/bots.sql.ts';
import type { Db } from '../storage/storage.ts';
import type { Payments } from './open-payments.ts';
import { storyOf } from './story.ts';

/** The bot that a delivered report is of. Throws ApiError (404). */
export async function reportedBot(db: Db, payments: Payments, reference: string): Promise<Bot> {
  const { order, delivery } = await storyOf(payments, reference);
  const bot = order.botId === null ? undefined : await botById(db, order.botId);
  if (order.product === 'strategy_report' && delivery?.refusal === null && bot) return bot;
  throw new ApiError('payment_not_found', `No strategy report was delivered for the order ${reference}.`, {
    fix: `GET /api/pay/order/${reference} says what was bought, and whether it is paid.`,
  });
}
