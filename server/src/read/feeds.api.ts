/** Atom feeds, each of what a page tells. */
import { ApiError } from 'papertape-contract/errors';
import { document, unlisted } from 'papertape-contract/operation';
import { keptText } from 'papertape-contract/replies';
import { atomText, type Feed } from '../html/atom.ts';
import { leagueById } from '../league/catalogue.ts';
import { shown } from '../lib/text.ts';
import { botFeed, championsFeed, incidentsFeed, leagueFeed } from './feeds.ts';
import { listedLeagues } from './listed-leagues.ts';
import { fileOfBot } from './public-bot.ts';
import type { ReadDeps } from './deps.ts';

const shape = { freshness: 'kept', answer: document('application/atom+xml; charset=utf-8') } as const;

const asAtom = ({ baseUrl }: ReadDeps, topic: string, make: () => Promise<Feed>) =>
  keptText(topic, async () => atomText(await make(), baseUrl()));

const getChampionsFeed = unlisted({
  ...shape,
  path: '/feeds/champions.atom',
  handle: async (_, deps: ReadDeps) =>
    asAtom(deps, '*', async () => championsFeed(deps.db, await listedLeagues(deps.market))),
});

const getIncidentsFeed = unlisted({
  ...shape,
  path: '/feeds/incidents.atom',
  handle: async (_, deps: ReadDeps) => asAtom(deps, '*', () => incidentsFeed(deps.market)),
});

const getLeagueFeed = unlisted({
  ...shape,
  path: '/feeds/leagues/{league}.atom',
  async handle({ params }, deps: ReadDeps) {
    const { league } = params;
    if (!leagueById.has(league))
      throw new ApiError('not_found', `There is no league "${shown(league)}".`, { fix: 'GET /api/leagues lists all.' });
    return asAtom(deps, '*', () => leagueFeed(deps.db, league));
  },
});

const getBotFeed = unlisted({
  ...shape,
  path: '/feeds/bots/{agent_id}.atom',
  async handle({ params }, deps: ReadDeps) {
    const bot = await fileOfBot(deps.db, params.agent_id);
    return asAtom(deps, '*', () => botFeed(deps.db, bot));
  },
});

export const feeds = [getChampionsFeed, getIncidentsFeed, getLeagueFeed, getBotFeed];
