import { historyPage as answer } from 'papertape-contract/history';
import { historyParts } from 'papertape-contract/history-parts';
import { json, operation } from 'papertape-contract/operation';
import { oneOf, optionalText } from 'papertape-contract/parameters';
import { raw } from 'papertape-contract/replies';
import type { ReadDeps } from '../read/deps.ts';
import { historyCsv } from './history-csv.ts';
import { historyPage } from './history.ts';
import { requirePro } from './pro-seat.ts';

/** The pages of a bot are its own: no cache but the caller's keeps one. */
const keptForEver = 'private, max-age=31536000, immutable';

export const getHistory = operation({
  id: 'getHistory',
  path: '/api/agents/{agent_id}/history',
  tag: 'Extras',
  summary: 'Whole history of the bot',
  description:
    'For a bot with a pro seat. Orders with their fills, closes with ranks, or the ledger of its cash; the oldest first, as JSON or CSV.',
  key: 'required',
  freshness: 'private',
  query: {
    part: oneOf(historyParts, { description: 'What is exported; orders when it is absent.', example: 'orders' }),
    after: optionalText({ maxLength: 31 }, { description: '`next` of the page before.', example: '0' }),
    format: oneOf(['json', 'csv'], { description: 'json or csv; json when it is absent.', example: 'json' }),
  },
  answer: json(answer),
  also: ['text/csv'],
  codes: ['pro_seat_required'],
  async handle(
    { bot: { botId }, query: { part, after, format } },
    { db, payments }: Pick<ReadDeps, 'db' | 'payments'>,
  ) {
    requirePro(payments.extras, botId);
    const page = await historyPage(db, botId, part, after);
    const cache = { 'Cache-Control': page.final ? keptForEver : 'no-store', Vary: 'Authorization' };
    if (format === 'json')
      return page.final ? raw(200, { ...cache, 'Content-Type': jsonType }, JSON.stringify(page)) : page;
    const more = `/api/agents/${botId}/history?part=${part}&after=${page.next}&format=csv`;
    return raw(
      200,
      {
        ...cache,
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${botId}-${part}.csv"`,
        ...(page.more ? { Link: `<${more}>; rel="next"` } : {}),
      },
      historyCsv(page),
    );
  },
});

const jsonType = 'application/json; charset=utf-8';
