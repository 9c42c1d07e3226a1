/** The mail to the operator about an inquiry. */
import { iso } from '../../lib/clock.ts';
import type { Mail } from '../mail.ts';
import type { Inquiry } from './inquiries.sql.ts';

export function inquiryMail(inquiry: Inquiry, to: string): Mail {
  const { inquiryId, placement, company, contact, message, url, createdAt } = inquiry;
  return {
    to,
    subject: `Sponsor inquiry: ${placement}, ${company}`,
    replyTo: contact,
    // The same each time that it is sent, so that a mail program shows what came twice once.
    id: inquiryId,
    text: `${inquiryId}, ${iso(createdAt)}

placement  ${placement}
company    ${company}
contact    ${contact}
url        ${url ?? 'none'}

${message}
`,
  };
}
