/** What the pages at /operator have in common: none is kept, read by another site, found by a search or allowed to load anything. */
import { raw, type RawReply } from 'papertape-contract/replies';
import type { JSX } from 'preact';
import { htmlType, page as html, type PageFrame } from '../html/layout.tsx';

const headers = {
  'Content-Type': htmlType,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
  // A form that is sent from a page without a referrer has the origin "null": which page it came from could not be told.
  'Referrer-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
  'Access-Control-Allow-Origin': null,
} as const;

export function deskPage(
  status: number,
  element: JSX.Element,
  frame: PageFrame,
  more: Readonly<Record<string, string>> = {},
): RawReply {
  const site = { ...frame.site, scripts: null };
  return raw(status, { ...headers, ...more }, html(element, { ...frame, site }));
}

/** Back to the page, so that loading it again sends no form again. */
export function toDesk(more: Readonly<Record<string, string>> = {}): RawReply {
  return raw(303, { ...headers, ...more, Location: '/operator' }, '');
}

/** A document that the browser keeps as a file and shows to nobody. */
export function deskFile(name: string, text: string): RawReply {
  const file = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  };
  return raw(200, { ...headers, ...file }, text);
}
