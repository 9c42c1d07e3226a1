/** The frame of every page. */
import { createContext, h, type ComponentChildren, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { renderToString } from 'preact-render-to-string';
import type { LogSummary } from 'papertape-contract/log';
import { Foot, SkipLink, Top } from './frame.tsx';

export const htmlType = 'text/html; charset=utf-8';

/** Sent with every page: nothing from elsewhere, no script but the files of the site, no frame, no text that becomes markup. */
export const pageHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

export interface LayoutProps {
  readonly title: string;
  readonly description: string;
  /** The same content for machines. */
  readonly json?: string;
  readonly children: ComponentChildren;
}

/** Addresses of the files that every page loads (assets.ts). */
export interface SiteAddresses {
  readonly style: string;
  /** Null on a page that loads no script. */
  readonly scripts: { readonly theme: string; readonly site: string } | null;
}

/** What a page is sent with. */
export interface PageFrame {
  readonly site: SiteAddresses;
  /** The address of the page as Markdown; absent when there is none. */
  readonly markdown?: string;
  /** What stands above every page: why the league is no competition. */
  readonly caution?: string | null;
  /** Who outside saw the last mark; absent where nobody asked. */
  readonly log?: LogSummary;
}

/** The frame as it is now, without what belongs to one page. */
export type MakePageFrame = () => Promise<PageFrame>;

const pageFrame = createContext<PageFrame>({ site: { style: '', scripts: null } });

export function Layout({ title, description, json, children }: LayoutProps): JSX.Element {
  const { site, markdown, caution = null, log } = useContext(pageFrame);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        {site.scripts === null ? null : <script src={site.scripts.theme} />}
        <link rel="stylesheet" href={site.style} />
        {site.scripts === null ? null : <script type="module" src={site.scripts.site} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {json === undefined ? null : <link rel="alternate" type="application/json" href={json} />}
        {markdown === undefined ? null : <link rel="alternate" type="text/markdown" href={markdown} />}
        <link rel="describedby" type="text/markdown" href="/llms.txt" />
      </head>
      <body>
        <SkipLink />
        <Top />
        {caution === null ? null : (
          <p class="caution" role="note">
            {caution}
          </p>
        )}
        <main id="main" class="wrap" tabIndex={-1}>
          {children}
        </main>
        <Foot log={log} markdown={markdown} />
      </body>
    </html>
  );
}

export function page(element: JSX.Element, frame: PageFrame): string {
  return `<!doctype html>\n${renderToString(h(pageFrame.Provider, { value: frame, children: element }))}\n`;
}
