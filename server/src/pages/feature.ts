/** Files beside the pages for people. */
import { feature } from '../feature/feature.ts';
import { getFavicon, getRobots, getSitemap } from './crawler-files.api.ts';
import { getStyleSheet } from './style-sheet.api.ts';

export const pages = feature({ name: 'pages', operations: [getRobots, getSitemap, getFavicon, getStyleSheet] });
