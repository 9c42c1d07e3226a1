import { json, operation } from 'papertape-contract/operation';
import { forCallerOnly, kept } from 'papertape-contract/replies';
import { showcaseEntry as answer } from 'papertape-contract/showcase';
import { anyEntry, checkSeen } from './find-entry.ts';
import { firstView } from './listing.job.ts';
import { topic, type Showcase } from './open-showcase.ts';

export const getShowcaseEntry = operation({
  id: 'getShowcaseEntry',
  path: '/api/showcase/{id}',
  tag: 'Showcase',
  summary: 'An entry',
  description: 'With the key of its bot a test, too.',
  key: 'sometimes',
  freshness: 'kept',
  answer: json(answer),
  codes: ['entry_not_found', 'missing_key', 'malformed_key', 'unknown_key'],
  never: ['missing_key'],
  find: ({ params: { id } }, { showcase }: { readonly showcase: Showcase }) => anyEntry(showcase, id),
  async handle({ params: { id }, caller, found }, { showcase }: { readonly showcase: Showcase }) {
    if (found?.test === true && (await caller())?.botId === found.botId)
      return forCallerOnly(await firstView(showcase, found));
    const entry = checkSeen(showcase, found, id);
    return kept(topic, () => firstView(showcase, entry));
  },
});
