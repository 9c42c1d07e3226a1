import { ApiError } from 'papertape-contract/errors';
import { document, operation } from 'papertape-contract/operation';
import { headAt } from '../engine/log.sql.ts';
import { readingsText } from '../flow/price/readings.ts';
import { readingsHadAt } from '../flow/price/price.sql.ts';
import { parseMark } from '../lib/mark-text.ts';
import { shown } from '../lib/text.ts';
import type { Db } from '../storage/storage.ts';

export const getReadings = operation({
  id: 'getReadings',
  path: '/api/log/readings/{mark}',
  tag: 'Proofs',
  summary: 'What was read at a mark, as it was hashed',
  description:
    'A JSON list of each answer of the price source that came at this mark: /docs/bots/receipts.md. The entry of the mark in the log has its SHA-256.',
  freshness: 'tagged',
  answer: document('text/plain; charset=utf-8'),
  codes: ['mark_not_found'],
  async handle({ params }, { db }: { readonly db: Db }) {
    const mark = parseMark(params.mark);
    const isDone = mark !== undefined && (await headAt(db, mark)) !== undefined;
    if (!isDone) throw new ApiError('mark_not_found', `There is no mark "${shown(params.mark)}" on record.`);
    return readingsText(await readingsHadAt(db, mark));
  },
});
