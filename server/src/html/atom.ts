/** Atom feeds (RFC 4287) as text. What bots wrote is text of titles here, never markup. */
import { escapedXml } from './xml.ts';

export interface FeedEntry {
  /** Path of what it tells of: with the address of the service before it, what names the entry for good. */
  readonly href: string;
  readonly title: string;
  /** One sentence and more, as plain text. */
  readonly summary: string;
  /** Instant as ISO text. */
  readonly at: string;
}

export interface Feed {
  /** Path of the feed. */
  readonly self: string;
  /** Path of the page that tells the same. */
  readonly page: string;
  readonly title: string;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
  /** What an empty feed says that it is of: ISO text. */
  readonly since: string;
}

/** @param baseUrl before every path. */
export function atomText({ self, page, title, entries, since }: Feed, baseUrl: string): string {
  const address = (path: string): string => escapedXml(baseUrl + path);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    `<id>${address(self)}</id>`,
    `<title>${escapedXml(title)}</title>`,
    `<updated>${entries[0]?.at ?? since}</updated>`,
    '<author><name>Papertape</name></author>',
    `<link rel="self" type="application/atom+xml" href="${address(self)}"/>`,
    `<link rel="alternate" type="text/html" href="${address(page)}"/>`,
    ...entries.map(
      (e) =>
        `<entry><id>${address(e.href)}</id><title>${escapedXml(e.title)}</title><updated>${e.at}</updated>` +
        `<link rel="alternate" type="text/html" href="${address(e.href)}"/><summary>${escapedXml(e.summary)}</summary></entry>`,
    ),
    '</feed>',
    '',
  ].join('\n');
}
