import { ApiError } from 'papertape-contract/errors';
import { json, operation } from 'papertape-contract/operation';
import { markProof as answer } from 'papertape-contract/proof';
import { isCalendarDate } from '../../lib/calendar-date.ts';
import type { Instant } from '../../lib/clock.ts';
import { shown } from '../../lib/text.ts';
import { markMs } from '../../lib/time.ts';
import { markProof } from './receipt-proof-view.ts';
import type { Db } from '../../storage/storage.ts';

type Deps = { readonly db: Db };

export const getMarkProof = operation({
  id: 'getMarkProof',
  method: 'get',
  path: '/api/proofs/marks/{mark}',
  tag: 'Proofs',
  summary: 'Root of a mark',
  description: 'The Merkle root of the receipts since the mark before, chained to the one before.',
  key: 'never',
  freshness: 'tagged',
  answer: json(answer),
  codes: ['mark_not_found'],
  async handle({ params }, { db }: Deps) {
    const mark = readMark(params.mark);
    const proof = mark === undefined ? undefined : await markProof(db, mark);
    if (!proof) throw new ApiError('mark_not_found', `There is no mark "${shown(params.mark)}" on record.`);
    return proof;
  },
});

function readMark(text: string): Instant | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:00(\.000)?)?Z$/.test(text)) return undefined;
  const t = Date.parse(text);
  // The parser takes the 30th of February for the 2nd of March.
  return t % markMs === 0 && isCalendarDate(text.slice(0, 10)) ? t : undefined;
}
