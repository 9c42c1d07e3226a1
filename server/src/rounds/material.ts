/** Pages and files of tasks as they are answered: their paths below an address, and the head that they are sent with. */
import { raw, type RawReply } from 'papertape-contract/replies';
import type { ShownFile } from './maker.ts';

export type Params = Readonly<Record<string, string | undefined>>;

/** A path below an address has at most so many parts. */
const parts = ['a', 'b', 'c', 'd'] as const;

/** The path patterns below an address that has so many of the parts already. */
export const below = (path: string, from: number): string[] =>
  parts.slice(from).map(
    (_, i) =>
      `${path}/${parts
        .slice(0, from + i + 1)
        .map((part) => `{${part}}`)
        .join('/')}`,
  );

/** No script, nothing from elsewhere, forms to the site itself alone. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; sandbox allow-forms",
  'X-Robots-Tag': 'noindex, noarchive',
};

export function pathOf(params: Params): string {
  return parts.flatMap((part) => params[part] ?? []).join('/');
}

export function pageReply(page: string): RawReply {
  return raw(200, pageHeaders, page);
}

export function fileReply({ type, bytes }: ShownFile): RawReply {
  const headers = { 'Content-Type': type, 'Content-Disposition': 'attachment', 'X-Robots-Tag': 'noindex' };
  return raw(200, headers, Buffer.from(bytes));
}
