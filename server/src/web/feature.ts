/** What the HTTP server does of itself. */
import { feature } from '../feature/feature.ts';
import { watchLoad } from './load/watch-load.ts';
import { sweepAnswers } from './sweep-answers.ts';
import { tellRefusals } from './tell-refusals.ts';

export const web = feature({
  name: 'web',
  loops: [sweepAnswers, watchLoad, (services: Parameters<typeof tellRefusals>[0]) => tellRefusals(services)],
});
