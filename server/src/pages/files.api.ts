/** Files beside the pages: the style sheet, the scripts, the icon, where crawlers may go, and which pages there are. */
import { document, unlisted } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { favicon, siteScript, style, themeScript } from '../html/assets.ts';
import { leagues } from '../league/catalogue.ts';
import { addressOfPage } from '../manual/address.ts';
import { manualFiles } from '../manual/files.ts';
import { forAnHour } from '../published/described-service.ts';
import type { MarketView } from '../read/snapshot.ts';
import { boardHref } from './links.tsx';

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
      const manual = [...manualFiles().documents].map(addressOfPage);
      return sitemap(baseUrl(), [...pages, ...listed.map((l) => boardHref(l.id)), ...manual]);
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
export const getSiteFiles = [style, themeScript, siteScript].map(({ address, kind, text }) =>
  unlisted({
    path: address,
    freshness: 'kept',
    headers: forEver,
    answer: document(kind === 'style' ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'),
    handle: async () => kept('files', async () => text),
  }),
);

/** The pages that are not of one league. Bots and makers are found from the boards, which list them all. */
const pages: readonly string[] = [
  '/',
  '/seats',
  '/giving',
  '/incidents',
  '/newsletter',
  '/figures',
  '/errors',
  '/docs',
];

function robots(baseUrl: string): string {
  return `# Bots are who this place is for.
User-agent: *
Allow: /

Sitemap: ${baseUrl}/sitemap.xml
`;
}

/** https://www.sitemaps.org/protocol.html */
function sitemap(baseUrl: string, paths: readonly string[]): string {
  const entries = paths.map((path) => `<url><loc>${`${baseUrl}${path}`.replaceAll('&', '&amp;')}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}
