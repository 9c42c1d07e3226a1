/** Files beside the pages, at fixed addresses: the style sheet, the icon, where crawlers may go, and which pages there are. */
import { document, unlisted } from 'papertape-contract/operation';
import { optionalText } from 'papertape-contract/parameters';
import { kept } from 'papertape-contract/replies';
import { favicon, styleSheet } from '../html/assets.ts';
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

export const getStyleSheet = unlisted({
  path: '/style.css',
  freshness: 'kept',
  headers: forAnHour,
  query: { v: optionalText({}, { description: 'Version of the sheet: a new one has a new address.', example: '1' }) },
  answer: document('text/css; charset=utf-8'),
  handle: async () => kept('files', async () => styleSheet),
});

/** The pages that are not of one league. Bots and makers are found from the boards, which list them all. */
const pages: readonly string[] = ['/', '/seats', '/giving', '/incidents', '/figures', '/errors', '/docs'];

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
