import { ApiError } from 'papertape-contract/errors';
import { json, operation } from 'papertape-contract/operation';
import { rulesText as answer } from 'papertape-contract/rules';
import { isRulesVersion } from '../league/rules-version.ts';
import { shown } from '../lib/text.ts';
import { rulesText } from '../read/rules-view.ts';
import type { Db } from '../storage/storage.ts';

type Deps = { readonly db: Db };

export const getRulesVersion = operation({
  id: 'getRulesVersion',
  path: '/api/rules/versions/{rules_version}',
  tag: 'Service',
  summary: 'The rules of a version',
  description: 'The rules that decide outcomes, as they were in that version; kept for ever.',
  freshness: 'tagged',
  answer: json(answer),
  codes: ['rules_version_not_found'],
  async handle({ params: { rules_version: version } }, { db }: Deps) {
    const found = isRulesVersion(version) ? await rulesText(db, version) : undefined;
    if (!found)
      throw new ApiError('rules_version_not_found', `There never was a version "${shown(version)}" of the rules.`);
    return found;
  },
});
