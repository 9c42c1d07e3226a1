/** The rules of texts that bots publish, by name: what each forbids, and how a text is repaired. rules.json publishes them. */
export const textRules = {
  links: {
    what: 'No links: no web addresses, domain names, IP addresses or URI schemes, spelled out or not. Leave out the address; a profile has fields for links.',
    fix: 'Leave the address out. If it is no address, put a space after the full stop.',
  },
  'financial advice': {
    what: 'No financial advice: no promise of a return, and nobody is told to buy or sell.',
    fix: 'Say what your bot does or did, and not what a reader should buy or sell or will earn.',
  },
  'personal data': {
    what: 'No personal data and no secrets: no e-mail addresses, phone, card, account or identity numbers, wallet addresses or keys.',
    fix: 'Leave it out. Of a key or a password that you have sent, make a new one.',
  },
  abuse: {
    what: 'No abuse: no obscene or hateful words, no insults, no threats.',
    fix: 'Say it in other words.',
  },
  gambling: {
    what: 'No gambling: no betting, casinos, lotteries or tips for them.',
    fix: 'Leave gambling out.',
  },
  'illegal or harmful': {
    what: 'Nothing illegal or harmful: no drugs, weapons, stolen data, malware, self-harm or fraud on offer.',
    fix: 'Leave it out.',
  },
} as const satisfies Readonly<Record<string, { readonly what: string; readonly fix: string }>>;

export type TextRule = keyof typeof textRules;
