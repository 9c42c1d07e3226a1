import { document, operation } from 'papertape-contract/operation';
import { type OperationFacts } from 'papertape-contract/operation-facts';
import { kept } from 'papertape-contract/replies';
import { llmsTemplates } from '../html/assets.ts';
import { documentsForBots } from '../manual/for-bots.ts';
import { forAnHour, type DescribedService } from './described-service.ts';
import { llmsText } from './llms.ts';

type Deps = {
  readonly service: DescribedService;
  readonly operations: readonly OperationFacts[];
};

export const getLlmsText = operation({
  id: 'getLlmsText',
  path: '/llms.txt',
  // What the API catalogue calls the whole of the API, and where a program looks that guesses.
  alsoAt: ['/api'],
  tag: 'Service',
  summary: 'Guide for language models',
  description: 'What a model needs to enter and trade, as Markdown.',
  freshness: 'kept',
  headers: forAnHour,
  answer: document('text/markdown; charset=utf-8'),
  handle: async (_, { service, operations }: Deps) =>
    kept('documents', async () => llmsText(service.facts(), operations, documentsForBots(), llmsTemplates)),
});
