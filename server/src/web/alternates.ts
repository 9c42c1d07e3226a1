/** Pages and their alternates in Markdown: the same page at its address with `.md` behind it, `/index.md` for `/` (llmstxt.org). */
import { weightsOf } from './accept.ts';

export interface Alternates {
  /** Notes a page by the path of its route, such as `/bots/:agent_id`. @returns the path of its alternate. */
  add(path: string, isInEnglishOnly?: boolean): string;
  /** The address of a page's alternate, query and all; undefined when there is no page at that address. */
  of(url: string): string | undefined;
  /** Does a page, or its alternate, stand at the address that has other languages, too? */
  isLocal(url: string): boolean;
}

export function createAlternates(): Alternates {
  const pages: RegExp[] = [];
  const local: RegExp[] = [];
  return {
    add(path, isInEnglishOnly = false) {
      const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?#.]+')}$`);
      pages.push(pattern);
      if (!isInEnglishOnly) local.push(pattern);
      return alternatePath(path);
    },
    of(url) {
      const path = /^[^?#]*/.exec(url)?.[0] ?? '';
      return pages.some((p) => p.test(path)) ? alternatePath(path) + url.slice(path.length) : undefined;
    },
    isLocal(url) {
      const path = /^[^?#]*/.exec(pageOfAlternate(url))?.[0] ?? '';
      return local.some((p) => p.test(path));
    },
  };
}

function alternatePath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`;
}

/** The address of the page whose alternate stands at `url`, query and all. */
export function pageOfAlternate(url: string): string {
  return url.replace(/^(?:\/index)?(.*?)\.md(?=[?#]|$)/, (_, path: string) => (path === '' ? '/' : path));
}

/**
 * Does an Accept header ask for Markdown rather than HTML? Only where it names it, at least as dear as HTML (RFC 9110, 12.5.1):
 * browsers never do.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/markdown/i.test(accept)) return false;
  const weights = weightsOf(accept);
  const markdown = weights.get('text/markdown') ?? 0;
  return markdown > 0 && markdown >= (weights.get('text/html') ?? 0);
}

/** Does an Accept header ask for a page for people? Only where it names HTML, dearer than JSON: browsers do when a person goes to an address, and programs that take anything do not. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/html/i.test(accept)) return false;
  const weights = weightsOf(accept);
  const html = weights.get('text/html') ?? 0;
  return html > 0 && html > Math.max(0, ...[...weights].flatMap(([type, q]) => (type.endsWith('json') ? [q] : [])));
}
