/**
 * Pages in other languages than the first stand under a path of their own: `/fr/leagues` is `/leagues` in French. An address has one language, so answers
 * that are kept need no more than their address; Accept-Language decides nothing.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { firstLanguage, languages, type Language } from '../words/language.ts';

const prefixes = new RegExp(`^/(${languages.filter((of) => of !== firstLanguage).join('|')})(?=[/?#]|$)`);

/** `/fr/leagues?open=true` -> `fr` and `/leagues?open=true`; undefined where the address names no language. */
export function withoutLanguage(url: string): { readonly language: Language; readonly url: string } | undefined {
  const [prefix, language] = prefixes.exec(url) ?? [];
  if (prefix === undefined) return undefined;
  const rest = url.slice(prefix.length);
  return { language: language as Language, url: rest.startsWith('/') ? rest : `/${rest}` };
}

/** The other way. `/` and `fr` -> `/fr` */
export function withLanguage(language: Language, url: string): string {
  if (language === firstLanguage) return url;
  return `/${language}${/^\/(?=[?#]|$)/.test(url) ? url.slice(1) : url}`;
}

/** What the request under way is answered in. */
export interface Local {
  readonly language: Language;
  /** Of a page that there is in that language; any other address as it is. */
  readonly addressOf: (href: string) => string;
}

const store = new AsyncLocalStorage<Local>();

export function answeredIn<T>(local: Local | undefined, answer: () => T): T {
  return local === undefined ? answer() : store.run(local, answer);
}

/** Undefined where the answer is in the first language. */
export function localNow(): Local | undefined {
  return store.getStore();
}
