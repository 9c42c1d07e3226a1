/** Inquiries about the placements that are agreed on by mail. Nothing of one is published. */
import { z } from 'zod';
import { limits } from './limits.ts';
import { placements } from './product-ids.ts';
import { atMost, httpUrl, line, text } from './texts.ts';

export const sponsorInquiryRequest = z
  .object({
    placement: z.enum(placements),
    company: line(limits.companyCharactersMax).meta({ maxLength: limits.companyCharactersMax }),
    contact: atMost(limits.contactCharactersMax)
      .pipe(z.email('must be an e-mail address'))
      .meta({ format: 'email', maxLength: limits.contactCharactersMax, description: 'For the operator only.' }),
    message: text(limits.inquiryCharactersMax).meta({ maxLength: limits.inquiryCharactersMax }),
    url: httpUrl.meta({ format: 'uri', maxLength: limits.urlCharactersMax }).exactOptional(),
    fax: atMost(limits.companyCharactersMax)
      .meta({
        maxLength: limits.companyCharactersMax,
        description: 'Leave it out: an inquiry that fills it is answered, and not read.',
      })
      .exactOptional(),
  })
  .meta({ id: 'SponsorInquiryRequest' });
export type SponsorInquiryRequest = z.infer<typeof sponsorInquiryRequest>;

export const sponsorInquiryAck = z
  .object({ ok: z.literal(true), inquiry_id: z.string(), warnings: z.array(z.string()) })
  .meta({ id: 'SponsorInquiryAck' });
export type SponsorInquiryAck = z.infer<typeof sponsorInquiryAck>;
