/** The way of a mail to a server: encryption, passwords, and servers that do not answer. */
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createSmtp, type SmtpDeps } from '../../../src/mail/smtp.ts';
import type { Outcome } from '../../../src/mail/outcome.ts';
import { createAuthority } from '../../harness/certificates.ts';
import { openPostOffice, type PostOffice, type PostOfficeOptions } from '../../harness/post-office.ts';

const login = { user: 'robot@example.test', password: 'p:ss/w@rd' };
/** Not one of the names and addresses that are taken for this machine itself. */
const host = '127.0.0.2';

async function office(options: PostOfficeOptions): Promise<PostOffice> {
  const own = await openPostOffice(options);
  onTestFinished(() => own.close());
  return own;
}

interface Tried {
  readonly outcome: Outcome;
  /** Did the service hear that its text is asked for? */
  readonly isBegun: boolean;
}

async function sendTo(url: string, more: Partial<SmtpDeps> = {}, stop = new AbortController().signal): Promise<Tried> {
  const message = Buffer.from('Subject: Hello\r\n\r\n.\r\nText\r\n');
  let isBegun = false;
  const begin = async (): Promise<void> => void (isBegun = true);
  const mail = { from: 'league@example.test', to: 'owner@example.test', message };
  const outcome = await createSmtp({ url, name: () => 'league.example', ...more }).send(mail, begin, stop);
  return { outcome, isBegun };
}

test('without a password a text goes in the clear where the server offers nothing else, and comes whole', async () => {
  const server = await office({ host });
  expect(await sendTo(server.url)).toMatchObject({ outcome: { became: 'sent' }, isBegun: true });
  expect(server.mails).toMatchObject([{ isEncrypted: false, user: undefined, text: '.\nText\n' }]);
});

test('a password goes over an encrypted connection only', async () => {
  const server = await office({ host, login });
  expect(await sendTo(server.url)).toMatchObject({ outcome: { became: 'away' }, isBegun: false });
  expect(server.mails).toEqual([]);
});

test('to this machine itself it may go in the clear', async () => {
  const server = await office({ login });
  expect(await sendTo(server.url)).toMatchObject({ outcome: { became: 'sent' } });
  expect(server.mails).toMatchObject([{ isEncrypted: false, user: login.user }]);
});

test('and to a server whose certificate is good only', async () => {
  const authority = createAuthority();
  const server = await office({ login, certificate: authority.issue({ names: ['localhost'] }) });
  const url = server.url.replace('127.0.0.1', 'localhost');
  expect(await sendTo(url)).toMatchObject({ outcome: { became: 'away' }, isBegun: false });
  expect(await sendTo(url, { authority: authority.cert })).toMatchObject({ outcome: { became: 'sent' } });
  expect(server.mails).toMatchObject([{ isEncrypted: true, user: login.user }]);
  const other = await office({ login, certificate: authority.issue({ names: ['other.example.test'] }) });
  expect(await sendTo(other.url.replace('127.0.0.1', 'localhost'), { authority: authority.cert })).toMatchObject({
    outcome: { became: 'away' },
  });
  expect(other.mails).toEqual([]);
});

test('encrypted from the first byte on with smtps', async () => {
  const authority = createAuthority();
  const server = await office({ login, certificate: authority.issue({ names: ['localhost'] }), isSecure: true });
  expect(server.url).toMatch(/^smtps:/);
  expect(await sendTo(server.url.replace('127.0.0.1', 'localhost'), { authority: authority.cert })).toMatchObject({
    outcome: { became: 'sent' },
  });
  expect(server.mails).toMatchObject([{ isEncrypted: true }]);
});

test('a wrong password is no fault of the mail', async () => {
  const server = await office({ login });
  const url = server.url.replace('robot', 'other');
  const { outcome } = await sendTo(url);
  expect(outcome).toMatchObject({ became: 'away', why: { reply: 535 } });
});

test('a server that says nothing is not waited for without end', async () => {
  const silent = createServer();
  const port = await new Promise<number>((resolve) => {
    silent.listen(0, '127.0.0.1', () => resolve((silent.address() as { port: number }).port));
  });
  onTestFinished(() => void silent.close());
  const { outcome } = await sendTo(`smtp://127.0.0.1:${port}`, { times: { connectMs: 30 } });
  expect(outcome).toMatchObject({ became: 'away', why: { code: 'ETIMEDOUT' } });
});

test('one that is silent behind the text may have taken it, whether it is waited for or the service stops', async () => {
  const server = await office({});
  server.replies.text = 'silent';
  const late = await sendTo(server.url, { times: { silenceMs: 500 } });
  expect(late).toMatchObject({ outcome: { became: 'unclear' }, isBegun: true });
  const slow = await sendTo(server.url, { times: { mailMs: 500 } });
  expect(slow).toMatchObject({ outcome: { became: 'unclear' } });
  const stop = new AbortController();
  const taken = server.nextText();
  const stopped = sendTo(server.url, {}, stop.signal);
  await taken;
  stop.abort();
  expect(await stopped).toMatchObject({ outcome: { became: 'unclear' } });
});

test('a server that dies in the middle of the text may have taken it, and the mail is not repeated', async () => {
  let taken = 0;
  const dying = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 dying.example ESMTP\r\n');
    socket.on('data', (data) => {
      const said = data.toString();
      if (taken > 0) taken += data.length;
      else if (/^EHLO/i.test(said)) socket.write('250 dying.example\r\n');
      else if (/^(?:MAIL|RCPT)/i.test(said)) socket.write('250 ok\r\n');
      else if (/^DATA/i.test(said)) {
        taken = 1;
        socket.write('354 go on\r\n');
      }
      // Some of it is in, and the end is not.
      if (taken > 1) socket.destroy();
    });
  });
  const port = await new Promise<number>((resolve) => {
    dying.listen(0, '127.0.0.1', () => resolve((dying.address() as { port: number }).port));
  });
  onTestFinished(() => void dying.close());
  const message = Buffer.from(`Subject: Hello\r\n\r\n${'A long text.\r\n'.repeat(200_000)}`);
  const transport = createSmtp({ url: `smtp://127.0.0.1:${port}`, name: () => 'league.example' });
  let isBegun = false;
  const begin = async (): Promise<void> => Promise.resolve(void (isBegun = true));
  const mail = { from: 'league@example.test', to: 'owner@example.test', message };
  expect(await transport.send(mail, begin, new AbortController().signal)).toMatchObject({ became: 'unclear' });
  expect([isBegun, taken > 1 && taken < message.length]).toEqual([true, true]);
});

test('what cannot be noted first does not leave, and what is stopped before does not begin', async () => {
  const server = await office({});
  const message = Buffer.from('Subject: Hello\r\n\r\nText\r\n');
  const mail = { from: 'league@example.test', to: 'owner@example.test', message };
  const transport = createSmtp({ url: server.url, name: () => 'league.example' });
  const never = new AbortController().signal;
  const outcome = await transport.send(mail, () => Promise.reject(new Error('no database')), never);
  expect(outcome).toMatchObject({ became: 'away' });
  expect(await sendTo(server.url, {}, AbortSignal.abort())).toMatchObject({
    outcome: { became: 'away' },
    isBegun: false,
  });
  expect([server.mails, server.texts.filter((text) => text.includes('Text'))]).toEqual([[], []]);
});
