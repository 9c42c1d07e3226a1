/** Documents that are derived from everything else. They are the same until the service is started anew. */
import { feature } from '../feature/feature.ts';
import { errorsPage } from './errors.page.tsx';
import { figuresPage } from './figures.page.tsx';
import { leagueRulesPage } from './league-rules.page.tsx';
import { getLlmsText } from './get-llms-text.api.ts';
import { getOpenapi } from './get-openapi.api.ts';
import { getRules } from './get-rules.api.ts';
import { getRulesVersion } from './get-rules-version.api.ts';
import { listRulesVersions } from './list-rules-versions.api.ts';
import { getAgentsSchema } from './agents-schema.api.ts';

export const published = feature({
  name: 'published',
  operations: [getRules, listRulesVersions, getRulesVersion, getOpenapi, getLlmsText, getAgentsSchema],
  pages: [errorsPage, figuresPage, leagueRulesPage],
});
