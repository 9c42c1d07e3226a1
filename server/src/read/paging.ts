/** Pages of lists, as `page` and `per_page` of a request name them. */
import type { paging, QueryOf } from 'papertape-contract/parameters';

export type Page = QueryOf<typeof paging>;

/** Entries of the list that stand before the page. */
export function skipped({ page, per_page }: Page): number {
  return (page - 1) * per_page;
}

/** The rows of the page, where a table has the whole list. */
export function rowsOf(at: Page) {
  return { skip: skipped(at), most: at.per_page };
}

/** What every answer that is a page of a list says of it. @param total entries in all. */
export function paged({ page, per_page }: Page, total: number) {
  return { page, per_page, pages: Math.max(1, Math.ceil(total / per_page)), total };
}
