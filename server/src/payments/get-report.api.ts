import { json, operation } from 'papertape-contract/operation';
import { strategyReport as answer } from 'papertape-contract/payment';
import { kept } from 'papertape-contract/replies';
import type { ReadDeps } from '../read/deps.ts';
import { strategyReport } from '../read/report-view.ts';
import type { Payments } from './open-payments.ts';
import { reportedBot } from './report.ts';

type Deps = Pick<ReadDeps, 'db' | 'market' | 'baseUrl'> & { readonly payments: Payments };

export const getStrategyReport = operation({
  id: 'getStrategyReport',
  path: '/api/pay/order/{reference}/report',
  tag: 'Extras',
  summary: 'A strategy report that was bought',
  description:
    'The record of the bot as of its last close: each figure with its formula, and an interval where there is an honest one.',
  freshness: 'kept',
  answer: json(answer),
  codes: ['payment_not_found'],
  find: ({ params }, { db, payments }: Deps) => reportedBot(db, payments, params.reference),
  handle: async ({ found: bot, params: { reference } }, { db, market, baseUrl }: Deps) =>
    kept(bot.league, () => strategyReport(db, bot, { reference, priceSource: market.info, baseUrl: baseUrl() })),
});
