/** A page: HTML for people and, a `.md` further, the same as Markdown. Both are ready bytes, and each names the other (llmstxt.org). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { h, type JSX } from 'preact';
import { ApiError } from 'papertape-contract/errors';
import { ErrorPage, type ErrorPageProps } from '../pages/error-page.tsx';
import { htmlType, page as html, pageHeaders, type MakePageFrame, type PageFrame } from '../html/layout.tsx';
import { markdownOf, markdownType, type MarkdownAddresses } from '../html/markdown.ts';
import { MovedPage, NoSuchPage, type AnyPage } from '../feature/page.ts';
import type { MarketView } from '../read/snapshot.ts';
import type { Handler, Routes } from './http.ts';
import { pageOfAlternate } from './alternates.ts';
import { headersOfEveryAnswer } from './headers.ts';
import { firstLanguage, inLanguage, languages, type Language } from '../words/language.ts';
import { keptUrl } from './kept-url.ts';
import { localNow, withLanguage } from './local-addresses.ts';
import type { ReadyBytes } from './ready-bytes.ts';
import { queryReader, type Query } from './read-request.ts';
import { sendReady } from './reply.ts';
import type { ErrorTexts } from './send-error.ts';

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
    const query = readQuery(queryOf(request, page.lists));
    return { params, query, found } as never;
  }
  const plainAt = (request: FastifyRequest): string =>
    keptUrl({ url: request.url, query: queryOf(request, page.lists) }, known);
  // What is kept for a language is kept under its address.
  const keptAt = (request: FastifyRequest): string => withLanguage(languageNow(), plainAt(request));
  const make = async (request: FastifyRequest): Promise<JSX.Element> => page.make(await read(request), services);
  const alternateOf = (href: string): string | undefined => {
    const alternate = routes.alternateOf(href);
    return alternate && (localNow()?.addressOf(alternate) ?? alternate);
  };
  /** Of the page whose Markdown is asked for. */
  const pageOf = (request: FastifyRequest): string =>
    withLanguage(languageNow(), pageOfAlternate(addressOf(plainAt(request))));
  const asMarkdown = (element: JSX.Element, request: FastifyRequest): string =>
    inLanguage(languageNow(), () => markdownOf(element, { page: pageOf(request), alternateOf, caution }));
  const placeOf = (request: FastifyRequest): Pick<PageFrame, 'address' | 'inLanguages'> => {
    const plain = addressOf(plainAt(request));
    if (page.isInEnglishOnly) return { address: plain };
    return { address: withLanguage(languageNow(), plain), inLanguages: atEachLanguage(plain) };
  };
  routes.page(
    path,
    withErrors(
      async (reply, props) => sendErrorPage(reply, props, await deps.pageFrame()),
      (href) => localNow()?.addressOf(href) ?? href,
      async (request, reply) => {
        const alternate = alternateOf(addressOf(plainAt(request))) ?? '';
        const link = `${guide}, <${alternate}>; rel="alternate"; type="text/markdown"`;
        const headers = { ...pageHeaders, ...variesWithAccept, Link: link };
        const text = async (): Promise<string> =>
          html(await make(request), { ...(await deps.pageFrame()), ...placeOf(request), markdown: alternate });
        if (page.isOfOneView) return sendUnkept(reply, headers, htmlType, await text());
        return await sendReady(deps, request, reply, page.topic, htmlType, keptAt(request), text, headers);
      },
    ),
    withErrors(
      (reply, props, request) =>
        reply
          .code(props.status)
          .headers({ ...variesWithAccept, 'Cache-Control': 'no-store' })
          .type(markdownType)
          .send(asMarkdown(h(ErrorPage, props), request)),
      (href) => alternateOf(href) ?? href,
      async (request, reply) => {
        const link = `${guide}, <${pageOf(request)}>; rel="canonical"; type="text/html"`;
        const { markdown } = page;
        const text = async (): Promise<string> =>
          markdown ? await markdown(await read(request), services) : asMarkdown(await make(request), request);
        const headers = { ...variesWithAccept, Link: link };
        if (page.isOfOneView) return sendUnkept(reply, headers, markdownType, await text());
        const topic = markdown ? 'documents' : page.topic;
        return await sendReady(deps, request, reply, topic, markdownType, keptAt(request), text, headers);
      },
    ),
    page.isInEnglishOnly,
  );
}

/** What is of one view is kept nowhere: nothing would tell that it is old. */
function sendUnkept(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  type: string,
  text: string,
): FastifyReply {
  return reply
    .headers({ ...headers, 'Cache-Control': 'no-store' })
    .type(type)
    .send(text);
}

/** Path and known query as they may stand in a header: what would end a link there is escaped. */
function addressOf(kept: string): string {
  const { pathname, search } = new URL(kept, 'http://page');
  return pathname + search;
}

/** @param lists parameters that may stand more than once: they are one here. */
function queryOf({ query }: FastifyRequest, lists: readonly string[]): Query {
  const values = query as Query;
  const joined = lists.flatMap((name) => (Array.isArray(values[name]) ? [[name, values[name].join(',')]] : []));
  return joined.length === 0 ? values : { ...values, ...Object.fromEntries(joined) };
}

function languageNow(): Language {
  return localNow()?.language ?? firstLanguage;
}

function atEachLanguage(address: string): Readonly<Record<Language, string>> {
  return Object.fromEntries(languages.map((of) => [of, withLanguage(of, address)])) as Record<Language, string>;
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

/** The same for failures outside of pages (send-error.ts). The frame names no state of the log: the database may be what failed. */
export function createErrorTexts(frame: PageFrame): ErrorTexts {
  const at: MarkdownAddresses = { page: '/', alternateOf: () => undefined, caution: frame.caution ?? null };
  return (props) => ({
    html: () => html(h(ErrorPage, props), { ...frame, ...localNow() }),
    markdown: () => inLanguage(languageNow(), () => markdownOf(h(ErrorPage, props), at)),
  });
}
