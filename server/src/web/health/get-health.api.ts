import { document, operation } from 'papertape-contract/operation';

export const getHealth = operation({
  id: 'getHealth',
  path: '/healthz',
  tag: 'Service',
  summary: 'Is the process alive?',
  description: 'While the process lives.',
  freshness: 'private',
  answer: document('application/json'),
  // Alive: the process answers. Nothing else is looked at, so that a slow database does not get the process killed.
  handle: async () => ({ ok: true }),
});
