/** Pages and their alternates in Markdown: the same page at its address with `.md` behind it, `/index.md` for `/` (llmstxt.org). */
import { weightsOf } from './accept.ts';

export interface Alternates {
  /** Notes a page by the path of its route, such as `/bots/:agent_id`. @returns the path of its alternate. */
  add(path: string): string;
  /** The address of a page's alternate, query and all; undefined when there is no page at that address. */
  of(url: string): string | undefined;
}

export function createAlternates(): Alternates {
  const pages: RegExp[] = [];
  return {
    add(path) {
      pages.push(new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?#.]+')}$`));
      return alternatePath(path);
    },
    of(url) {
      const path = /^[^?#]*/.exec(url)?.[0] ?? '';
      return pages.some((p) => p.test(path)) ? alternatePath(path) + url.slice(path.length) : undefined;
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
