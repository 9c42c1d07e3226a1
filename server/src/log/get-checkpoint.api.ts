import { document, operation } from 'papertape-contract/operation';
import { kept } from 'papertape-contract/replies';
import { lastHead } from '../engine/log.sql.ts';
import type { LogDeps } from './log-view.ts';
import { cosignaturesOf } from './log.sql.ts';
import { noTree } from './open-log.ts';

export const getCheckpoint = operation({
  id: 'getCheckpoint',
  path: '/checkpoint',
  tag: 'Proofs',
  summary: 'Newest checkpoint of the public log',
  description:
    'Size and root of the log after the last mark, signed by the log and by its witnesses (C2SP tlog-checkpoint).',
  freshness: 'kept',
  headers: { 'Cache-Control': 'public, max-age=2' },
  answer: document('text/plain; charset=utf-8'),
  codes: ['log_set_back'],
  handle: async (_, { db, publicLog }: LogDeps) =>
    kept('*', async () => {
      const head = (await lastHead(db)) ?? noTree;
      const lines = (await cosignaturesOf(db, head.size)).map((c) => c.line);
      return publicLog.sign(head, lines);
    }),
});
