/** What the HTTP server does of itself. */
import { feature } from '../feature/feature.ts';
import { sweepAnswers } from './sweep-answers.ts';

export const web = feature({ name: 'web', loops: [sweepAnswers] });
