/** The public list of endings of names (tldts), loaded with the first name that is looked up: a service at rest would keep 13 MB of it for nothing. */
import { createRequire } from 'node:module';
import type { parse } from 'tldts';

let list: { readonly parse: typeof parse } | undefined;

/** @returns the domain that a host in lower case is of; undefined when its ending is none of the public list. */
export function domainOf(host: string): string | undefined {
  list ??= createRequire(import.meta.url)('tldts') as NonNullable<typeof list>;
  const { isIcann, domain } = list.parse(host, { allowPrivateDomains: false, extractHostname: false });
  return isIcann === true && domain !== null ? domain : undefined;
}
