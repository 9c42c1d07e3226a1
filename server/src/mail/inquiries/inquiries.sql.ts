/** What sponsors asked for. One function per statement. */
import { findRow, findRows } from '../../storage/find.ts';
import { mapping, type ValueOf } from '../../storage/mapping.ts';
import type { Db, Trx } from '../../storage/storage.ts';

const { toValue, toRow } = mapping('intake.inquiries');

export type Inquiry = ValueOf<'intake.inquiries'>;

export async function insertInquiry(trx: Trx, inquiry: Inquiry): Promise<void> {
  await trx.insertInto('intake.inquiries').values(toRow(inquiry)).execute();
}

export async function inquiryById(db: Db, inquiryId: string): Promise<Inquiry | undefined> {
  const row = await findRow(db, 'intake.inquiries', { inquiry_id: inquiryId });
  return row && toValue(row);
}

/** The oldest first. */
export async function allInquiries(db: Db): Promise<Inquiry[]> {
  return (await findRows(db, 'intake.inquiries', {}, 'created_at', 'inquiry_id')).map(toValue);
}

/** @param isTheirs is told the contact of each. */
export async function inquiriesOf(db: Db, isTheirs: (address: string) => boolean): Promise<Inquiry[]> {
  return (await allInquiries(db)).filter(({ contact }) => isTheirs(contact));
}

export async function deleteInquiry(trx: Trx, inquiryId: string): Promise<void> {
  await trx.deleteFrom('intake.inquiries').where('inquiry_id', '=', inquiryId).execute();
}
