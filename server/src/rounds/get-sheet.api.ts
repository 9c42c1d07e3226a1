import { ApiError } from 'papertape-contract/errors';
import { json, operation } from 'papertape-contract/operation';
import { sheetView as answer } from 'papertape-contract/round';
import { answerIdPattern } from '../lib/ids.ts';
import { shown } from '../lib/text.ts';
import type { RoundDeps } from './find-round.ts';
import { sheetView } from './own-sheets.ts';
import { sheetById } from './listing.sql.ts';

export const getSheet = operation({
  id: 'getSheet',
  path: '/api/agents/{agent_id}/answers/{answer_id}',
  tag: 'Rounds',
  summary: 'One sheet of the bot',
  description: 'A sheet, and what the bot scored once its round is scored.',
  key: 'required',
  freshness: 'private',
  answer: json(answer),
  codes: ['answer_not_found'],
  async handle({ bot, params: { answer_id: id } }, deps: RoundDeps) {
    const sheet = answerIdPattern.test(id) ? await sheetById(deps.db, bot.botId, id) : undefined;
    if (!sheet) throw new ApiError('answer_not_found', `There is no sheet "${shown(id)}" of this bot.`);
    return await sheetView(deps, sheet);
  },
});
