/** The form of the page that reports an entry, answered by a page: it works without scripts. */
import { document, unlisted } from 'papertape-contract/operation';
import { reportRequest } from 'papertape-contract/showcase';
import { h } from 'preact';
import { linkPage } from '../bots/link-pages.ts';
import { htmlType, type MakePageFrame } from '../html/layout.tsx';
import { ReportedPage } from '../pages/entry-page.tsx';
import { seenEntry } from './find-entry.ts';
import { topic, type Showcase } from './open-showcase.ts';
import { reportEntry } from './report.job.ts';

type Deps = { readonly showcase: Showcase; readonly pageFrame: MakePageFrame };

export const reportByForm = unlisted({
  method: 'post',
  path: '/showcase/{id}/report',
  freshness: 'private',
  answer: document(htmlType),
  takesForm: true,
  counts: ['reportsPerAddress'],
  async handle(call, { showcase, pageFrame }: Deps) {
    const entry = await seenEntry(showcase, call.params.id);
    const given = new URLSearchParams(call.bytes.toString('utf8')).get('reason') ?? '';
    // A browser counts otherwise, and a report is not refused for its words: what is too long is left out.
    const reason = reportRequest.shape.reason.safeParse(given.replaceAll('\r\n', '\n'));
    await reportEntry(showcase, { entry, client: call.client, reason: reason.success ? reason.data : undefined });
    call.changed([topic]);
    return linkPage(h(ReportedPage, {}), await pageFrame());
  },
});
