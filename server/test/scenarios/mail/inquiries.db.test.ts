/** Sponsor inquiries: stored and mailed to the operator in one commit, as JSON or as a form, and seen by nobody else. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { limits, rateLimits } from 'papertape-contract/limits';
import { placements } from 'papertape-contract/product-ids';
import type { SponsorInquiryAck } from 'papertape-contract/inquiry';
import { expect, onTestFinished, test } from 'vitest';
import { exportContact } from '../../../src/desk/contact-export.ts';
import { eraseWho } from '../../../src/desk/erase-contact.ts';
import { inquiriesText } from '../../../src/desk/inquiries-text.ts';
import { mailWaitMs } from '../../../src/mail/outcome.ts';
import { expectError, get, okJson, post, send, type Answer, type Served } from '../../harness/http.ts';
import { openLeague } from '../../harness/league.ts';
import { mailedLeagueOfTest } from '../../harness/mailed.ts';
import { putBack, takeBackup } from '../../harness/backup.ts';

const path = '/api/sponsor-inquiry';
const inquiry = {
  placement: 'newsletter',
  company: 'Example Ltd',
  contact: 'Ann@example.test',
  message: 'Two issues, please.\nWhat is the price?',
};
const operator = { PAPERTAPE_OPERATOR_MAIL: 'ads@example.test' };

function form(league: Served, fields: Readonly<Record<string, string>> | string): Promise<Answer> {
  return send(league, 'POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
  });
}

test('an inquiry is stored, mailed to the operator, listed, published nowhere, and erased', async () => {
  const { league, mails } = await mailedLeagueOfTest({ env: operator });
  const { db } = league.app.storage;
  expect(await inquiriesText(db, false)).toBe('No inquiries.\n');
  const ack = okJson<SponsorInquiryAck>(await post(league, path, { ...inquiry, url: 'https://example.test/' }));
  expect(Object.keys(ack)).toEqual(['ok', 'inquiry_id', 'warnings']);
  expect(ack).toMatchObject({ ok: true, warnings: [] });
  expect(ack.inquiry_id).toMatch(/^inq_[0-9a-v]{16}$/);
  const [mail, ...rest] = await mails();
  expect(rest).toEqual([]);
  expect(mail).toMatchObject({ from: 'league@example.test', to: ['ads@example.test'] });
  expect(Object.fromEntries(mail?.head ?? [])).toMatchObject({
    subject: 'Sponsor inquiry: newsletter, Example Ltd',
    'reply-to': 'Ann@example.test',
    'message-id': `<${ack.inquiry_id}@example.test>`,
  });
  for (const part of [ack.inquiry_id, inquiry.message, 'https://example.test/', inquiry.contact])
    expect(mail?.text.replaceAll('\r\n', '\n')).toContain(part);
  const listed = await inquiriesText(db, false);
  for (const part of [ack.inquiry_id, '  Two issues, please.\n  What is the price?', 'https://example.test/'])
    expect(listed).toContain(part);
  expect(JSON.parse(await inquiriesText(db, true))).toMatchObject([{ ...inquiry, inquiryId: ack.inquiry_id }]);
  for (const at of ['/api/pay/products', '/agents.json', '/api/status', '/api/log', '/metrics'])
    expect((await get(league, at)).text.toLowerCase()).not.toContain('ann@');
  expect(await eraseWho(db, 'ann@EXAMPLE.test', '/nowhere')).toContain('1 sponsor inquiry');
  expect(await inquiriesText(db, false)).toBe('No inquiries.\n');
});

test('what a maker asked for is in the export of the contact, and goes with it: the inquiry, and its mail in the outbox', async () => {
  const league = await openLeague();
  onTestFinished(() => league.close());
  const { db } = league.app.storage;
  const outbox = join(league.database.env['DATA_DIR'] as string, 'outbox');
  await league.enter({ contact: 'ann@example.test' });
  for (const contact of [inquiry.contact, 'other@example.test'])
    okJson(await post(league, path, { ...inquiry, contact }));
  await league.app.runMails();
  expect(readdirSync(outbox)).toHaveLength(2);
  const exported = JSON.parse(await exportContact(db, 'ann@example.test', outbox)) as {
    sponsor_inquiries: readonly { contact: string }[];
    outbox: readonly unknown[];
  };
  expect(exported.sponsor_inquiries.map(({ contact }) => contact)).toEqual([inquiry.contact]);
  expect(exported.outbox).toHaveLength(1);
  expect(await eraseWho(db, 'ann@example.test', outbox)).toContain('1 sponsor inquiry');
  expect(readdirSync(outbox)).toHaveLength(1);
  expect(JSON.parse(await inquiriesText(db, true))).toMatchObject([{ contact: 'other@example.test' }]);
});

test('a form is read as JSON is, by the same checks', async () => {
  const league = await openLeague();
  onTestFinished(() => league.close());
  for (const placement of placements) {
    okJson(await form(league, { ...inquiry, placement, url: '', fax: '' }));
    okJson(await post(league, path, { ...inquiry, placement }));
  }
  const { message: _none, ...without } = inquiry;
  for (const ask of [form, (to: Served, body: object) => post(to, path, body)] as const) {
    expectError(await ask(league, without), 'missing_field');
    for (const wrong of [
      { placement: 'sky' },
      { contact: 'nobody' },
      { url: 'ftp://example.test' },
      { company: 'a\nb' },
      { company: 'x'.repeat(limits.companyCharactersMax + 1) },
      { message: 'x'.repeat(limits.inquiryCharactersMax + 1) },
    ])
      expectError(await ask(league, { ...inquiry, ...wrong }), 'invalid_field');
    okJson(await ask(league, { ...inquiry, message: 'x'.repeat(limits.inquiryCharactersMax) }));
    expect(okJson(await ask(league, { ...inquiry, more: 'x' }))).toMatchObject({
      warnings: [expect.stringContaining('more')],
    });
  }
  expectError(await form(league, 'placement=newsletter&placement=sidebar'), 'duplicate_member');
  const nul = await form(league, { ...inquiry, message: 'a\u0000b' });
  expect(nul.status).toBe((await post(league, path, { ...inquiry, message: 'a\u0000b' })).status);
  expect(nul.status).toBeLessThan(500);
});

test('the field that people do not see: the same answer, and nothing is stored or mailed', async () => {
  const { league, mails } = await mailedLeagueOfTest();
  const ack = okJson<SponsorInquiryAck>(await form(league, { ...inquiry, fax: '1' }));
  expect(Object.keys(ack)).toEqual(['ok', 'inquiry_id', 'warnings']);
  const key = { headers: { 'idempotency-key': '7f9c2ba4-e88f-427d-b1a3-1c2f3d4e5f60' } };
  const first = await post(league, path, { ...inquiry, fax: '1' }, key);
  expect((await post(league, path, { ...inquiry, fax: '1' }, key)).text).toBe(first.text);
  expectError(await post(league, path, { ...inquiry, fax: '2' }, key), 'idempotency_conflict');
  expect(await inquiriesText(league.app.storage.db, false)).toBe('No inquiries.\n');
  expect(await mails()).toEqual([]);
});

test('sent twice with a key it is one, and so many an hour are taken from an address and no more', async () => {
  const { league, mails } = await mailedLeagueOfTest({ env: { PAPERTAPE_LIMITS: 'on' } });
  const key = { headers: { 'idempotency-key': '7f9c2ba4-e88f-427d-b1a3-1c2f3d4e5f60' } };
  const texts = new Set<string>();
  for (let n = 0; n < rateLimits.inquiriesPerAddress.count; n++) {
    const answer = await post(league, path, inquiry, key);
    okJson(answer);
    texts.add(answer.text);
  }
  expect(texts.size).toBe(1);
  expect(expectError(await post(league, path, inquiry), 'rate_limited').detail).toContain('inquiriesPerAddress');
  const [mail, ...rest] = await mails();
  expect(rest).toEqual([]);
  expect(mail?.to, 'no address of the operator is set').toEqual(['league@example.test']);
});

test('a server that takes the text and says nothing gets it again, under the same message id', async () => {
  const { league, server, mails, later } = await mailedLeagueOfTest({ env: operator });
  server.replies.text = 'cut';
  const { inquiry_id: id } = okJson<SponsorInquiryAck>(await post(league, path, inquiry));
  expect(await mails()).toEqual([]);
  server.replies.text = undefined;
  later(mailWaitMs(1) - 1);
  expect(await mails()).toEqual([]);
  later(1);
  const [mail] = await mails();
  expect(mail?.head.get('message-id')).toBe(`<${id}@example.test>`);
  expect(server.texts).toHaveLength(2);
  for (const text of server.texts) expect(text).toContain(id);
});

test('a mail that was under way when the service ended is sent by the next', async () => {
  const { league, server } = await mailedLeagueOfTest({ env: operator });
  server.replies.text = 'silent';
  okJson(await post(league, path, inquiry));
  const taken = server.nextText();
  const run = league.app.runMails();
  await taken;
  // As a process that is killed there leaves it behind.
  const left = await takeBackup(league.app.storage, ['intake.mails']);
  expect(left.get('intake.mails')?.[0]?.['begun_at']).not.toBeNull();
  await league.stop();
  await run;
  const again = await mailedLeagueOfTest({ env: operator, database: league.database });
  await again.league.app.storage.db.deleteFrom('intake.mails').execute();
  await putBack(again.league.app.storage, left);
  expect((await again.mails()).map((m) => m.to)).toEqual([['ads@example.test']]);
});
