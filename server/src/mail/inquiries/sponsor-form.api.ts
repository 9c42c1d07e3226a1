/** The form of /sponsor, answered by a page: it works without scripts. */
import { sponsorInquiryRequest, type SponsorInquiryAck } from 'papertape-contract/inquiry';
import { document, unlisted } from 'papertape-contract/operation';
import { h } from 'preact';
import { linkPage } from '../../bots/link-pages.ts';
import { htmlType, type MakePageFrame } from '../../html/layout.tsx';
import { systemRandom } from '../../lib/system-random.ts';
import { SponsorAskedPage, SponsorPage } from '../../pages/sponsor-page.tsx';
import type { Idempotency } from '../../web/idempotency.ts';
import { readForm } from '../../html/read-form.ts';
import { formAgain, viewOf } from '../../web/read-form.ts';
import { storeInquiry, type InquiryDeps } from './store-inquiry.job.ts';

type Deps = InquiryDeps & { readonly idempotency: Idempotency; readonly pageFrame: MakePageFrame };

export const sponsorByForm = unlisted({
  method: 'post',
  path: '/sponsor',
  freshness: 'private',
  answer: document(htmlType),
  takesForm: true,
  counts: ['inquiriesPerAddress'],
  async handle({ bytes }, { idempotency, pageFrame, ...deps }: Deps) {
    const frame = await pageFrame();
    const form = new URLSearchParams(bytes.toString('utf8'));
    const { said, faults, request } = readForm(sponsorInquiryRequest, form);
    if (request === undefined) {
      const view = systemRandom(16).toString('hex');
      return formAgain(h(SponsorPage, { view, said, faults }), frame);
    }
    // A second click asks nothing twice.
    const asked = { header: viewOf(form), scope: 'sponsor form', body: bytes, secret: false };
    const done = await idempotency.run(asked, async (keep) => ({
      status: 200,
      body: await storeInquiry(deps, request, [], (ack) => keep({ status: 200, body: ack })),
    }));
    return linkPage(h(SponsorAskedPage, { id: (done.body as SponsorInquiryAck).inquiry_id }), frame);
  },
});
