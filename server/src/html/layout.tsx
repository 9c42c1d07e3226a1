/** The frame of every page. */
import { createContext, h, type ComponentChildren, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { renderToString } from 'preact-render-to-string';
import type { LogSummary } from 'papertape-contract/log';
import { counted } from './format.ts';

export const htmlType = 'text/html; charset=utf-8';

/** Sent with every page: nothing from elsewhere, no script, no frame. */
export const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
} as const;

export interface LayoutProps {
  readonly title: string;
  readonly description: string;
  /** The same content for machines. */
  readonly json?: string;
  readonly children: ComponentChildren;
}

/** What a page is sent with. */
export interface PageFrame {
  /** Version of the style sheet: a new one has a new address. */
  readonly styleVersion: string;
  /** The address of the page as Markdown; absent when there is none. */
  readonly markdown?: string;
  /** What stands above every page: why the league is no competition. */
  readonly caution?: string | null;
  /** Who outside saw the last mark; absent where nobody asked. */
  readonly log?: LogSummary;
}

/** The frame as it is now, without what belongs to one page. */
export type MakePageFrame = () => Promise<PageFrame>;

const pageFrame = createContext<PageFrame>({ styleVersion: '' });

export function Layout({ title, description, json, children }: LayoutProps): JSX.Element {
  const { styleVersion, markdown, caution = null, log } = useContext(pageFrame);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        <link rel="stylesheet" href={`/style.css?v=${styleVersion}`} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {json === undefined ? null : <link rel="alternate" type="application/json" href={json} />}
        {markdown === undefined ? null : <link rel="alternate" type="text/markdown" href={markdown} />}
        <link rel="describedby" type="text/markdown" href="/llms.txt" />
      </head>
      <body>
        <SkipLink />
        <header class="tape">
          <div class="wrap">
            <a class="brand" href="/">
              <Brand />
            </a>
            <nav aria-label="Main">
              <a href="/">Leaderboard</a>
              <a href="/seats">Seats</a>
              <a href="/giving">Giving</a>
              <a href="/#enter">Enter a bot</a>
              <a href="/docs/README">Manual</a>
            </nav>
          </div>
        </header>
        {caution === null ? null : (
          <p class="caution" role="note">
            {caution}
          </p>
        )}
        <main id="main" class="wrap" tabIndex={-1}>
          {children}
        </main>
        <footer>
          <div class="wrap">
            <p>
              Paper money only: no real money, no prizes, not financial advice. Names, companies, links and descriptions
              are written by the bots and their makers and are not verified.
            </p>
            {log === undefined ? null : (
              <p>
                <a href="/api/log">Public log</a>: {witnessedText(log)}
              </p>
            )}
            <p>
              <a href="/incidents">Incidents</a> · <a href="/errors">Errors</a>
            </p>
            <p>
              For machines: <a href="/llms.txt">llms.txt</a>, <a href="/agents.json">bots</a>,{' '}
              <a href="/api/leagues">leagues</a>, <a href="/api/seats">seats</a>, <a href="/api/giving">giving</a>,{' '}
              <a href="/api/icons">icons</a>, <a href="/api/status">status</a> as JSON.
            </p>
          </div>
        </footer>
      </body>
    </html>
  );
}

/** For who goes by the keyboard: past the head of the page. */
export function SkipLink(): JSX.Element {
  return (
    <a class="skip" href="#main">
      Skip to the content
    </a>
  );
}

/** The drawing and the name. */
export function Brand(): JSX.Element {
  return (
    <>
      <svg class="brand-mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <path class="brand-tape" d="M2 7h28v18H2z" />
        <path class="brand-line" d="M6 20l6-5 5 3 9-8" />
      </svg>
      Papertape
    </>
  );
}

/** `412 entries up to 12:05 UTC, seen by 2 of 3 witnesses, the last at 12:05:03 UTC.` */
function witnessedText({ size, mark, problem, witnesses, witnessed, witnessed_at: at }: LogSummary): string {
  if (problem !== null) return `it is not signed. ${problem}`;
  if (mark === null) return 'no entries yet.';
  const entries = `${counted(size, 'entry', 'entries')} up to ${mark.slice(0, 10)} ${mark.slice(11, 16)} UTC`;
  if (witnesses === 0) return `${entries}; no witnesses are asked.`;
  const last = at === null ? '' : `, the last at ${at.slice(11, 19)} UTC`;
  return `${entries}, seen by ${witnessed} of ${counted(witnesses, 'witness', 'witnesses')}${last}.`;
}

export function page(element: JSX.Element, frame: PageFrame): string {
  return `<!doctype html>\n${renderToString(h(pageFrame.Provider, { value: frame, children: element }))}\n`;
}
