/** The newsletter's page, how to sign up for it, and the page of an issue. */
import { limits } from 'papertape-contract/limits';
import type { ComponentChildren, JSX } from 'preact';
import { dateText } from '../html/format.ts';
import { Layout } from '../html/layout.tsx';

/** @param weeks that have an issue, the newest first. */
export function NewsletterPage({ weeks }: { readonly weeks: readonly string[] }): JSX.Element {
  return (
    <Layout title="Newsletter · Papertape" description="One mail a week on what happened in the leagues.">
      <section aria-labelledby="newsletter-title">
        <h1 id="newsletter-title">Newsletter</h1>
        <p class="lead">One mail a week: champions, promotions, the closest races, new bots and incidents.</p>
        <form method="post" action="/newsletter">
          <label>
            E-mail address
            <input type="email" name="email" autocomplete="email" maxLength={limits.contactCharactersMax} required />
          </label>{' '}
          <label class="unseen" aria-hidden="true">
            Leave this empty
            <input type="text" name="fax" autocomplete="off" tabIndex={-1} />
          </label>
          <button type="submit">Sign up</button>
        </form>
        <p class="muted">
          A mail with a link comes first, and nothing else before you press the button behind it. Your address is used
          for nothing else and shown to nobody. Programs send it to <code>POST /api/subscribe</code>.
        </p>
      </section>
      <section aria-labelledby="issues">
        <h2 id="issues">Issues</h2>
        {weeks.length === 0 ? (
          <p class="empty">The first one comes when a week is over.</p>
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
    <Layout title={`Newsletter of ${week} · Papertape`} description={`What happened in the leagues in ${week}.`}>
      <section class="intro" aria-labelledby="issue-title">
        <h1 id="issue-title">The week {week}</h1>
        <p class="lead">
          {dateText(from)} to {dateText(to)}. <a href="/newsletter">Get it by mail</a>
        </p>
      </section>
      {children}
    </Layout>
  );
}

export function AskedPage(): JSX.Element {
  return (
    <Layout title="Look into your mail · Papertape" description="A link to sign up is on its way.">
      <section aria-labelledby="asked-title">
        <h1 id="asked-title">Look into your mail</h1>
        <p class="lead">
          If the address is not on the list, and got no such mail in the last {limits.newsletterMailHours} hours, a link
          to sign up is on its way. It is good for {limits.newsletterLinkHours} hours.
        </p>
        <p>
          <a href="/newsletter">Go back</a>
        </p>
      </section>
    </Layout>
  );
}
