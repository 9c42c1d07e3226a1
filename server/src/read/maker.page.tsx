import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import { paging } from 'papertape-contract/parameters';
import { makerIdPattern } from '../bots/maker.ts';
import { NoSuchPage, page } from '../feature/page.ts';
import { shown } from '../lib/text.ts';
import { makerHref } from '../pages/links.tsx';
import { speedOf } from '../lib/clock.ts';
import { MakerPage } from '../pages/maker-page.tsx';
import { makerView } from './maker-view.ts';
import type { ReadDeps } from './deps.ts';

export const makerPage = page({
  path: '/makers/{maker_id}',
  query: paging,
  async make({ params: { maker_id: id }, query: { page } }, { db, clock, market, baseUrl }: ReadDeps) {
    const at = { page, per_page: limits.perPageDefault };
    const maker = makerIdPattern.test(id) ? await makerView(db, id, at, market.info, baseUrl()) : undefined;
    if (!maker) throw new ApiError('maker_not_found', `There is no maker "${shown(id)}".`);
    if (page > maker.pages) {
      throw new NoSuchPage(`This maker has no page ${page}; the last one is ${maker.pages}.`, {
        href: makerHref(id, maker.pages),
        text: 'Go to the last page',
      });
    }
    return <MakerPage maker={maker} clockSpeed={speedOf(clock)} />;
  },
});
