/** A page: HTML for people and, a `.md` further, the same as Markdown. Both are ready bytes, and each names the other (llmstxt.org). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { h, type JSX } from 'preact';
import { ApiError } from 'papertape-contract/errors';
import { ErrorPage, type ErrorPageProps } from '../pages/error-page.tsx';
import { htmlType, page as html, pageHeaders, type MakePageFrame, type PageFrame } from '../html/layout.tsx';
import { markdownOf, markdownType } from '../html/markdown.ts';
import { MovedPage, NoSuchPage, type AnyPage } from '../feature/page.ts';
import type { MarketView } from '../read/snapshot.ts';
import type { Handler, Routes } from './http.ts';
import { pageOfAlternate } from './alternates.ts';
import { headersOfEveryAnswer } from './headers.ts';
import { keptUrl } from './kept-url.ts';
import type { ReadyBytes } from './ready-bytes.ts';
import { queryReader } from './read-request.ts';
import { sendReady } from './reply.ts';

/** Both answers stand at the page's address: which one depends on Accept, too. */
const variesWithAccept = { Vary: 'Accept, Accept-Encoding' } as const;
const guide = '</llms.txt>; rel="describedby"; type="text/markdown"';

/** Adds a page and its alternate. @param services what its maker needs. */
export function addPage<Services>(
  routes: Routes,
  deps: {
    readonly ready: ReadyBytes;
    readonly market: Pick<MarketView, 'info'>;
    readonly pageFrame: MakePageFrame;
  },
  page: AnyPage<Services>,
  services: Services,
): void {
  const path = page.path.replace(/\{(\w+)\}/g, ':$1');
  const readQuery = queryReader(page.reads);
  const known = Object.keys(page.reads);
  const { caution } = deps.market.info;
  async function read(request: FastifyRequest): Promise<never> {
    const params = request.params;
    const found = await page.find?.({ params } as never, services);
    const query = readQuery(request.query as Parameters<typeof readQuery>[0]);
    return { params, query, found } as never;
  }
  const make = async (request: FastifyRequest): Promise<JSX.Element> => page.make(await read(request), services);
  const asMarkdown = (element: JSX.Element, request: FastifyRequest): string =>
    markdownOf(element, {
      page: pageOfAlternate(addressOf(request, known)),
      alternateOf: (href) => routes.alternateOf(href),
      caution,
    });
  routes.page(
    path,
    withErrors(
      async (reply, props) => sendErrorPage(reply, props, await deps.pageFrame()),
      (href) => href,
      async (request, reply) => {
        const alternate = routes.alternateOf(addressOf(request, known)) ?? '';
        const link = `${guide}, <${alternate}>; rel="alternate"; type="text/markdown"`;
        const headers = { ...pageHeaders, ...variesWithAccept, Link: link };
        return await sendReady(
          deps,
          request,
          reply,
          '*',
          htmlType,
          keptUrl(request, known),
          async () => html(await make(request), { ...(await deps.pageFrame()), markdown: alternate }),
          headers,
        );
      },
    ),
    withErrors(
      (reply, props, request) =>
        reply
          .code(props.status)
          .headers({ ...variesWithAccept, 'Cache-Control': 'no-store' })
          .type(markdownType)
          .send(asMarkdown(h(ErrorPage, props), request)),
      (href) => routes.alternateOf(href) ?? href,
      async (request, reply) => {
        const link = `${guide}, <${pageOfAlternate(addressOf(request, known))}>; rel="canonical"; type="text/html"`;
        const { markdown } = page;
        const text = async (): Promise<string> =>
          markdown ? await markdown(await read(request), services) : asMarkdown(await make(request), request);
        const topic = markdown ? 'documents' : '*';
        return await sendReady(deps, request, reply, topic, markdownType, keptUrl(request, known), text, {
          ...variesWithAccept,
          Link: link,
        });
      },
    ),
  );
}

/** Path and known query as they may stand in a header: what would end a link there is escaped. */
function addressOf(request: FastifyRequest, known: readonly string[]): string {
  const { pathname, search } = new URL(keptUrl(request, known), 'http://page');
  return pathname + search;
}

function withErrors(
  sendError: (
    reply: FastifyReply,
    props: ErrorPageProps,
    request: FastifyRequest,
  ) => FastifyReply | Promise<FastifyReply>,
  addressOfMoved: (href: string) => string,
  handler: Handler,
): Handler {
  return async (request, reply) => {
    try {
      return await handler(request, reply);
    } catch (e) {
      if (e instanceof MovedPage)
        return await reply
          .code(301)
          .headers({ ...headersOfEveryAnswer, ...variesWithAccept, 'Cache-Control': 'public, max-age=3600' })
          .header('Location', addressOfMoved(e.href))
          .send();
      if (e instanceof NoSuchPage)
        return await sendError(reply, { status: 404, detail: e.message, back: e.back }, request);
      if (!(e instanceof ApiError) || e.status >= 500) throw e;
      const back = { href: '/', text: 'Go to the leaderboard' };
      return await sendError(reply, { status: e.status, detail: e.message, back }, request);
    }
  };
}

function sendErrorPage(reply: FastifyReply, props: ErrorPageProps, frame: PageFrame): FastifyReply {
  return reply
    .code(props.status)
    .headers({ ...pageHeaders, 'Cache-Control': 'no-store' })
    .type(htmlType)
    .send(html(h(ErrorPage, props), frame));
}
