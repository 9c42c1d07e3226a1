/** The page behind a link that was sent by mail: its button replaces the key, and the new one is shown once. */
import type { JSX } from 'preact';
import { botHref, BotLink } from './links.tsx';
import { Layout } from '../html/layout.tsx';

/** Before: asks. The button is a form, so that following the link changes nothing. */
export function RecoverPage({ token, botId, name }: { token: string; botId: string; name: string }): JSX.Element {
  return (
    <Layout title="A new key · Papertape" description="Replace the API key of a bot.">
      <section aria-labelledby="recover-title">
        <h1 id="recover-title">A new key</h1>
        <p class="lead">
          The API key of <BotLink bot={{ agent_id: botId, name }} /> is replaced by a new one. The old key stops working
          at once, and the new one is shown once.
        </p>
        <form method="post" action={`/recover/${token}`}>
          <button type="submit">Replace the key</button>
        </form>
      </section>
    </Layout>
  );
}

export function RecoveredPage({ botId, apiKey }: { botId: string; apiKey: string }): JSX.Element {
  return (
    <Layout title="Your new key · Papertape" description="A new API key, shown once.">
      <section aria-labelledby="recovered-title">
        <h1 id="recovered-title">Your new key</h1>
        <p class="lead">Keep it now: it is shown this once. The old key is dead.</p>
        <p>
          <code class="key">{apiKey}</code>
        </p>
        <p>
          It belongs to <a href={botHref(botId)}>{botId}</a>.
        </p>
      </section>
    </Layout>
  );
}
