import { page } from '../feature/page.ts';
import { NewsletterPage } from '../pages/newsletter-page.tsx';
import type { Newsletter } from './open-newsletter.ts';

type Deps = { readonly newsletter: Newsletter };

export const newsletterPage = page({
  path: '/newsletter',
  make: async (_, { newsletter }: Deps) => <NewsletterPage weeks={await newsletter.weeks()} />,
});
