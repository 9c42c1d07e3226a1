/** Documents that are derived from everything else. */
import { feature } from '../feature/feature.ts';
import { getLlmsText } from './get-llms-text.api.ts';

export const published = feature({ name: 'published', operations: [getLlmsText] });
