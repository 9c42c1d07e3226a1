import { json, operation, optionalBody } from 'papertape-contract/operation';
import { reportAck as answer, reportRequest } from 'papertape-contract/showcase';
import { seenEntry } from './find-entry.ts';
import { topic, type Showcase } from './open-showcase.ts';
import { reportEntry } from './report.job.ts';

export const reportShowcaseEntry = operation({
  id: 'reportShowcaseEntry',
  method: 'post',
  path: '/api/showcase/{id}/report',
  tag: 'Showcase',
  summary: 'Report an entry',
  description: 'Three reports from different addresses hide it until the operator decides.',
  freshness: 'private',
  counts: ['reportsPerAddress'],
  body: optionalBody(reportRequest, { example: { reason: 'It is not a chart but an insult.' } }),
  answer: json(answer),
  codes: ['entry_not_found'],
  find: ({ params: { id } }, { showcase }: { readonly showcase: Showcase }) => seenEntry(showcase, id),
  async handle(call, { showcase }: { readonly showcase: Showcase }) {
    await reportEntry(showcase, { entry: call.found, client: call.client, reason: call.body.reason });
    call.changed([topic]);
    return { ok: true as const, id: call.found.id, warnings: [...call.warnings] };
  },
});
