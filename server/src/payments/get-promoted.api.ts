import { json, operation } from 'papertape-contract/operation';
import { promotedView as answer } from 'papertape-contract/payment';
import { kept } from 'papertape-contract/replies';
import { promotedView } from '../read/promoted-view.ts';
import type { ReadDeps } from '../read/deps.ts';

export const getPromoted = operation({
  id: 'getPromoted',
  path: '/api/promoted',
  tag: 'Extras',
  summary: 'Places that were paid for',
  description: 'Promoted bots and products, and spotlights of Division 1, each labelled so.',
  freshness: 'kept',
  answer: json(answer),
  handle: async (_, { db, payments, baseUrl }: Pick<ReadDeps, 'db' | 'payments' | 'baseUrl'>) =>
    kept('*', () => promotedView(db, payments.extras, baseUrl())),
});
