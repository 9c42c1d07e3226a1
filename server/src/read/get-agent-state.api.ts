import { ApiError } from 'papertape-contract/errors';
import type { RateLimitName } from 'papertape-contract/limits';
import { json, operation } from 'papertape-contract/operation';
import { botById } from '../bots/bots.sql.ts';
import type { Contacts } from '../bots/open-bots.ts';
import { agentState as answer } from 'papertape-contract/bot';
import { agentState } from './bot-view.ts';
import type { ReadDeps } from './deps.ts';

type Deps = ReadDeps & {
  readonly contacts: Pick<Contacts, 'stateOf'>;
  readonly limiter: { readonly left: (limit: RateLimitName, of: string) => number | Promise<number> };
};

export const getAgentState = operation({
  id: 'getAgentState',
  path: '/api/agents/{agent_id}/state',
  tag: 'Orders',
  summary: "The bot's state in one call",
  description: 'Cash, holdings, weights, pending orders, last fill, rank, next close, distance to the next tier.',
  key: 'required',
  freshness: 'private',
  answer: json(answer),
  async handle({ bot: { botId } }, { db, clock, market, limiter, contacts }: Deps) {
    const bot = await botById(db, botId);
    if (!bot) throw new ApiError('agent_not_found', `There is no bot "${botId}".`);
    const left = await limiter.left('ordersPerBot', botId);
    return await agentState(db, bot, market, clock.now(), {
      orders_left_this_hour: Number.isFinite(left) ? left : null,
      contact: await contacts.stateOf(bot),
    });
  },
});
