import { sponsorInquiryAck, sponsorInquiryRequest, type SponsorInquiryAck } from 'papertape-contract/inquiry';
import { body, json, operation } from 'papertape-contract/operation';
import type { Ids } from '../../lib/ids.ts';
import { realNow } from '../../lib/real-clock.ts';
import type { Intake } from '../../storage/intake.ts';
import { stored } from '../../storage/stored.ts';
import type { Mails } from '../open-mails.ts';
import { insertInquiry } from './inquiries.sql.ts';

type Deps = { readonly intake: Intake; readonly mails: Mails; readonly ids: Ids };

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
  handle: (call, { intake, mails, ids }: Deps) =>
    call.once(async (keep) => {
      const { fax = '', url = null, ...asked } = call.body;
      const createdAt = realNow();
      const inquiryId = ids.next('inq', createdAt);
      const ack: SponsorInquiryAck = { ok: true, inquiry_id: inquiryId, warnings: [...call.warnings] };
      // People do not see the field. What fills it in is not told that it was found out: only its Idempotency-Key is kept.
      const isRead = fax === '';
      await stored(
        intake.write({
          idempotency: keep(ack),
          async also(trx) {
            if (!isRead) return;
            await insertInquiry(trx, { inquiryId, ...asked, url, createdAt });
            // Where too many mails wait the operator still finds it with `papertape admin inquiries`.
            await mails.ask(trx, 'inquiry', inquiryId);
          },
        }),
        'the inquiry',
      );
      mails.wake();
      return ack;
    }),
});
