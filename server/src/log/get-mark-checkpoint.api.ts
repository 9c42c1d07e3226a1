import { ApiError } from 'papertape-contract/errors';
import { document, operation } from 'papertape-contract/operation';
import { headAt } from '../engine/log.sql.ts';
import { parseMark } from '../lib/mark-text.ts';
import { shown } from '../lib/text.ts';
import type { LogDeps } from './log-view.ts';
import { cosignaturesOf } from './log.sql.ts';

export const getMarkCheckpoint = operation({
  id: 'getMarkCheckpoint',
  path: '/api/log/checkpoints/{mark}',
  tag: 'Proofs',
  summary: 'Checkpoint of a mark',
  description: 'Size and root of the public log after that mark, signed by the log and by the witnesses that saw it.',
  freshness: 'tagged',
  answer: document('text/plain; charset=utf-8'),
  codes: ['mark_not_found', 'log_set_back'],
  async handle({ params }, { db, publicLog }: LogDeps) {
    const mark = parseMark(params.mark);
    const head = mark === undefined ? undefined : await headAt(db, mark);
    if (!head) throw new ApiError('mark_not_found', `There is no mark "${shown(params.mark)}" on record.`);
    const lines = (await cosignaturesOf(db, head.size)).map((c) => c.line);
    return publicLog.sign(head, lines);
  },
});
