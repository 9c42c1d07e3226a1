/** Settings of the mails that the service sends (docs/operators/mail.md); the server stands with the secrets. */
import { wrong, type Setting } from './setting.ts';

export interface MailFrom {
  readonly name: string;
  readonly address: string;
}

export const mailSettings = {
  mailFrom: {
    variable: 'PAPERTAPE_MAIL_FROM',
    standard: 'unset: no-reply@ the host of BASE_URL, without a server only',
    describe: 'Sender of mails, an address or a name and an address: Example League <league@example.org>.',
    fallback: undefined,
    read: readFrom,
  },
} satisfies { readonly [key in string]: Setting<unknown> };

function readFrom(text: string): MailFrom {
  const [, name = 'Papertape', named, bare] =
    /^(?:([^<>"\p{Cc}]{1,60}?)? *<([^<>]+)>|([^<>]+))$/u.exec(text.trim()) ?? [];
  const address = named ?? bare ?? '';
  return /^[\w.+'-]{1,64}@[A-Za-z\d-]+(\.[A-Za-z\d-]+)*$/.test(address)
    ? { name, address }
    : wrong('must be one address, such as league@example.org or Example League <league@example.org>');
}
