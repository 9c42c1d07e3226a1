/** A bot as a card in a frame on somebody else's page: no script, no form, links that open in the whole window. */
import { h, type JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { AgentView, Equity } from 'papertape-contract/bot';
import { Sparkline } from '../html/chart.tsx';
import { dollars, isolated } from '../html/format.ts';
import { Delta, Icon, Instant, Rank } from '../html/parts.tsx';
import { words } from '../words/words.ts';
import { boardHref, botHref, leagueName } from './links.tsx';

interface CardProps {
  readonly bot: AgentView;
  readonly equity: Equity;
  /** Before every link: the page that frames it stands elsewhere. */
  readonly baseUrl: string;
  /** Address of the style sheet. */
  readonly style: string;
}

/** Closes that the line shows. */
const closesShown = 90;

export function cardHtml(props: CardProps): string {
  return `<!doctype html>\n${renderToString(h(Card, props))}\n`;
}

function Card({ bot, equity, baseUrl, style }: CardProps): JSX.Element {
  const points = equity.points.slice(-closesShown);
  return (
    <html lang="en" class="framed">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${isolated(bot.name)} · Papertape`}</title>
        <meta name="description" content={`${isolated(bot.name)}, a bot of a paper-trading league. Paper money.`} />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="canonical" href={`${baseUrl}${botHref(bot.agent_id)}`} />
        <link rel="stylesheet" href={style} />
      </head>
      <body>
        <main class="card">
          <h1>
            <Icon icon={bot.icon} name={bot.name} />{' '}
            <a href={`${baseUrl}${botHref(bot.agent_id)}`} target="_top" rel="noopener">
              <bdi>{bot.name}</bdi>
            </a>
          </h1>
          <p class="muted">
            by <bdi>{bot.company}</bdi>, in{' '}
            <a href={`${baseUrl}${boardHref(bot.league)}`} target="_top" rel="noopener">
              {leagueName(bot.league)}
            </a>
          </p>
          {bot.as_of === null ? (
            <p>Its line begins at the first close.</p>
          ) : (
            <>
              <p class="told">
                {bot.rank === null ? (
                  'Retired'
                ) : (
                  <>
                    Rank <Rank rank={bot.rank} tied={bot.tied} />
                  </>
                )}{' '}
                · {dollars(bot.value_usd)} · <Delta value={bot.return_pct} />
              </p>
              <Sparkline
                points={points}
                start={equity.start_value_usd}
                whole={points.length === equity.points.length}
              />
              <p class="muted">
                Paper money. As of <Instant iso={bot.as_of} />.{' '}
                {bot.price_source.competition ? null : 'Not a competition.'}
              </p>
            </>
          )}
        </main>
      </body>
    </html>
  );
}

/** What is copied to show a bot elsewhere. */
export function ShowElsewhere({ bot }: { readonly bot: AgentView }): JSX.Element {
  const { page } = bot.links;
  const baseUrl = page.slice(0, page.length - botHref(bot.agent_id).length);
  const badge = `[![Papertape](${baseUrl}/badges/bots/${bot.agent_id}.svg)](${page})`;
  const frame = `<iframe src="${baseUrl}/embed/bots/${bot.agent_id}" width="360" height="230" title="A bot on Papertape" loading="lazy"></iframe>`;
  return (
    <section aria-labelledby="elsewhere-title">
      <h2 id="elsewhere-title">{words.bot.showItElsewhere}</h2>
      <details>
        <summary>{words.bot.aBadgeAndACardToCopy}</summary>
        <p>
          <img src={`/badges/bots/${bot.agent_id}.svg`} alt={words.bot.theBadge} height="20" />
        </p>
        <p>{words.bot.forAReadme}</p>
        <pre class="lines" tabIndex={0} data-copy aria-label={words.bot.markdownOfTheBadge}>
          <code>{badge}</code>
        </pre>
        <p>{words.bot.forAWebPage}</p>
        <pre class="lines" tabIndex={0} data-copy aria-label={words.bot.htmlOfTheCard}>
          <code>{frame}</code>
        </pre>
        <p>
          <a href={`/feeds/bots/${bot.agent_id}.atom`}>{words.bot.itsClosesAsAnAtomFeed}</a>
        </p>
      </details>
    </section>
  );
}
