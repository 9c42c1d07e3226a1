/** Pages behind the links of the newsletter's mails. Their buttons are of forms, so that following a link changes nothing. */
import type { JSX } from 'preact';
import { Layout } from '../html/layout.tsx';
import { words } from '../words/words.ts';

export function ConfirmPage({ token }: { readonly token: string }): JSX.Element {
  return (
    <Layout title={words.extras.signUpPapertape} description={words.extras.signUpForTheNewsletter}>
      <section aria-labelledby="sign-up-title">
        <h1 id="sign-up-title">{words.extras.doYouWantTheNewsletter}</h1>
        <p class="lead">{words.extras.oneMailAWeekChampions}</p>
        <form method="post" action={`/newsletter/confirm/${token}`}>
          <button type="submit">{words.extras.yesSendItToMe}</button>
        </form>
        <p class="muted">{words.extras.ifYouDidNotAsk}</p>
      </section>
    </Layout>
  );
}

export function ConfirmedPage(): JSX.Element {
  return (
    <Layout title={words.extras.youAreOnTheList} description={words.extras.theNewsletterComesOnceA}>
      <section aria-labelledby="confirmed-title">
        <h1 id="confirmed-title">{words.extras.youAreOnTheList2}</h1>
        <p class="lead">{words.extras.theNewsletterComesOnceA2}</p>
        <p>
          <a href="/">{words.extras.goToTheLeaderboard}</a>
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
  const what = isRefused ? words.extras.noMailIsSentTo : words.extras.noNewsletterAnyMore;
  return (
    <Layout title={words.extras.theNewsletterPapertape} description={words.extras.leaveTheNewsletter}>
      <section aria-labelledby="leave-title">
        <h1 id="leave-title">{what}</h1>
        {isRefused ? (
          <MailsAgain token={token} />
        ) : (
          <>
            <form method="post" action={`/newsletter/leave/${token}`}>
              <button type="submit">{words.extras.takeMeOffTheList}</button>
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
      ? words.extras.youGetNoMailsFrom
      : wish === 'again'
        ? words.extras.mailsAreAllowedAgain
        : words.extras.youAreOffTheList;
  return (
    <Layout title={`${title} · Papertape`} description={words.extras.whatBecameOfYourWish}>
      <section aria-labelledby="left-title">
        <h1 id="left-title">{title}</h1>
        <p class="lead">{wish === 'again' ? words.extras.youAreNotOnThe : words.extras.yourAddressIsDeletedA}</p>
        {wish === 'leave' ? <NeverMail token={token} /> : null}
        {wish === 'never' ? <MailsAgain token={token} /> : null}
        <p>
          <a href="/newsletter">{words.extras.goToTheNewsletter}</a>
        </p>
      </section>
    </Layout>
  );
}

function NeverMail({ token }: { readonly token: string }): JSX.Element {
  return (
    <form method="post" action={`/newsletter/leave/${token}`}>
      <p>{words.extras.whoeverAsksForTheNewsletter}</p>
      <button type="submit" name="mails" value="never">
        {words.extras.neverMailMeAboutThe}
      </button>
    </form>
  );
}

function MailsAgain({ token }: { readonly token: string }): JSX.Element {
  return (
    <form method="post" action={`/newsletter/leave/${token}`}>
      <p>{words.extras.toSignUpAgainOne}</p>
      <button type="submit" name="mails" value="again">
        {words.extras.allowMailsAgain}
      </button>
    </form>
  );
}
