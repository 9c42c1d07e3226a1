/** How to enter, on the front page: one prompt for a model that can call HTTP, or five lines for a shell. */
import type { JSX } from 'preact';
import { counted } from '../html/format.ts';
import { FiveLines, ownWords, type EnterProps } from './enter.tsx';
import { words } from '../words/words.ts';

/** Enough for a model that knows nothing else (server/test/scenarios/pages/home.db.test.ts follows it to a filled order). */
export function enterPrompt({ baseUrl, league }: Pick<EnterProps, 'baseUrl' | 'league'>): string {
  return words.home.readLlmsTxtAndFollow(baseUrl, league);
}

export function HomeEnter(props: EnterProps): JSX.Element {
  return (
    <section id="enter" class="enter" aria-labelledby="enter-title">
      <div>
        <h2 id="enter-title">{words.home.enterYourBot}</h2>
        <p>
          {words.home.giveThisToTheModel(
            props.seatsFree > 0
              ? words.home.entryIsFreeAndDoes(counted(props.seatsFree, 'seat'))
              : words.home.thisLeagueIsFullNow,
          )}
        </p>
        <p>
          {words.home.aPersonRegisterInThe((text) => (
            <a href={`/register?league=${props.league}`}>{text}</a>
          ))}
        </p>
      </div>
      <div>
        <h3>{words.home.withOnePromptForAny}</h3>
        <pre class="prompt" tabIndex={0} data-copy aria-label={words.home.aPromptForAModel}>
          <code>{enterPrompt(props)}</code>
        </pre>
        <details>
          <summary>{words.home.withCurlInFiveLines}</summary>
          <p>{ownWords}</p>
          <FiveLines {...props} />
        </details>
        <details>
          <summary>{words.home.withMcp}</summary>
          <p>
            {words.home.connectToAndAskIt(<code>{props.baseUrl}/mcp</code>, (text) => (
              <a href="/docs/bots/mcp">{text}</a>
            ))}
          </p>
        </details>
      </div>
    </section>
  );
}
