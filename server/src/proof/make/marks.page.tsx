import { limits } from 'papertape-contract/limits';
import { MovedPage, NoSuchPage, page } from '../../feature/page.ts';
import { iso } from '../../lib/clock.ts';
import { parseMark } from '../../lib/mark-text.ts';
import { shown } from '../../lib/text.ts';
import { logSummary, type LogDeps } from '../../log/log-view.ts';
import { markHref, MarkPage, MarksPage } from '../../pages/marks-page.tsx';
import type { Db } from '../../storage/storage.ts';
import { markBefore, marksQuery, marksView } from './list-marks.api.ts';
import { markProof } from './receipt-proof-view.ts';

export const marksPage = page({
  path: '/marks',
  query: marksQuery,
  async make({ query }, deps: LogDeps) {
    const before = markBefore(query.before);
    const list = await marksView(deps.db, before, limits.perPageDefault);
    return (
      <MarksPage list={list} before={before === undefined ? undefined : iso(before)} log={await logSummary(deps)} />
    );
  },
});

export const markPage = page({
  path: '/marks/{mark}',
  async make({ params: { mark: text } }, { db }: { readonly db: Db }) {
    const mark = parseMark(text);
    const proof = mark === undefined ? undefined : await markProof(db, mark);
    if (!proof)
      throw new NoSuchPage(`There is no mark "${shown(text)}" on record.`, {
        href: '/marks',
        text: 'See the marks that there are',
      });
    // The mark as the JSON writes it, with milliseconds: a page has one address, without a point, behind which its Markdown stands.
    const href = markHref(proof.mark);
    if (href !== `/marks/${text}`) throw new MovedPage(href);
    return <MarkPage proof={proof} />;
  },
});
