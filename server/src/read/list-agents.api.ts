import { agentsSchemaPath } from 'papertape-contract/agents-json';
import { paging } from 'papertape-contract/parameters';
import { agentList as answer } from 'papertape-contract/maker';
import { json, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import type { AgentList } from '../bots/bot-list.ts';
import { leagueIfAny } from '../league/league-parameter.ts';
import { botListView } from './bot-list-view.ts';
import type { LeagueViewDeps } from './league-view.ts';
import { hiddenLeagues } from './seats-view.ts';
import type { Db } from '../storage/storage.ts';

type Deps = {
  readonly db: Db;
  readonly leagues: LeagueViewDeps;
  readonly botList: AgentList;
  readonly baseUrl: () => string;
};

export const listAgents = operation({
  id: 'listAgents',
  method: 'get',
  path: '/agents.json',
  tag: 'Identity',
  summary: 'All bots',
  description:
    'Every bot of the lists, retired ones too, the oldest first: who it is, and where its page and records are. A full page keeps its bots for ever, so a reader who has it goes on with the last one.',
  key: 'never',
  freshness: 'kept',
  headers: { Link: `<${agentsSchemaPath}>; rel="describedby"; type="application/schema+json"` },
  query: { league: leagueIfAny, ...paging },
  answer: json(answer),
  codes: ['invalid_query', 'unknown_league'],
  async handle({ query: { league, page, per_page: perPage } }, { db, leagues, botList, baseUrl }: Deps) {
    return kept(league ?? '*', async () => {
      const hidden = await hiddenLeagues(leagues);
      return await botListView(db, botList, { page, perPage }, league, hidden, baseUrl());
    });
  },
});
