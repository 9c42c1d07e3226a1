/** Settings of the mails that the service sends (docs/operators/mail.md); the server stands with the secrets. */
import { oneOf, wrong, type Setting } from './setting.ts';

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
  operatorMail: {
    variable: 'PAPERTAPE_OPERATOR_MAIL',
    standard: 'unset: the sender of mails',
    describe: 'Address that sponsor inquiries are mailed to, such as ads@example.org.',
    fallback: undefined,
    read: readAddress,
  },
  newsletter: {
    variable: 'PAPERTAPE_NEWSLETTER',
    standard: 'off',
    describe:
      'The weekly newsletter: mondays sends the issue of the week before on Monday morning, off only when papertape newsletter send asks for it.',
    read: oneOf('off', 'mondays'),
  },
} satisfies { readonly [key in string]: Setting<unknown> };

function readFrom(text: string): MailFrom {
  const [, name = 'Papertape', named, bare] =
    /^(?:([^<>"\p{Cc}]{1,60}?)? *<([^<>]+)>|([^<>]+))$/u.exec(text.trim()) ?? [];
  const address = named ?? bare ?? '';
  return isAddress(address)
    ? { name, address }
    : wrong('must be one address, such as league@example.org or Example League <league@example.org>');
}

function readAddress(text: string): string {
  return isAddress(text) ? text : wrong('must be one address, such as ads@example.org');
}

function isAddress(text: string): boolean {
  return /^[\w.+'-]{1,64}@[A-Za-z\d-]+(\.[A-Za-z\d-]+)*$/.test(text);
}
