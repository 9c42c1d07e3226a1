import { json, operation } from 'papertape-contract/operation';
import { tradeLog as answer } from 'papertape-contract/order';
import { oneOf, paging } from 'papertape-contract/parameters';
import { text } from 'papertape-contract/replies';
import { tradeLog, tradesCsv } from './bot-view.ts';
import { publicBot } from './public-bot.ts';
import type { ReadDeps } from './deps.ts';

export const listTrades = operation({
  id: 'listTrades',
  path: '/api/agents/{agent_id}/trades',
  tag: 'Standings',
  summary: 'Trade log of a bot',
  description: 'Every trade that counts, the newest fill first; as JSON or CSV. A page holds whole fills.',
  freshness: 'tagged',
  query: {
    ...paging,
    format: oneOf(['json', 'csv'], { description: 'json or csv; json when it is absent.', example: 'json' }),
  },
  answer: json(answer),
  also: ['text/csv'],
  codes: ['agent_not_found'],
  find: ({ params }, { db }: ReadDeps) => publicBot(db, params.agent_id),
  async handle({ found: bot, query }, { db, market }: ReadDeps) {
    const log = await tradeLog(db, bot.botId, query, market.info);
    if (query.format === 'json') return log;
    const disposition = { 'Content-Disposition': `attachment; filename="${bot.botId}-trades.csv"` };
    return text('text/csv; charset=utf-8', tradesCsv(log.trades), disposition);
  },
});
