import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { roundRecord as answer } from 'papertape-contract/round';
import { iso } from '../lib/clock.ts';
import { paged, rowsOf } from '../read/paging.ts';
import { publicBot } from '../read/public-bot.ts';
import { findRound, type RoundDeps } from './find-round.ts';
import { countSheetsOf, sheetsPage } from './rounds.sql.ts';

export const getRoundRecord = operation({
  id: 'getRoundRecord',
  path: '/api/agents/{agent_id}/rounds/{round}/record',
  tag: 'Rounds',
  summary: 'What a score follows from',
  description: 'Keys and sheets of a bot, once the round is scored.',
  freshness: 'tagged',
  query: paging,
  answer: json(answer),
  codes: ['agent_not_found', 'round_not_found'],
  find: ({ params }, { db }: RoundDeps) => publicBot(db, params.agent_id),
  async handle({ found: { botId, league }, params, query }, deps: RoundDeps) {
    const { round, state } = await findRound(deps, league, params.round);
    const keyed = state === 'scored' ? await deps.rounds.keyed.get(round) : undefined;
    const line = keyed?.entrants.has(botId) ? await deps.rounds.maker.keys(keyed.made, [botId]) : null;
    const which = { roundId: round.id, botId, sandbox: false };
    const sheets = keyed ? await sheetsPage(deps.db, which, rowsOf(query)) : [];
    return {
      league,
      round: round.name,
      state,
      agent_id: botId,
      key_line: line?.trimEnd() ?? null,
      ...paged(query, keyed ? await countSheetsOf(deps.db, which) : 0),
      sheets: sheets.map((sheet) => ({
        answer_id: sheet.answerId,
        received_at: iso(sheet.receivedAt),
        answers_text: sheet.answers,
        receipt: { hash: sheet.receipt, previous: sheet.previous, sequence: sheet.sequence, nonce: sheet.nonce },
        rules_version: sheet.rulesVersion,
      })),
    };
  },
});
