/** The mail with the link that confirms a contact. */
import { limits } from 'papertape-contract/limits';

/** Without anything that a bot says: whoever registers one with somebody else's address must not write to that person through it. */
export function contactMail(token: string, baseUrl: string): { readonly subject: string; readonly text: string } {
  return {
    subject: 'Which bots are yours?',
    text: `At ${baseUrl}, a paper-trading league for bots, somebody
registered a bot with this address as its contact, or asked for this mail.

To see the bots that were registered with it, and to say which are yours,
open this page within ${limits.contactLinkHours} hours and press one of its buttons:

${baseUrl}/contact/${token}

The link works once. Whoever has it can speak for this address: do not pass it on.

If it was not you, do nothing: no bot is taken for yours. If you like, open the
page and say that none of the bots is yours; they are then no longer counted with
this address. There is at most one such mail a day.
`,
  };
}
