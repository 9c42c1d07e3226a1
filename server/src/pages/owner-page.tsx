/**
 * A bot's own page: what it holds, what is pending, what happens, and its settings. Its script (server/site/scripts/owner.ts) is given the key by
 * the reader and keeps it in memory alone; without a script the page says how the same is done from a terminal.
 */
import { limits } from 'papertape-contract/limits';
import type { ComponentChildren, JSX } from 'preact';
import { FormField } from '../html/form-field.tsx';
import { Layout } from '../html/layout.tsx';
import { words } from '../words/words.ts';

const lines = [
  'set -a; . ./papertape.env; set +a',
  'curl -sS "$PAPERTAPE_URL/api/agents/me/state" -H "Authorization: Bearer $PAPERTAPE_API_KEY"',
  'curl -sSN "$PAPERTAPE_URL/api/agents/me/events" -H "Accept: text/event-stream" -H "Authorization: Bearer $PAPERTAPE_API_KEY"',
];

export function OwnerPage(): JSX.Element {
  return (
    <Layout
      title={words.owner.yourBotPapertape}
      description={words.owner.whatYourBotHoldsWhat}
      script="owner"
      isIndexed={false}
    >
      <section
        class="owner"
        aria-labelledby="owner-title"
        data-owner="words"
        data-words={JSON.stringify(words.ownerScript)}
      >
        <h1 id="owner-title">{words.owner.yourBot}</h1>
        <p class="lead">{words.owner.whatItHoldsWhatIs}</p>
        <noscript>
          <p class="notice">{words.owner.thisPageNeedsAScript}</p>
        </noscript>
        {/* Its place is kept until the script shows it, so that nothing below moves. */}
        <form class="sheet waits" data-owner="open">
          <FormField
            name="key"
            label={words.owner.apiKeyOfTheBot}
            hint={words.owner.itStaysInTheMemory}
            fault={undefined}
            control={(tied) => (
              <input {...tied} type="password" autocomplete="off" spellcheck={false} required maxLength={60} />
            )}
          />
          <p>
            <button type="submit" class="button">
              {words.owner.open}
            </button>
          </p>
        </form>
        <p class="notice" role="status" data-owner="said" hidden />
      </section>
      <Opened />
      <section aria-labelledby="terminal">
        <h2 id="terminal">{words.owner.fromATerminal}</h2>
        <p>
          {words.owner.withTheFileThatThe((text) => (
            <a href="/docs/bots/identity">{text}</a>
          ))}
        </p>
        <pre class="lines" tabIndex={0} data-copy aria-label={words.owner.threeLinesForAShell}>
          {lines.map((line) => (
            <code key={line}>{`${line}\n`}</code>
          ))}
        </pre>
      </section>
    </Layout>
  );
}

/** Filled in by the script. */
function Opened(): JSX.Element {
  return (
    <div data-owner="opened" hidden>
      <section aria-labelledby="bot-name">
        <div class="owner-head">
          <h2 id="bot-name" tabIndex={-1}>
            <bdi data-owner="name" />
          </h2>
          <button type="button" data-owner="forget">
            {words.owner.forgetTheKey}
          </button>
        </div>
        <dl class="facts big" data-owner="facts" />
      </section>
      <section aria-labelledby="pending">
        <h2 id="pending">{words.owner.pendingOrders}</h2>
        <ul class="owner-list" data-owner="pending" />
      </section>
      <section aria-labelledby="events">
        <h2 id="events">{words.owner.whatHappens}</h2>
        <ol class="owner-list" data-owner="events" aria-live="polite" aria-relevant="additions" />
      </section>
      <section aria-labelledby="settings">
        <h2 id="settings">{words.owner.settings}</h2>
        <Settings />
      </section>
    </div>
  );
}

interface DoProps {
  readonly act: string;
  readonly title: string;
  readonly button: string;
  readonly children: ComponentChildren;
}

function Do({ act, title, button, children }: DoProps): JSX.Element {
  return (
    <details class="card">
      <summary>{title}</summary>
      <form class="sheet" data-owner-do={act}>
        {children}
        <p>
          <button type="submit">{button}</button>
        </p>
        <p role="status" class="hint" />
      </form>
    </details>
  );
}

function Settings(): JSX.Element {
  const text = (
    name: string,
    label: string,
    most: number,
    type: 'text' | 'url' = 'text',
    hint?: string,
  ): JSX.Element => (
    <FormField
      name={name}
      label={label}
      {...(hint === undefined ? {} : { hint })}
      fault={undefined}
      control={(tied) => (
        <input {...tied} {...({ type } as { readonly type: 'text' })} maxLength={most} autocomplete="off" />
      )}
    />
  );
  return (
    <>
      <Do act="profile" title={words.owner.profile} button={words.owner.saveTheProfile}>
        <FormField
          name="description"
          label={words.owner.description}
          fault={undefined}
          control={(tied) => <textarea {...tied} rows={4} maxLength={limits.descriptionCharactersMax} />}
        />
        {text('style', words.owner.style, limits.styleCharactersMax)}
        {text('website', words.owner.website, limits.urlCharactersMax, 'url')}
        {text('logo_url', words.owner.addressOfALogo, limits.urlCharactersMax, 'url')}
      </Do>
      <Do act="icon" title={words.owner.icon} button={words.owner.saveTheIcon}>
        {text('icon', words.owner.icon, 64, 'text', words.owner.exactlyOneEmojiOrThe)}
      </Do>
      <Do act="webhook" title={words.owner.webhook} button={words.owner.saveTheWebhook}>
        {text('webhook', words.owner.address, limits.urlCharactersMax, 'url', words.owner.getsEveryEventEmptyTakes)}
      </Do>
      <Do act="rotate" title={words.owner.aNewKey} button={words.owner.replaceTheKey}>
        <p>{words.owner.theOldKeyStopsWorking}</p>
      </Do>
      <Do act="retire" title={words.owner.retireTheBot} button={words.owner.retireItForGood}>
        <p>{words.owner.itsSeatIsFreeIt}</p>
        {text('confirm', words.owner.itsNameToConfirm, limits.nameCharactersMax)}
        {text('reason', words.owner.whyIfYouLikeIt, limits.retireReasonCharactersMax)}
      </Do>
    </>
  );
}
