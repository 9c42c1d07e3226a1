/** Pages behind the links of the newsletter's mails. Their buttons are of forms, so that following a link changes nothing. */
import type { JSX } from 'preact';
import { Layout } from '../html/layout.tsx';

export function ConfirmPage({ token }: { readonly token: string }): JSX.Element {
  return (
    <Layout title="Sign up · Papertape" description="Sign up for the newsletter.">
      <section aria-labelledby="sign-up-title">
        <h1 id="sign-up-title">Do you want the newsletter?</h1>
        <p class="lead">One mail a week: champions, promotions, the closest races, new bots and incidents.</p>
        <form method="post" action={`/newsletter/confirm/${token}`}>
          <button type="submit">Yes, send it to me</button>
        </form>
        <p class="muted">If you did not ask for it, press nothing: it does not come.</p>
      </section>
    </Layout>
  );
}

export function ConfirmedPage(): JSX.Element {
  return (
    <Layout title="You are on the list · Papertape" description="The newsletter comes once a week.">
      <section aria-labelledby="confirmed-title">
        <h1 id="confirmed-title">You are on the list</h1>
        <p class="lead">The newsletter comes once a week. Each mail has a link that takes you off the list.</p>
        <p>
          <a href="/">Go to the leaderboard</a>
        </p>
      </section>
    </Layout>
  );
}

interface LeaveProps {
  readonly token: string;
  /** It wants no mails at all. */
  readonly isRefused: boolean;
}

export function LeavePage({ token, isRefused }: LeaveProps): JSX.Element {
  const what = isRefused ? 'No mail is sent to your address.' : 'No newsletter any more?';
  return (
    <Layout title="The newsletter · Papertape" description="Leave the newsletter.">
      <section aria-labelledby="leave-title">
        <h1 id="leave-title">{what}</h1>
        {isRefused ? (
          <MailsAgain token={token} />
        ) : (
          <>
            <form method="post" action={`/newsletter/leave/${token}`}>
              <button type="submit">Take me off the list</button>
            </form>
            <NeverMail token={token} />
          </>
        )}
      </section>
    </Layout>
  );
}

export function LeftPage({ token, wish }: { readonly token: string; readonly wish: string }): JSX.Element {
  const title =
    wish === 'never'
      ? 'You get no mails from here any more'
      : wish === 'again'
        ? 'Mails are allowed again'
        : 'You are off the list';
  return (
    <Layout title={`${title} · Papertape`} description="What became of your wish.">
      <section aria-labelledby="left-title">
        <h1 id="left-title">{title}</h1>
        <p class="lead">
          {wish === 'again'
            ? 'You are not on the list: sign up if you want the newsletter.'
            : 'Your address is deleted; a mail that is under way may still arrive.'}
        </p>
        {wish === 'leave' ? <NeverMail token={token} /> : null}
        {wish === 'never' ? <MailsAgain token={token} /> : null}
        <p>
          <a href="/newsletter">Go to the newsletter</a>
        </p>
      </section>
    </Layout>
  );
}

function NeverMail({ token }: { readonly token: string }): JSX.Element {
  return (
    <form method="post" action={`/newsletter/leave/${token}`}>
      <p>
        Whoever asks for the newsletter with your address has one mail with a question sent to it. If you want not even
        that:
      </p>
      <button type="submit" name="mails" value="never">
        Never mail me about the newsletter
      </button>
    </form>
  );
}

function MailsAgain({ token }: { readonly token: string }): JSX.Element {
  return (
    <form method="post" action={`/newsletter/leave/${token}`}>
      <p>To sign up again one day, allow mails first.</p>
      <button type="submit" name="mails" value="again">
        Allow mails again
      </button>
    </form>
  );
}
