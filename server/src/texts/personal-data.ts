/** Finds personal data and secrets in a normal form: what has a form or a check digit of its own. Names of people have none. */
export interface Found {
  readonly from: number;
  readonly to: number;
  /** What it is, as a refusal says it. */
  readonly what: string;
}

/** @param text a normal form. @returns the first of them. */
export function personalDataIn(text: string): Found | undefined {
  for (const { what, pattern, isIt = () => true } of forms) {
    for (const { 0: found, index } of text.matchAll(pattern)) {
      if (isIt(found)) return { from: index, to: index + found.length, what };
    }
  }
  return undefined;
}

interface Form {
  readonly what: string;
  readonly pattern: RegExp;
  /** Is what the pattern found one? */
  readonly isIt?: (found: string) => boolean;
}

const forms: readonly Form[] = [
  {
    what: 'an e-mail address',
    pattern: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu,
  },
  {
    what: 'a secret',
    pattern:
      /\b(?:pt[kc]_[0-9A-Za-z]{16,}|sk-[A-Za-z0-9_-]{16,}|(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|AKIA[0-9A-Z]{16}|xox[abprs]-[A-Za-z0-9-]{10,}|AIza[\w-]{30,}|ey[A-Za-z0-9_-]{10,}\.ey[A-Za-z0-9_-]{10,})|-----BEGIN [A-Z ]{3,30}-----/g,
  },
  { what: 'a social security number', pattern: /(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g },
  { what: 'a card number', pattern: /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.])/g, isIt: isCardNumber },
  {
    what: 'a bank account',
    pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g,
    isIt: isBankAccount,
  },
  {
    what: 'a wallet address',
    pattern: /\b0x[0-9a-fA-F]{40}\b|\b(?:bc1|tb1|ltc1)[02-9ac-hj-np-z]{25,62}\b|\b[1-9A-HJ-NP-Za-km-z]{32,44}\b/g,
    isIt: isWallet,
  },
  {
    what: 'a phone number',
    pattern:
      /(?<![\p{L}\p{N}.,])(?:\+[1-9]\d{0,2}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{2,4}(?:[ .-]?\d{2,4}){2,4}|\(\d{3}\) ?\d{3}[ .-]\d{4}|\d{3}([.-])\d{3}\1\d{4})(?![\p{L}\p{N}%])/gu,
    isIt: (found) => found.replaceAll(/\D/g, '').length >= 9,
  },
];

/** Luhn. Fewer than 13 digits are no card. */
function isCardNumber(found: string): boolean {
  const digits = Array.from(found.replaceAll(/\D/g, ''), Number);
  if (digits.length < 13 || digits.every((d) => d === digits[0])) return false;
  const sum = digits.toReversed().reduce((s, d, i) => s + (i % 2 === 0 ? d : d * 2 > 9 ? d * 2 - 9 : d * 2), 0);
  return sum % 10 === 0 && /^[3-6]/.test(found);
}

/** ISO 13616: the rest of the number by 97 is 1. */
function isBankAccount(found: string): boolean {
  const bare = found.replaceAll(' ', '');
  if (bare.length < 15 || bare.length > 34) return false;
  const digits = Array.from(bare.slice(4) + bare.slice(0, 4), (c) => parseInt(c, 36)).join('');
  return Array.from(digits).reduce((rest, d) => (rest * 10 + Number(d)) % 97, 0) === 1;
}

/** A base58 text is one when it has small letters, capitals and digits: words and hexadecimal hashes have not. */
function isWallet(found: string): boolean {
  if (/^(?:0x|bc1|tb1|ltc1)/.test(found)) return true;
  return /[a-z]/.test(found) && /[A-Z]/.test(found) && /\d/.test(found);
}
