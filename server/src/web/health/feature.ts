/** For those who watch the service itself: is it alive, may traffic come, and what does it count. docs/operators/operate.md says what to watch for. */
import { feature } from '../../feature/feature.ts';
import { getHealth } from './get-health.api.ts';
import { getMetrics } from './get-metrics.api.ts';
import { getReadiness } from './get-readiness.api.ts';

export const health = feature({
  name: 'health',
  operations: [getHealth, getReadiness, getMetrics],
});
