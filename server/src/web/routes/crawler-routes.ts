/** What crawlers ask for at fixed addresses: where they may go, which pages there are, and the icon. */
import { leagues } from '../../league/catalogue.ts';
import type { Routes } from '../http.ts';
import { boardHref } from '../../pages/board-weeks.tsx';
import { favicon } from '../../html/favicon.ts';
import type { RouteDeps } from './deps.ts';
import { sendReady } from './reply.ts';

const forAnHour = { 'Cache-Control': 'public, max-age=3600' };

export function crawlerRoutes(routes: Routes, deps: RouteDeps): void {
  routes.get('/robots.txt', async (request, reply) =>
    sendReady(
      deps,
      request,
      reply,
      'files',
      'text/plain; charset=utf-8',
      async () => robots(deps.baseUrl()),
      forAnHour,
    ),
  );
  routes.get('/sitemap.xml', async (request, reply) =>
    sendReady(
      deps,
      request,
      reply,
      '*',
      'application/xml; charset=utf-8',
      async () => {
        const { settings } = await deps.market.snapshot();
        const listed = leagues.filter((l) => settings.get(l.id)?.hidden === undefined);
        return sitemap(deps.baseUrl(), [...pages, ...listed.map((l) => boardHref(l.id))]);
      },
      forAnHour,
    ),
  );
  // Pages name the drawing by its own address; this one is asked for by whoever has read no page.
  routes.get('/favicon.ico', async (request, reply) =>
    sendReady(deps, request, reply, 'files', 'image/svg+xml', async () => favicon, forAnHour),
  );
}

/** The pages that are not of one league. Bots and makers are found from the boards, which list them all. */
const pages: readonly string[] = ['/', '/seats', '/giving', '/incidents', '/figures', '/errors'];

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
