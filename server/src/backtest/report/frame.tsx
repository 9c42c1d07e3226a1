/** The frame of a report: one file that needs nothing from elsewhere, in the dress of the service's pages. */
import type { ComponentChildren, JSX } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { dateText } from '../../html/format.ts';
import { style } from '../../html/assets.ts';
import { Brand, SkipLink } from '../../html/frame.tsx';
import { isoDate } from '../../lib/clock.ts';
import type { RunFacts } from '../json.ts';
import type { Run } from '../run.ts';
import { whenText } from '../text.ts';

/** What reports have and pages do not. */
const reportStyle = `
.plain td.meaning, .wraps tbody th { white-space: normal; }
.plain td.meaning { min-width: 16rem; }
.verdict { font-weight: 600; }
main h2 { margin-bottom: 8px; }
`;

/** Nothing is loaded, nothing runs. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

interface FrameProps {
  readonly title: string;
  /** What the report is of: beside the name of the service. */
  readonly of?: string;
  /** The last sentence of the page. */
  readonly closing?: string;
  readonly children: ComponentChildren;
}

const backtestClosing =
  'Paper money on recorded prices. A strategy that was chosen because it did well here has done well here; it says little about what comes. Not financial advice.';

export function reportPage({ title, of = 'Backtest', closing = backtestClosing, children }: FrameProps): string {
  return `<!doctype html>\n${renderToString(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: style.text + reportStyle }} />
      </head>
      <body>
        <SkipLink />
        <header class="top">
          <div class="wrap">
            <span class="brand">
              <Brand />
            </span>
            <span class="muted">{of}</span>
          </div>
        </header>
        <main id="main" class="wrap" tabIndex={-1}>
          {children}
        </main>
        <footer>
          <div class="wrap">
            <p>{closing}</p>
          </div>
        </footer>
      </body>
    </html>,
  )}\n`;
}

interface HeadProps {
  readonly title: ComponentChildren;
  readonly run: Run;
  readonly facts: RunFacts;
  readonly children: ComponentChildren;
}

/** What was played, on which prices, and when. */
export function Head({ title, run, facts, children }: HeadProps): JSX.Element {
  return (
    <section aria-labelledby="title">
      <h1 id="title">{title}</h1>
      <p class="lead">
        {facts.league}, {dateText(isoDate(run.from))} to {dateText(isoDate(run.to))}. {whenText(facts.every)}
      </p>
      <p class="source source-made">
        <strong>Replay</strong>
        {facts.prices}
      </p>
      {children}
    </section>
  );
}
