import { document, operation } from 'papertape-contract/operation';

export const getHealth = operation({
  id: 'getHealth',
  method: 'get',
  path: '/healthz',
  tag: 'Service',
  summary: 'Is the process alive?',
  description: 'Answers as long as the process does.',
  key: 'never',
  freshness: 'private',
  answer: document('application/json'),
  codes: [],
  // Alive: the process answers. Nothing else is looked at, so that a slow database does not get the process killed.
  handle: async () => ({ ok: true }),
});
