/** Which addresses there are in other languages, and which language a request asked for. */
import type { IncomingMessage } from 'node:http';
import { pageOfAlternate, type Alternates } from './alternates.ts';
import type { KnownPaths } from './known-paths.ts';
import { withLanguage, withoutLanguage, type Local } from './local-addresses.ts';

export interface LocalPages {
  /** The address without its language, which is kept for `of`. */
  plainUrl(request: IncomingMessage): string;
  /** Undefined where a request named no language. */
  of(request: IncomingMessage): Local | undefined;
  /** The alternate in Markdown of the page at an address, in the language of the address. */
  alternateOf(url: string): string | undefined;
}

export function createLocalPages(alternates: Alternates, paths: KnownPaths): LocalPages {
  const asked = new WeakMap<IncomingMessage, Local>();
  const hasForm = (url: string): boolean => paths.addressAt('POST', url)?.operation?.takesForm === true;
  // Where nothing stands at all a reader is told so in the language of the address.
  const isThere = (url: string): boolean =>
    alternates.isLocal(url) || (!url.startsWith('/api/') && (hasForm(url) || paths.methodsAt(url) === undefined));

  return {
    plainUrl(request) {
      const { url = '/' } = request;
      const named = withoutLanguage(url);
      if (named === undefined || !isThere(named.url)) return url;
      const { language } = named;
      const addressOf = (href: string): string => (alternates.isLocal(href) ? withLanguage(language, href) : href);
      asked.set(request, { language, addressOf });
      return named.url;
    },
    of: (request) => asked.get(request),
    alternateOf(url) {
      const named = withoutLanguage(url);
      if (named === undefined) return alternates.of(url);
      const alternate = alternates.isLocal(named.url) ? alternates.of(pageOfAlternate(named.url)) : undefined;
      return alternate && withLanguage(named.language, alternate);
    },
  };
}
