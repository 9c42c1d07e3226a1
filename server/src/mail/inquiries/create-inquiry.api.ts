import { sponsorInquiryAck, sponsorInquiryRequest } from 'papertape-contract/inquiry';
import { body, json, operation } from 'papertape-contract/operation';
import { storeInquiry, type InquiryDeps } from './store-inquiry.job.ts';

export const createSponsorInquiry = operation({
  id: 'createSponsorInquiry',
  method: 'post',
  path: '/api/sponsor-inquiry',
  tag: 'Extras',
  summary: 'Ask for a placement',
  description:
    'Asks the operator for one of the placements on request. It is stored and mailed to the operator, and nothing of it is published. A form is taken as well as JSON.',
  freshness: 'private',
  counts: ['inquiriesPerAddress'],
  body: body(sponsorInquiryRequest, {
    example: {
      placement: 'newsletter',
      company: 'Example Ltd',
      contact: 'ann@example.org',
      message: 'We would like a place in two issues.',
    },
  }),
  takesForm: true,
  idempotent: true,
  answer: json(sponsorInquiryAck),
  handle: (call, deps: InquiryDeps) => call.once((keep) => storeInquiry(deps, call.body, call.warnings, keep)),
});
