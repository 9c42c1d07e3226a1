import { json, operation } from 'papertape-contract/operation';
import { paging } from 'papertape-contract/parameters';
import { rulesVersions as answer } from 'papertape-contract/rules';
import { rulesVersions } from '../read/rules-view.ts';
import type { Db } from '../storage/storage.ts';

type Deps = { readonly db: Db; readonly rulesVersion: string };

export const listRulesVersions = operation({
  id: 'listRulesVersions',
  path: '/api/rules/versions',
  tag: 'Service',
  summary: 'Versions of the rules',
  description: 'Which rules were in force when, newest first. Every order and every close names its `rules_version`.',
  freshness: 'tagged',
  query: paging,
  answer: json(answer),
  handle: ({ query }, { db, rulesVersion }: Deps) => rulesVersions(db, query, rulesVersion),
});
