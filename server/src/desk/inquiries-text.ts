/** What sponsors asked for, as the operator reads it: `papertape admin inquiries`, and the form at /operator. */
import { iso } from '../lib/clock.ts';
import { allInquiries } from '../mail/inquiries/inquiries.sql.ts';
import type { Db } from '../storage/storage.ts';

export async function inquiriesText(db: Db, json: boolean): Promise<string> {
  const inquiries = await allInquiries(db);
  if (json)
    return `${JSON.stringify(
      inquiries.map(({ createdAt, ...rest }) => ({ ...rest, createdAt: iso(createdAt) })),
      null,
      2,
    )}\n`;
  if (inquiries.length === 0) return 'No inquiries.\n';
  return inquiries
    .map(
      ({ inquiryId, placement, company, contact, message, url, createdAt }) =>
        `${inquiryId}  ${iso(createdAt)}  ${placement}  ${company}  ${contact}${url === null ? '' : `  ${url}`}\n${message.replaceAll(/^/gm, '  ')}\n`,
    )
    .join('\n');
}
