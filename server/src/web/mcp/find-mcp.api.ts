/** Documents by which programs find the interfaces. They are the same until the service is started anew. */
import { ApiError } from 'papertape-contract/errors';
import { document, unlisted } from 'papertape-contract/operation';
import { kept, text } from 'papertape-contract/replies';
import { realNow } from '../../lib/real-clock.ts';
import { forAnHour } from '../../published/described-service.ts';
import { aiCatalog, apiCatalog, securityText, serverCard } from './documents.ts';

type Deps = { readonly baseUrl: () => string; readonly version: string };

const factsOf = ({ baseUrl, version }: Deps) => ({ baseUrl: baseUrl(), version });

export const getServerCard = unlisted({
  path: '/mcp/server-card',
  // Where crawlers looked before the card had its place.
  alsoAt: ['/.well-known/mcp/server-card.json', '/.well-known/mcp.json'],
  freshness: 'kept',
  headers: forAnHour,
  answer: document('application/mcp-server-card+json'),
  handle: async (_, deps: Deps) => kept('documents', async () => serverCard(factsOf(deps))),
});

export const getAiCatalog = unlisted({
  path: '/.well-known/ai-catalog.json',
  freshness: 'kept',
  headers: forAnHour,
  answer: document('application/ai-catalog+json'),
  handle: async (_, deps: Deps) => kept('documents', async () => aiCatalog(factsOf(deps))),
});

export const getApiCatalog = unlisted({
  path: '/.well-known/api-catalog',
  freshness: 'kept',
  headers: { ...forAnHour, Link: '</.well-known/api-catalog>; rel="api-catalog"' },
  answer: document('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'),
  handle: async (_, deps: Deps) => kept('documents', async () => apiCatalog(factsOf(deps))),
});

export const getSecurityText = unlisted({
  path: '/.well-known/security.txt',
  freshness: 'tagged',
  answer: document('text/plain; charset=utf-8'),
  async handle(_, deps: Deps & { readonly config: { readonly securityContact: string | undefined } }) {
    const { securityContact } = deps.config;
    if (securityContact === undefined) {
      throw new ApiError('not_found', 'The operator of this service has named no contact.', {
        fix: 'Ask the operator; PAPERTAPE_SECURITY_CONTACT names one.',
      });
    }
    return text('text/plain; charset=utf-8', securityText(factsOf(deps), securityContact, realNow()));
  },
});
