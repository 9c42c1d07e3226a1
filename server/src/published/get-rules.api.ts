import { document, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { type DescribedService, forAnHour } from './described-service.ts';
import { rulesDocument } from './rules.ts';

type Deps = { readonly service: DescribedService };

export const getRules = operation({
  id: 'getRules',
  path: '/rules.json',
  tag: 'Service',
  summary: 'The rules as data',
  description: 'Every rule, limit, guard, figure and error code.',
  freshness: 'kept',
  headers: forAnHour,
  answer: document('application/json'),
  handle: async (_, { service }: Deps) => kept('documents', async () => rulesDocument(service.facts())),
});
