/**
 * Mail that leaves the service. There is no SMTP server yet: every mail is put into a folder, as the file that a mail program opens or
 * an operator's own tool sends on. The log names the file, never the address or what the mail says.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Log } from '../lib/log.ts';

export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  /** Plain text; lines end with \n. */
  readonly text: string;
}

export interface Mailer {
  /** Resolves when the mail is kept. Rejects when the folder cannot be written. */
  send(mail: Mail): Promise<void>;
}

export interface MailerDeps {
  readonly folder: string;
  /** The public address of the service: its host is where mails come from. */
  readonly baseUrl: () => string;
  readonly log: Log;
}

export function createOutbox({ folder, baseUrl, log }: MailerDeps): Mailer {
  return {
    async send(mail) {
      const message = await messageOf(mail, senderOf(baseUrl()));
      // Only the operator reads what may hold a link to a key.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`;
      const part = join(folder, `.${name}.part`);
      await writeFile(part, message, { mode: 0o600 });
      await rename(part, join(folder, name));
      log.info('a mail was put into the outbox: no SMTP server is set', { folder: resolve(folder), file: name });
    },
  };
}

/** The same, and it tells of each mail whether it was kept. */
export function countMails(mailer: Mailer, told: (isKept: boolean) => void): Mailer {
  return {
    async send(mail) {
      let isKept = false;
      try {
        await mailer.send(mail);
        isKept = true;
      } finally {
        told(isKept);
      }
    },
  };
}

/** An RFC 5322 message. The library is loaded with the first mail: a service that sends none does not carry it. */
async function messageOf(mail: Mail, from: string): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from: { name: 'Papertape', address: from },
    to: [{ name: '', address: mail.to }],
    subject: mail.subject,
    text: mail.text,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    // A mail is written, not fetched: nothing of it comes from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'windows',
  });
  return await composer.compile().build();
}

function senderOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  const host = hostname.startsWith('[')
    ? `[IPv6:${hostname.slice(1, -1)}]`
    : /^[\d.]+$/.test(hostname)
      ? `[${hostname}]`
      : hostname;
  return `no-reply@${host}`;
}
