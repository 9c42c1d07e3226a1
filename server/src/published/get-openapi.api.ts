import { document, operation } from 'papertape-contract/operation';
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { kept } from 'papertape-contract/replies';
import { forAnHour } from './described-service.ts';
import { openapiDocument } from './openapi.ts';

type Deps = { readonly operations: readonly OperationFacts[]; readonly version: string };

export const getOpenapi = operation({
  id: 'getOpenapi',
  path: '/openapi.json',
  tag: 'Service',
  summary: 'This description',
  description: 'The interface as an OpenAPI 3.1 document.',
  freshness: 'kept',
  headers: forAnHour,
  answer: document('application/json'),
  handle: async (_, { operations, version }: Deps) =>
    kept('documents', async () => openapiDocument(operations, version)),
});
