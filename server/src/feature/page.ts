/**
 * A page for people, declared in the room that owns it: its address, the query that it reads, and how it is made. HTML and Markdown are
 * both made of the one element (web/run-page.ts), so that they say the same; a page that is made of Markdown says so, and is served as
 * that Markdown, too.
 *
 * Example: a page of a bot.
 *
 *     export const notesPage = page({
 *       path: '/bots/{agent_id}/notes',
 *       query: paging,
 *       make: async ({ params, query }, { db }: { db: Db }) => <NotesPage notes={await notesOf(db, params.agent_id, query.page)} />,
 *     });
 */
import type { ParamsOf } from 'papertape-contract/call';
import type { QueryOf, QueryShape } from 'papertape-contract/parameters';
import type { JSX } from 'preact';

/** What a page is in a list. `Deps` is what its maker needs of the house. */
export interface AnyPage<Deps = never> {
  /** As an operation's: `/bots/{agent_id}`. */
  readonly path: string;
  readonly reads: QueryShape;
  /** Parameters that may stand more than once, as check boxes send them: they are read as one, joined by commas. */
  readonly lists: readonly string[];
  /** What it is kept until: `*`, or `*showcase` where changes of that room show in it. */
  readonly topic: '*' | `*${string}`;
  readonly find: ((asked: never, deps: Deps) => unknown) | undefined;
  readonly make: (asked: never, deps: Deps) => Promise<JSX.Element>;
  readonly markdown: ((asked: never, deps: Deps) => Promise<string>) | undefined;
  /** Is the HTML made anew for each view, and kept by nobody? */
  readonly isOfOneView: boolean;
  /** Is what it shows written in English, whatever the language of the reader? Then it stands at one address. */
  readonly isInEnglishOnly: boolean;
}

interface Asked<Path extends string, Query extends QueryShape, Found> {
  readonly params: ParamsOf<Path>;
  readonly query: QueryOf<Query>;
  readonly found: Found;
}

interface Declaration<Path extends string, Query extends QueryShape, Found, Deps, EarlyDeps> {
  readonly path: Path;
  readonly query?: Query;
  /** See AnyPage; none when it is absent. */
  readonly lists?: readonly string[];
  readonly topic?: `*${string}`;
  /** Finds what the path names, before the query is read. Throws ApiError when it is not there. */
  readonly find?: (asked: { readonly params: ParamsOf<Path> }, deps: EarlyDeps) => Promise<Found>;
  /** The page; it is kept until anything changes, so it names instants and no time left. Throws NoSuchPage, MovedPage or ApiError. */
  readonly make: (asked: Asked<Path, Query, Found>, deps: Deps) => Promise<JSX.Element>;
  /** The Markdown that the page is made of; absent where the Markdown is made of the page. It is the same until the service is started anew. */
  readonly markdown?: (asked: Asked<Path, Query, Found>, deps: Deps) => Promise<string>;
  /** True where something on the page is of this view alone, such as what tells a repetition of its form. False when it is absent. */
  readonly isOfOneView?: boolean;
  /** True where what it shows is a text in English, as a document is. False when it is absent. */
  readonly isInEnglishOnly?: boolean;
}

/** Throws NoSuchPage for a page of a list that is behind its last one. @param what begins the sentence: `This log`. */
export function needPage(page: number, pages: number, what: string, href: (page: number) => string): void {
  if (page <= pages) return;
  const back = { href: href(pages), text: 'Go to the last page' };
  throw new NoSuchPage(`${what} has no page ${page}; its last one is ${pages}.`, back);
}

export function page<
  const Path extends string,
  Query extends QueryShape = Record<never, never>,
  Found = undefined,
  Deps = unknown,
  EarlyDeps = unknown,
>({
  path,
  query,
  lists = [],
  topic = '*',
  find,
  make,
  markdown,
  isOfOneView = false,
  isInEnglishOnly = false,
}: Declaration<Path, Query, Found, Deps, EarlyDeps>): AnyPage<Deps & EarlyDeps> {
  return { path, reads: query ?? {}, lists, topic, find, make, markdown, isOfOneView, isInEnglishOnly };
}

/** A page that is not there, with a way on. */
export class NoSuchPage extends Error {
  readonly back: { readonly href: string; readonly text: string };

  constructor(detail: string, back: NoSuchPage['back']) {
    super(detail);
    this.name = 'NoSuchPage';
    this.back = back;
  }
}

/** A page that has another address now. */
export class MovedPage extends Error {
  readonly href: string;

  constructor(href: string) {
    super(`It is at ${href}.`);
    this.name = 'MovedPage';
    this.href = href;
  }
}
