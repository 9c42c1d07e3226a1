/** Pages behind the link at the end of an alert. The button is of a form, so that following the link changes nothing. */
import type { JSX } from 'preact';
import { Layout } from '../html/layout.tsx';

export function StopPage({ token }: { readonly token: string }): JSX.Element {
  return (
    <Layout title="Alerts · Papertape" description="End the alerts of a bot.">
      <section aria-labelledby="stop-title">
        <h1 id="stop-title">No alerts any more?</h1>
        <form method="post" action={`/alerts/stop/${token}`}>
          <button type="submit">End the alerts</button>
        </form>
      </section>
    </Layout>
  );
}

export function StoppedPage(): JSX.Element {
  return (
    <Layout title="Alerts · Papertape" description="The alerts have ended.">
      <section aria-labelledby="stopped-title">
        <h1 id="stopped-title">The alerts have ended</h1>
        <p class="lead">The bot can ask for them again. A mail that is under way may still arrive.</p>
      </section>
    </Layout>
  );
}
