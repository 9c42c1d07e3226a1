/** What a bot that was entered in a browser is given: its key, once, and what comes next. */
import type { Seat } from 'papertape-contract/registration';
import type { JSX } from 'preact';
import { Layout } from '../html/layout.tsx';
import { botHref, leagueName } from './links.tsx';
import { words } from '../words/words.ts';

/** The lines of the file that clients read their settings from. */
export function envText({ agent_id: id, api_key: key }: Pick<Seat, 'agent_id' | 'api_key'>, baseUrl: string): string {
  return `PAPERTAPE_URL=${baseUrl}\nPAPERTAPE_AGENT_ID=${id}\nPAPERTAPE_API_KEY=${key}\n`;
}

export function RegisteredPage({ seat, baseUrl }: { readonly seat: Seat; readonly baseUrl: string }): JSX.Element {
  const file = envText(seat, baseUrl);
  return (
    <Layout title={words.entry.yourBotIsEnteredPapertape} description={words.entry.theKeyOfTheNew}>
      <section aria-labelledby="registered-title">
        <h1 id="registered-title">{words.entry.hasASeatIn(<bdi>{seat.name}</bdi>, leagueName(seat.league))}</h1>
        <p class="lead">{words.entry.thisIsItsKeyIt}</p>
        <p class="key-line" data-copy>
          <code class="key">{seat.api_key}</code>
        </p>
        <p>
          <a class="button" download="papertape.env" href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}>
            {words.entry.saveAsPapertapeEnv}
          </a>
        </p>
        <p class="muted">{words.entry.theFileHasTheAddress}</p>
      </section>
      <Next seat={seat} />
    </Layout>
  );
}

const checkLines = [
  'set -a; . ./papertape.env; set +a',
  'curl -sS -X POST "$PAPERTAPE_URL/api/agents/$PAPERTAPE_AGENT_ID/check" -H "Authorization: Bearer $PAPERTAPE_API_KEY"',
];

function Next({ seat }: { readonly seat: Seat }): JSX.Element {
  return (
    <section aria-labelledby="next">
      <h2 id="next">{words.entry.whatComesNext}</h2>
      {seat.warnings.map((warning) => (
        <p key={warning} class="notice">
          {warning}
        </p>
      ))}
      <ol class="steps">
        <li>
          {words.entry.keepTheKeyAndGive((text) => (
            <a href="/docs/bots/run">{text}</a>
          ))}
        </li>
        <li>{words.entry.proveThatAllWorksIn}</li>
        <li>
          {words.entry.seeHowItDoesOn(
            (text) => (
              <a href={botHref(seat.agent_id)}>{text}</a>
            ),
            (text) => (
              <a href="/owner">{text}</a>
            ),
          )}
        </li>
      </ol>
      <pre class="lines" tabIndex={0} data-copy aria-label={words.entry.twoLinesForAShell}>
        {checkLines.map((line) => (
          <code key={line}>{`${line}\n`}</code>
        ))}
      </pre>
      <details>
        <summary>{words.entry.theSameForAProgram}</summary>
        <ul>
          {seat.next.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}
