import { document, unlisted } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { agentsSchemaPath } from 'papertape-contract/agents-json';
import { agentsSchema } from './agents-schema.ts';
import { forAnHour } from './described-service.ts';

/** The schema that /agents.json names. */
export const getAgentsSchema = unlisted({
  path: agentsSchemaPath,
  freshness: 'kept',
  headers: forAnHour,
  answer: document('application/schema+json'),
  handle: async (_, { baseUrl }: { readonly baseUrl: () => string }) =>
    kept('documents', async () => agentsSchema(baseUrl())),
});
