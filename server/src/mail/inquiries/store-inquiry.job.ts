/** Stores what a sponsor asked for, and has it mailed to the operator. */
import type { Keep } from 'papertape-contract/call';
import type { SponsorInquiryAck, SponsorInquiryRequest } from 'papertape-contract/inquiry';
import type { Ids } from '../../lib/ids.ts';
import { realNow } from '../../lib/real-clock.ts';
import type { Intake } from '../../storage/intake.ts';
import { stored } from '../../storage/stored.ts';
import type { Mails } from '../open-mails.ts';
import { insertInquiry } from './inquiries.sql.ts';

export interface InquiryDeps {
  readonly intake: Intake;
  readonly mails: Mails;
  readonly ids: Ids;
}

/** @param keep keeps the answer for a repetition, in the same commit. Throws ApiError where it cannot be stored. */
export async function storeInquiry(
  { intake, mails, ids }: InquiryDeps,
  request: SponsorInquiryRequest,
  warnings: readonly string[],
  keep: Keep<SponsorInquiryAck>,
): Promise<SponsorInquiryAck> {
  const { fax = '', url = null, ...asked } = request;
  const createdAt = realNow();
  const inquiryId = ids.next('inq', createdAt);
  const ack: SponsorInquiryAck = { ok: true, inquiry_id: inquiryId, warnings: [...warnings] };
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
}
