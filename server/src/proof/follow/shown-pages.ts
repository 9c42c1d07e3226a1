/** Lists that come in pages. */
import type { Service } from '../check/service.ts';

/** All items of a list, and each of its pages is asked for once. */
export async function pagesOf<Page extends { readonly pages: number }, Item>(
  service: Service,
  path: string,
  itemsOf: (page: Page) => readonly Item[],
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const join = path.includes('?') ? '&' : '?';
    const answer = JSON.parse(await service.text(`${path}${join}page=${page}&per_page=100`)) as Page;
    ({ pages } = answer);
    items.push(...itemsOf(answer));
  }
  return items;
}
