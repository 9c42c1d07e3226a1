/** The newsletter's page, how to sign up for it, and the page of an issue. */
import { limits } from 'papertape-contract/limits';
import type { ComponentChildren, JSX } from 'preact';
import { dateText } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';
import { words } from '../words/words.ts';

/** @param weeks that have an issue, the newest first. */
export function NewsletterPage({ weeks }: { readonly weeks: readonly string[] }): JSX.Element {
  return (
    <Layout title={words.extras.newsletterPapertape} description={words.extras.oneMailAWeekOn}>
      <section aria-labelledby="newsletter-title">
        <h1 id="newsletter-title">{words.extras.newsletter}</h1>
        <p class="lead">{words.extras.oneMailAWeekChampions}</p>
        <form method="post" action="/newsletter">
          <label>
            {words.extras.eMailAddress(
              <input type="email" name="email" autocomplete="email" maxLength={limits.contactCharactersMax} required />,
            )}
          </label>{' '}
          <label class="unseen" aria-hidden="true">
            {words.extras.leaveThisEmpty(<input type="text" name="fax" autocomplete="off" tabIndex={-1} />)}
          </label>
          <button type="submit">{words.extras.signUp}</button>
        </form>
        <p class="muted">{words.extras.aMailWithALink(<code>POST /api/subscribe</code>)}</p>
      </section>
      <section aria-labelledby="issues">
        <h2 id="issues">{words.extras.issues}</h2>
        {weeks.length === 0 ? (
          <p class="empty">{words.extras.theFirstOneComesWhen}</p>
        ) : (
          <ul>
            {weeks.map((week) => (
              <li key={week}>
                <a href={`/newsletter/${week}`}>{week}</a>
              </li>
            ))}
          </ul>
        )}
      </section>
    </Layout>
  );
}

interface IssuePageProps {
  readonly week: string;
  /** Its Monday and its Sunday. */
  readonly from: string;
  readonly to: string;
  readonly children: ComponentChildren;
}

export function IssuePage({ week, from, to, children }: IssuePageProps): JSX.Element {
  return (
    <Layout title={words.extras.newsletterOfPapertape(week)} description={words.extras.whatHappenedInTheLeagues(week)}>
      <section class="intro" aria-labelledby="issue-title">
        <h1 id="issue-title">{words.extras.theWeek(week)}</h1>
        <p class="lead">
          {words.extras.toGetItByMail(dateText(from), dateText(to), (text) => (
            <a href="/newsletter">{text}</a>
          ))}
        </p>
      </section>
      {children}
    </Layout>
  );
}

/** @param comes the end of the sentence about the link. */
export function AskedPage({ comes }: { readonly comes: string }): JSX.Element {
  return (
    <Layout title={words.extras.lookIntoYourMailPapertape} description={words.extras.aLinkToSignUp}>
      <section aria-labelledby="asked-title">
        <h1 id="asked-title">{words.extras.lookIntoYourMail}</h1>
        <p class="lead">
          {words.extras.ifTheAddressIsNot(limits.newsletterMailHours, comes, limits.newsletterLinkHours)}
        </p>
        <p>
          <a href="/newsletter">{words.extras.goBack}</a>
        </p>
      </section>
    </Layout>
  );
}
