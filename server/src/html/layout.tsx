/** The frame of every page. */
import { createContext, h, type ComponentChildren, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
import { renderToString } from 'preact-render-to-string';
import type { LogSummary } from 'papertape-contract/log';
import { words } from '../words/words.ts';
import { firstLanguage, inLanguage, languages, type Language } from '../words/language.ts';
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
  /** Path of the Atom feed that tells the same. */
  readonly feed?: string;
  /** What a link to the page looks like where it is passed on; the image of the front page when it is absent. */
  readonly share?: ShareImage;
  /** After so many seconds a browser without scripts loads the page anew; absent = never. */
  readonly reloadSeconds?: number | undefined;
  /** A script that this page alone has. */
  readonly script?: 'owner';
  /** False where search engines shall leave it out; true when it is absent. */
  readonly isIndexed?: boolean;
  readonly children: ComponentChildren;
}

export interface ShareImage {
  /** `/og/bots/agt_x.png` */
  readonly path: string;
  /** Changes when the image does, such as the date of a close: who keeps images by their address gets the new one. */
  readonly version: string | null;
}

/** Addresses of the files that every page loads (assets.ts). */
export interface SiteAddresses {
  readonly style: string;
  /** Null on a page that loads no script. */
  readonly scripts: { readonly theme: string; readonly site: string; readonly owner: string } | null;
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
  /** Absent: the first one. */
  readonly language?: Language;
  /** Where the page stands in each language; absent where it stands in one alone. */
  readonly inLanguages?: Readonly<Record<Language, string>>;
  /** What addresses begin with where they have to be whole. */
  readonly baseUrl?: string;
  /** Where the page stands, in its language; absent of what has no address of its own, such as an error. */
  readonly address?: string;
  /** False where an install has left out what draws share images. */
  readonly sharesImages?: boolean;
  /** The address in the page's language of what it links to; absent in the first language. */
  readonly addressOf?: (href: string) => string;
}

/** The frame as it is now, without what belongs to one page. */
export type MakePageFrame = () => Promise<PageFrame>;

const pageFrame = createContext<PageFrame>({ site: { style: '', scripts: null } });

export function Layout(props: LayoutProps): JSX.Element {
  const { title, description, json, feed, share, reloadSeconds, script, isIndexed = true, children } = props;
  const frame = useContext(pageFrame);
  const { site, markdown, caution = null, log, language = firstLanguage, inLanguages } = frame;
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <meta name="description" content={description} />
        <meta name="color-scheme" content="light dark" />
        {site.scripts === null ? null : <script src={site.scripts.theme} />}
        <link rel="stylesheet" href={site.style} />
        {site.scripts === null ? null : <script type="module" src={site.scripts.site} />}
        {reloadSeconds === undefined ? null : (
          <noscript>
            <meta http-equiv="refresh" content={String(reloadSeconds)} />
          </noscript>
        )}
        {site.scripts === null || script === undefined ? null : <script type="module" src={site.scripts[script]} />}
        {isIndexed ? null : <meta name="robots" content="noindex" />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {json === undefined ? null : <link rel="alternate" type="application/json" href={json} />}
        {feed === undefined ? null : <link rel="alternate" type="application/atom+xml" href={feed} title={title} />}
        {markdown === undefined ? null : <link rel="alternate" type="text/markdown" href={markdown} />}
        <link rel="describedby" type="text/markdown" href="/llms.txt" />
        {frame.address === undefined || !isIndexed ? null : (
          <Shared title={title} description={description} share={share} frame={frame} />
        )}
        {inLanguages === undefined ? null : <OtherLanguages at={inLanguages} baseUrl={frame.baseUrl ?? ''} />}
      </head>
      <body data-words={site.scripts === null ? undefined : JSON.stringify(words.island)}>
        <SkipLink />
        <Top language={language} inLanguages={inLanguages} caution={caution} />
        <main id="main" class="wrap" tabIndex={-1}>
          {children}
        </main>
        <Foot log={log} markdown={markdown} />
      </body>
    </html>
  );
}

type SharedProps = Pick<LayoutProps, 'title' | 'description'> & {
  readonly share: ShareImage | undefined;
  readonly frame: PageFrame;
};

const homeImage: ShareImage = { path: '/og/home.png', version: null };

/** What a link to the page shows elsewhere (https://ogp.me); all addresses are whole. */
function Shared({ title, description, share = homeImage, frame }: SharedProps): JSX.Element {
  const { baseUrl = '', address = '', sharesImages = false, language = firstLanguage } = frame;
  const query = new URLSearchParams({
    ...(language === firstLanguage ? {} : { lang: language }),
    ...(share.version === null ? {} : { v: share.version }),
  }).toString();
  return (
    <>
      <link rel="canonical" href={baseUrl + address} />
      <meta property="og:site_name" content="Papertape" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={baseUrl + address} />
      {sharesImages ? (
        <>
          <meta property="og:image" content={`${baseUrl}${share.path}${query === '' ? '' : `?${query}`}`} />
          <meta property="og:image:type" content="image/png" />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={words.share.cardOf(title)} />
        </>
      ) : null}
      <meta name="twitter:card" content={sharesImages ? 'summary_large_image' : 'summary'} />
    </>
  );
}

/** Each names all of them, itself among them: that is how search engines believe it. */
function OtherLanguages({ at, baseUrl }: { at: Readonly<Record<Language, string>>; baseUrl: string }): JSX.Element {
  return (
    <>
      {languages.map((of) => (
        <link key={of} rel="alternate" hreflang={of} href={baseUrl + at[of]} />
      ))}
      <link rel="alternate" hreflang="x-default" href={baseUrl + at[firstLanguage]} />
    </>
  );
}

export function page(element: JSX.Element, frame: PageFrame): string {
  const { language = firstLanguage, addressOf } = frame;
  const html = inLanguage(language, () => renderToString(h(pageFrame.Provider, { value: frame, children: element })));
  return `<!doctype html>\n${addressOf === undefined ? html : withAddresses(html, addressOf)}\n`;
}

/**
 * Links and forms of the page lead on in its language. Attributes are found in the text, since the renderer writes no quotation mark into a text or a
 * value; the link to the same page in another language stays as it is.
 */
function withAddresses(html: string, addressOf: (href: string) => string): string {
  return html.replaceAll(
    /(?<!hreflang="[\w-]+") (href|action)="(\/[^"]*)"/g,
    (_, name: string, href: string) => ` ${name}="${addressOf(href)}"`,
  );
}
