import { page } from '../feature/page.ts';
import { ReportPage } from '../pages/entry-page.tsx';
import { seenEntry } from './find-entry.ts';
import { topic, type Showcase } from './open-showcase.ts';

type Deps = { readonly showcase: Showcase };

export const reportEntryPage = page({
  path: '/showcase/{id}/report',
  topic,
  find: ({ params: { id } }, { showcase }: Deps) => seenEntry(showcase, id),
  make: async ({ found: { id, title } }) => await Promise.resolve(<ReportPage id={id} title={title} />),
});
