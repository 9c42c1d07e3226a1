import { json, operation } from 'papertape-contract/operation';
import { optionalText, paging } from 'papertape-contract/parameters';
import { sheetList as answer } from 'papertape-contract/round';
import { paged, rowsOf } from '../read/paging.ts';
import { findRound, type RoundDeps } from './find-round.ts';
import { sheetList } from './own-sheets.ts';

export const listSheets = operation({
  id: 'listSheets',
  path: '/api/agents/{agent_id}/answers',
  tag: 'Rounds',
  summary: 'Sheets of the bot',
  description: 'Its answers as they were taken, with their receipts.',
  key: 'required',
  freshness: 'private',
  query: {
    ...paging,
    round: optionalText({ maxLength: 20 }, { description: 'A round; all when it is absent.', example: 'current' }),
  },
  answer: json(answer),
  codes: ['round_not_found'],
  async handle({ bot, query: { round: name, ...at } }, deps: RoundDeps) {
    const only = name === undefined ? undefined : (await findRound(deps, bot.league, name)).round.id;
    const { total, sheets } = await sheetList(deps, { ...bot, roundId: only }, rowsOf(at));
    return { agent_id: bot.botId, ...paged(at, total), sheets };
  },
});
