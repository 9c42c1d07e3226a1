import { page } from '../feature/page.ts';
import { EntryPage } from '../pages/entry-page.tsx';
import { seenEntry } from './find-entry.ts';
import { firstView } from './listing.job.ts';
import { topic, type Showcase } from './open-showcase.ts';

type Deps = { readonly showcase: Showcase };

export const entryPage = page({
  path: '/showcase/{id}',
  topic,
  find: ({ params: { id } }, { showcase }: Deps) => seenEntry(showcase, id),
  make: async ({ found }, { showcase }: Deps) => <EntryPage entry={await firstView(showcase, found)} />,
});
