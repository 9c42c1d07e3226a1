/** Files beside the pages: the style sheet, the scripts, the icon, where crawlers may go, and which pages there are. */
import { document, unlisted } from 'papertape-contract/operation';
import { productIds } from 'papertape-contract/product-ids';
import { kept } from 'papertape-contract/replies';
import { favicon, ownerScript, siteScript, style, themeScript } from '../html/assets.ts';
import { leagues } from '../league/catalogue.ts';
import { addressOfPage } from '../manual/address.ts';
import { manualFiles } from '../manual/files.ts';
import { forAnHour } from '../published/described-service.ts';
import type { MarketView } from '../read/snapshot.ts';
import { firstLanguage, languages, type Language } from '../words/language.ts';
import { boardHref, championsHref, ladderHref, marketHref, roundsHref, rulesHref } from './links.tsx';

export const getRobots = unlisted({
  path: '/robots.txt',
  freshness: 'kept',
  headers: forAnHour,
  answer: document('text/plain; charset=utf-8'),
  handle: async (_, { baseUrl }: { readonly baseUrl: () => string }) => kept('files', async () => robots(baseUrl())),
});

export const getSitemap = unlisted({
  path: '/sitemap.xml',
  freshness: 'kept',
  headers: forAnHour,
  answer: document('application/xml; charset=utf-8'),
  handle: async (_, { baseUrl, market }: { readonly baseUrl: () => string; readonly market: MarketView }) =>
    kept('*', async () => {
      const { settings } = await market.snapshot();
      const listed = leagues.filter((l) => settings.get(l.id)?.hidden === undefined);
      const local = [...pages, ...listed.flatMap(pagesOfLeague)];
      const manual = [...manualFiles().documents].map(addressOfPage);
      return sitemap(baseUrl(), local, [...pagesInEnglish, ...manual]);
    }),
});

/** Pages name the drawing by its second address; the first is asked for by whoever has read no page. */
export const getFavicon = unlisted({
  path: '/favicon.ico',
  alsoAt: ['/favicon.svg'],
  freshness: 'kept',
  headers: forAnHour,
  answer: document('image/svg+xml'),
  handle: async () => kept('files', async () => favicon),
});

const forEver = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/** The style sheet and the scripts. A changed one has a new address, so each is kept for ever. */
export const getSiteFiles = [style, themeScript, siteScript, ownerScript].map(({ address, kind, text }) =>
  unlisted({
    path: address,
    freshness: 'kept',
    headers: forEver,
    answer: document(kind === 'style' ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'),
    handle: async () => kept('files', async () => text),
  }),
);

function pagesOfLeague({ id, kind }: (typeof leagues)[number]): string[] {
  const own = kind.takes === 'answers' ? roundsHref(id) : marketHref(id);
  return [boardHref(id), championsHref(id), ladderHref(id), rulesHref(id), own];
}

/** The pages that are not of one league. Bots and makers are found from the boards, and rounds from the lists of them, which list them all. */
const pages: readonly string[] = [
  '/',
  '/leagues',
  '/champions',
  '/bots',
  '/search',
  '/compare',
  '/seats',
  '/giving',
  '/showcase',
  '/incidents',
  '/status',
  '/marks',
  '/makers',
  '/newsletter',
  '/extras',
  ...productIds.map((id) => `/extras/${id}`),
  '/sponsor',
  '/register',
];

const pagesInEnglish: readonly string[] = ['/figures', '/errors', '/docs'];

function robots(baseUrl: string): string {
  return `# Bots are who this place is for.
User-agent: *
Allow: /

Sitemap: ${baseUrl}/sitemap.xml
`;
}

/**
 * https://www.sitemaps.org/protocol.html, and https://developers.google.com/search/docs/specialty/international/localized-versions: each
 * address of a page names those of all its languages, itself among them.
 * @param local paths of pages that stand in each language. @param inEnglish paths of those that stand in one.
 */
function sitemap(baseUrl: string, local: readonly string[], inEnglish: readonly string[]): string {
  const whole = (path: string): string => `${baseUrl}${path}`.replaceAll('&', '&amp;');
  const entries = local.flatMap((path) => {
    const hrefs = languages.map((of) => [of, whole(inLanguagePath(of, path))] as const);
    const links = [...hrefs, ['x-default', whole(path)] as const].map(
      ([of, href]) => `<xhtml:link rel="alternate" hreflang="${of}" href="${href}"/>`,
    );
    return hrefs.map(([, href]) => `<url><loc>${href}</loc>${links.join('')}</url>`);
  });
  const plain = inEnglish.map((path) => `<url><loc>${whole(path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${[...entries, ...plain].join('\n')}
</urlset>
`;
}

function inLanguagePath(of: Language, path: string): string {
  if (of === firstLanguage) return path;
  return path === '/' ? `/${of}` : `/${of}${path}`;
}
