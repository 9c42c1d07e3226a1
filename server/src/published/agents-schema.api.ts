import { document, unlisted } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { agentsSchemaPath } from 'papertape-contract/agents-json';
import { jsonSchemas } from 'papertape-contract/schemas';
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

/** For readers who take nothing else of the service: it stands alone (2020-12). */
function agentsSchema(baseUrl: string): Readonly<Record<string, unknown>> {
  const { AgentList, ListedAgent } = jsonSchemas();
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `${baseUrl}${agentsSchemaPath}`,
    title: 'Bots of a Papertape service',
    ...alone(AgentList),
    $defs: { ListedAgent: alone(ListedAgent) },
  };
}

/** The same schema with its references into its own definitions. */
function alone(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/$defs/')) as object;
}
