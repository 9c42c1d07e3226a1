import { ApiError } from 'papertape-contract/errors';
import { fillTape as answer } from 'papertape-contract/fill';
import { limits } from 'papertape-contract/limits';
import { json, operation } from 'papertape-contract/operation';
import { optionalText, wholeNumber } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { leagueIfAny } from '../../league/league-parameter.ts';
import { orderIdPattern } from '../../lib/ids.ts';
import { shown } from '../../lib/text.ts';
import type { ReadDeps } from '../deps.ts';
import { fillTape } from './tape-view.ts';

/** Fills in an answer when nothing is said. */
const fillsDefault = 20;

export const listFills = operation({
  id: 'listFills',
  path: '/api/fills',
  tag: 'Watch',
  summary: 'The latest fills of all bots',
  description: `Orders that filled and count, the newest first, each with its trades, the reason that the bot gave and the path of its proof. Pending, rejected and sandbox orders are not among them. With \`league\`, one answer looks through ${limits.fillsLookedThroughMax} fills of all leagues: it may have fewer than \`limit\`, or none, and yet a \`next\`.`,
  freshness: 'kept',
  query: {
    league: leagueIfAny,
    before: optionalText(
      { pattern: '^ord_[0-9a-v]{16}$', maxLength: 20 },
      {
        description: 'Only orders that arrived before this one: `next` of the answer before.',
        example: 'ord_vvvvvvvvvvvvvvvv',
      },
    ),
    limit: wholeNumber({
      max: limits.fillsPerPageMax,
      standard: fillsDefault,
      description: `Most fills in the answer; ${fillsDefault} when it is absent.`,
      example: fillsDefault,
    }),
  },
  answer: json(answer),
  codes: ['unknown_league'],
  async handle({ query: { league, before, limit } }, { db, market }: ReadDeps) {
    if (before !== undefined && !orderIdPattern.test(before))
      throw new ApiError('invalid_query', `before is "${shown(before)}"; it must be the id of an order.`, {
        example: { query: { before: null } },
      });
    return kept('*', async () => {
      const { lastMark } = await market.snapshot();
      return await fillTape(db, { league, before, limit }, lastMark, market.info);
    });
  },
});
