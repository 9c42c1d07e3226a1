/**
 * Where a link of a document leads on the service: to the page of a document, to a file as it is, or out.
 *
 * Example: in `docs/bots/start.md`, `../README.md#decisions` leads to `/docs/README#decisions`, `rules.md` to `/docs/bots/rules`, and
 * `../contributing/schema.sql` to `/docs/contributing/schema.sql`.
 */
import { posix } from 'node:path';

/** The address of a document as a page for people; as Markdown it is at `${addressOfPage(path)}.md`. */
export function addressOfPage(path: string): string {
  return `/${path.replace(/\.md$/, '')}`;
}

/**
 * @param from the path of the document. @param has is there a document or a file of that path?
 * @returns undefined for a link to nothing that the service has.
 */
export function addressOfLink(from: string, href: string, has: (path: string) => boolean): string | undefined {
  if (/^https?:\/\//.test(href)) return href;
  const [file = '', heading] = href.split('#');
  const anchor = heading === undefined || heading === '' ? '' : `#${heading}`;
  if (file === '') return anchor === '' ? undefined : anchor;
  const path = posix.join(posix.dirname(from), file);
  return has(path) ? addressOfPage(path) + anchor : undefined;
}
