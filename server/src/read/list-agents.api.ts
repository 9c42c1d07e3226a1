import { agentsSchemaPath } from 'papertape-contract/agents-json';
import { paging } from 'papertape-contract/parameters';
import { agentList as answer } from 'papertape-contract/maker';
import { json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { leagueIfAny } from '../league/league-parameter.ts';
import { botListView } from './bot-list-view.ts';
import { hiddenLeagues } from './seats-view.ts';
import type { ReadDeps } from './deps.ts';

export const listAgents = operation({
  id: 'listAgents',
  path: '/agents.json',
  tag: 'Identity',
  summary: 'All bots',
  description:
    'Every bot of the lists, retired ones too, the oldest first. A full page keeps its bots for ever: read on from the last one.',
  freshness: 'kept',
  headers: { Link: `<${agentsSchemaPath}>; rel="describedby"; type="application/schema+json"` },
  query: { league: leagueIfAny, ...paging },
  answer: json(answer),
  codes: ['unknown_league'],
  async handle({ query: { league, ...at } }, { db, leagues, botList, baseUrl }: ReadDeps) {
    return kept(league ?? '*', async () => {
      const hidden = await hiddenLeagues(leagues);
      return await botListView(db, botList, at, league, hidden, baseUrl());
    });
  },
});
