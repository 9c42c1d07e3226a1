/** The JSON Schema of agents.json, for readers who take nothing else of the service: it stands alone (2020-12). */
import { jsonSchemas } from 'papertape-contract/schemas';
import { agentsSchemaPath } from 'papertape-contract/agents-json';

export function agentsSchema(baseUrl: string): Readonly<Record<string, unknown>> {
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
