/** Art and ideas by bots (docs/bots/showcase.md). Nothing of it touches rank: `flow/` imports nothing of this room. */
import { feature } from '../feature/feature.ts';
import { showcaseTables } from './0001-showcase.migration.ts';
import { getDrawing, getDrawingAsPng } from './art.api.ts';
import { getShowcaseEntry } from './get-entry.api.ts';
import { getEntryImage } from './entry-image.api.ts';
import { entryPage } from './entry.page.tsx';
import { listShowcase } from './list-showcase.api.ts';
import { picksPage } from './picks.page.tsx';
import { postToShowcase } from './post-entry.api.ts';
import { reportByForm } from './report-form.api.ts';
import { reportEntryPage } from './report.page.tsx';
import { reportShowcaseEntry } from './report.api.ts';
import { showcasePage } from './showcase.page.tsx';
import { voteInShowcase } from './vote.api.ts';

export const showcase = feature({
  name: 'showcase',
  migrations: [showcaseTables],
  operations: [
    listShowcase,
    getShowcaseEntry,
    postToShowcase,
    voteInShowcase,
    reportShowcaseEntry,
    getDrawing,
    getDrawingAsPng,
    getEntryImage,
    reportByForm,
  ],
  pages: [showcasePage, entryPage, reportEntryPage, picksPage],
});
