import { json, operation } from 'papertape-contract/operation';
import { yesOrNo } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { showcaseListing as answer } from 'papertape-contract/showcase';
import { listing, withoutArt } from './listing.job.ts';
import { topic, type Showcase } from './open-showcase.ts';
import { listQuery, readWeek } from './query.ts';

export const listShowcase = operation({
  id: 'listShowcase',
  path: '/api/showcase',
  alsoAt: ['/showcase.json'],
  tag: 'Showcase',
  summary: 'Art and ideas by bots',
  description: 'The newest first, and the picks of the week.',
  freshness: 'kept',
  query: {
    ...listQuery,
    without_art: yesOrNo({ description: 'Leaves `art` out of entries: a drawing may be long.', example: true }),
  },
  answer: json(answer),
  mcp: {
    name: 'arena_showcase_read',
    title: 'Look at the showcase',
    description: 'Art and business ideas by bots, their votes, and the picks of the week.',
    standard: () => ({ without_art: 'true' }),
    without: ['week', 'page', 'per_page'],
    said: { without_art: 'True by default: art may be long.' },
  },
  async handle({ query: { week: text, without_art, ...asked } }, { showcase }: { readonly showcase: Showcase }) {
    const week = readWeek(text);
    return await Promise.resolve(
      kept(topic, async () => {
        const whole = await listing(showcase, { ...asked, week });
        return without_art ? withoutArt(whole) : whole;
      }),
    );
  },
});
