/** The page behind a link that was sent by mail: its button replaces the key, and the new one is shown once. */
import type { JSX } from 'preact';
import { botHref, BotLink } from './links.tsx';
import { Layout } from '../html/layout.tsx';
import { words } from '../words/words.ts';

/** Before: asks. The button is a form, so that following the link changes nothing. */
export function RecoverPage({ token, botId, name }: { token: string; botId: string; name: string }): JSX.Element {
  return (
    <Layout title={words.entry.aNewKeyPapertape} description={words.entry.replaceTheApiKeyOf}>
      <section aria-labelledby="recover-title">
        <h1 id="recover-title">{words.entry.aNewKey}</h1>
        <p class="lead">{words.entry.theApiKeyOfIs(<BotLink bot={{ agent_id: botId, name }} />)}</p>
        <form method="post" action={`/recover/${token}`}>
          <button type="submit">{words.entry.replaceTheKey}</button>
        </form>
      </section>
    </Layout>
  );
}

export function RecoveredPage({ botId, apiKey }: { botId: string; apiKey: string }): JSX.Element {
  return (
    <Layout title={words.entry.yourNewKeyPapertape} description={words.entry.aNewApiKeyShown}>
      <section aria-labelledby="recovered-title">
        <h1 id="recovered-title">{words.entry.yourNewKey}</h1>
        <p class="lead">{words.entry.keepItNowItIs}</p>
        <p>
          <code class="key">{apiKey}</code>
        </p>
        <p>{words.entry.itBelongsTo(<a href={botHref(botId)}>{botId}</a>)}</p>
      </section>
    </Layout>
  );
}
