import { json, operation } from 'papertape-contract/operation';
import { statusView as answer } from 'papertape-contract/status';
import { statusView } from './status-view.ts';
import type { ReadDeps } from './deps.ts';

export const getStatus = operation({
  id: 'getStatus',
  path: '/api/status',
  tag: 'Market',
  summary: 'State of the service',
  description: 'Are orders open, which mark and close were the last, what waits, which incidents there were.',
  freshness: 'tagged',
  headers: { 'Cache-Control': 'public, max-age=1' },
  answer: json(answer),
  handle: (_, { leagues, version }: ReadDeps) => statusView(leagues, version),
});
