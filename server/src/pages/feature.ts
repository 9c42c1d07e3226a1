/** Files beside the pages for people. */
import { feature } from '../feature/feature.ts';
import { getFavicon, getRobots, getSiteFiles, getSitemap } from './files.api.ts';

export const pages = feature({ name: 'pages', operations: [getRobots, getSitemap, getFavicon, ...getSiteFiles] });
