/** Mails of the service: they wait in the database and are sent beside the requests (docs/operators/mail.md). */
import { feature } from '../feature/feature.ts';
import { mails as mailTables } from './0001-mails.migration.ts';
import { inquiries as inquiryTable } from './0002-inquiries.migration.ts';
import { createSponsorInquiry } from './inquiries/create-inquiry.api.ts';
import { sponsorByForm } from './inquiries/sponsor-form.api.ts';
import { sponsorPage } from './inquiries/sponsor.page.tsx';
import type { Mails } from './open-mails.ts';

function send({ mails }: { readonly mails: Mails }): Mails {
  mails.start();
  return mails;
}

export const mail = feature({
  name: 'mail',
  migrations: [mailTables, inquiryTable],
  operations: [createSponsorInquiry, sponsorByForm],
  pages: [sponsorPage],
  loops: [send],
});
