import { ApiError } from 'papertape-contract/errors';
import { json, operation } from 'papertape-contract/operation';
import { markProof as answer } from 'papertape-contract/proof';
import { parseMark } from '../../lib/mark-text.ts';
import { shown } from '../../lib/text.ts';
import { markProof } from './receipt-proof-view.ts';
import type { Db } from '../../storage/storage.ts';

type Deps = { readonly db: Db };

export const getMarkProof = operation({
  id: 'getMarkProof',
  path: '/api/proofs/marks/{mark}',
  tag: 'Proofs',
  summary: 'What was read at a mark',
  description: 'The readings that the mark decided by, and the entry of the public log that has their hash.',
  freshness: 'tagged',
  answer: json(answer),
  codes: ['mark_not_found'],
  async handle({ params }, { db }: Deps) {
    const mark = parseMark(params.mark);
    const proof = mark === undefined ? undefined : await markProof(db, mark);
    if (!proof) throw new ApiError('mark_not_found', `There is no mark "${shown(params.mark)}" on record.`);
    return proof;
  },
});
