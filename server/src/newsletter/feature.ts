/** The newsletter: who gets it, and its issues (docs/operators/newsletter.md). */
import { feature } from '../feature/feature.ts';
import { subscribers } from './0001-subscribers.migration.ts';
import { sends } from './0002-sends.migration.ts';
import { issuePage } from './issue.page.tsx';
import type { Newsletter } from './open-newsletter.ts';
import { pressLeaveLink, pressSignUpLink, showLeaveLink, showSignUpLink } from './link-pages.api.ts';
import { newsletterPage } from './newsletter.page.tsx';
import { signUpByForm } from './sign-up-form.api.ts';
import { subscribeToNewsletter } from './subscribe-to-newsletter.api.ts';

function send({ newsletter }: { readonly newsletter: Newsletter }): Newsletter {
  newsletter.start();
  return newsletter;
}

export const newsletter = feature({
  name: 'newsletter',
  migrations: [subscribers, sends],
  operations: [subscribeToNewsletter, signUpByForm, showSignUpLink, pressSignUpLink, showLeaveLink, pressLeaveLink],
  pages: [newsletterPage, issuePage],
  loops: [send],
});
