import { document, operation } from 'papertape-contract/operation';
import { metricsText } from '../metrics.ts';
import { figuresNow, type FigureDeps } from './figures.ts';

export const getMetrics = operation({
  id: 'getMetrics',
  path: '/metrics',
  tag: 'Service',
  summary: 'Figures for Prometheus',
  description: 'Counted since the start.',
  freshness: 'private',
  answer: document('text/plain; version=0.0.4; charset=utf-8'),
  handle: async (_, deps: FigureDeps) => metricsText(await figuresNow(deps)),
});
