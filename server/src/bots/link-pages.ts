/** Pages behind links that were sent by mail: nobody keeps them, and no page of another site reads them. */
import { raw, type RawReply } from 'papertape-contract/replies';
import type { JSX } from 'preact';
import { htmlType, page as html, pageHeaders, type PageFrame } from '../html/layout.tsx';

const headers = { ...pageHeaders, 'Content-Type': htmlType } as const;

export function linkPage(element: JSX.Element, frame: PageFrame): RawReply {
  const alone = { 'Access-Control-Allow-Origin': null, 'X-Robots-Tag': 'noindex' };
  return raw(200, { ...headers, ...alone }, html(element, frame));
}

/** For a link that is none, or none any more. @param element says how to get another. */
export function deadLinkPage(element: JSX.Element, frame: PageFrame): RawReply {
  return raw(404, headers, html(element, frame));
}
