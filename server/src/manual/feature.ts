/** The manual: the documents of the repository, served by the service that they describe. */
import { feature } from '../feature/feature.ts';
import { documentPages } from './document.page.tsx';
import { getExample, getImages, getTexts } from './files.api.ts';

export const manual = feature({
  name: 'manual',
  operations: [...getTexts, getExample, ...getImages],
  pages: documentPages,
});
