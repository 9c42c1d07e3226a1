/** The form of agents.json, which crawlers read without the rest of the interface. */
export const agentsVersion = '1.0';
/** A form that is not compatible gets an address of its own. */
export const agentsSchemaPath = '/schemas/agents-1.json';
