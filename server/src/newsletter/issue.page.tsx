import { NoSuchPage, page } from '../feature/page.ts';
import { IssuePage } from '../pages/newsletter-page.tsx';
import type { Newsletter } from './open-newsletter.ts';
import { IssueSections } from './issue-sections.tsx';

type Deps = { readonly newsletter: Newsletter };

export const issuePage = page({
  path: '/newsletter/{week}',
  isInEnglishOnly: true,
  async make({ params: { week } }, { newsletter }: Deps) {
    const issue = await newsletter.issue(week);
    const back = { href: '/newsletter', text: 'Go to the newsletter' };
    if (!issue) throw new NoSuchPage('There is no issue of that week: an issue is of an ISO week that is over.', back);
    return (
      <IssuePage week={issue.week} from={issue.from} to={issue.to}>
        <IssueSections issue={issue} />
      </IssuePage>
    );
  },
});
