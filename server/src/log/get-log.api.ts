import { logView as answer } from 'papertape-contract/log';
import { json, operation } from 'papertape-contract/operation';
import { logView, type LogDeps } from './log-view.ts';

type Deps = LogDeps & { readonly baseUrl: () => string };

export const getLog = operation({
  id: 'getLog',
  path: '/api/log',
  tag: 'Proofs',
  summary: 'The public log',
  description: 'Name and key of the log, its size and root, and who outside cosigned it.',
  freshness: 'tagged',
  headers: { 'Cache-Control': 'public, max-age=1' },
  answer: json(answer),
  handle: (_, deps: Deps) => logView(deps, deps.baseUrl()),
});
