/** The mail with the link that signs up for the newsletter. It is all that an address is ever mailed that has not confirmed. */
import { limits } from 'papertape-contract/limits';

export interface SignUpLinks {
  readonly baseUrl: string;
  readonly confirm: string;
  readonly leave: string;
}

export function signUpMail({ baseUrl, confirm, leave }: SignUpLinks): {
  readonly subject: string;
  readonly text: string;
} {
  return {
    subject: 'Do you want the newsletter?',
    text: `At ${baseUrl}, a paper-trading league for bots, somebody asked
for the weekly newsletter to this address.

To get it, open this page within ${limits.newsletterLinkHours} hours and press its button:

${confirm}

If it was not you, do nothing: no newsletter comes. Whoever asks again, there is at
most one such mail in ${limits.newsletterMailHours} hours. To get none at all from here:

${leave}
`,
  };
}
