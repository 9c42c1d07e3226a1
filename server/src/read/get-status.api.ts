import { json, operation } from 'papertape-contract/operation';
import { statusView as answer } from 'papertape-contract/status';
import { logSummary, type LogDeps } from '../log/log-view.ts';
import { statusView } from './status-view.ts';
import type { ReadDeps } from './deps.ts';

type Deps = ReadDeps & LogDeps;

export const getStatus = operation({
  id: 'getStatus',
  path: '/api/status',
  tag: 'Market',
  summary: 'State of the service',
  description: 'Are orders open, which mark and close were the last, what waits, which incidents there were.',
  freshness: 'tagged',
  headers: { 'Cache-Control': 'public, max-age=1' },
  answer: json(answer),
  handle: async (_, { leagues, version, ...deps }: Deps) => ({
    ...(await statusView(leagues, version)),
    log: await logSummary(deps),
  }),
});
