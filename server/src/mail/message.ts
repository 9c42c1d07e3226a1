/** A mail as RFC 5322 wants it. The library is loaded with the first mail: a service that sends none does not carry it. */
import { randomBytes } from 'node:crypto';
import type { Mail } from './mail.ts';

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** @param now real milliseconds. */
export async function messageOf(mail: Mail, from: Sender, now: number): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from: { ...from },
    to: [{ name: '', address: mail.to }],
    ...(mail.replyTo === undefined ? {} : { replyTo: [{ name: '', address: mail.replyTo }] }),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === undefined ? {} : { html: mail.html }),
    date: new Date(now),
    messageId: `<${mail.id ?? randomBytes(16).toString('hex')}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...leaveFields(mail) },
    // A mail is written, not fetched: nothing of it comes from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'windows',
  });
  return await composer.compile().build();
}

function leaveFields({ leave }: Mail): Readonly<Record<string, string>> {
  if (leave === undefined) return {};
  return { 'List-Unsubscribe': `<${leave}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Where mails come from when the settings name no sender. */
export function senderAt(baseUrl: string): Sender {
  return { name: 'Papertape', address: `no-reply@${hostOf(baseUrl)}` };
}

/** The host of an address as mail writes it: numbers stand in brackets. */
export function hostOf(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  if (hostname.startsWith('[')) return `[IPv6:${hostname.slice(1, -1)}]`;
  return /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname;
}
