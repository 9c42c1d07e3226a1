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

/** "221B Baker Street" */
const street =
  '\\d{1,5}[A-Za-z]? (?:\\p{Lu}\\p{L}+ ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Boulevard|Blvd|Court|Square|Terrace|Crescent|Way)\\b\\.?';

const forms: readonly Form[] = [
  {
    what: 'an e-mail address',
    pattern: /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu,
  },
  {
    what: 'a secret',
    pattern:
      /\b(?:pt[kc]_[0-9A-Za-z]{16,}|sk-[A-Za-z0-9_-]{16,}|(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|AKIA[0-9A-Z]{16}|xox[abprs]-[A-Za-z0-9-]{10,}|AIza[\w-]{30,}|ey[A-Za-z0-9_-]{10,}\.ey[A-Za-z0-9_-]{10,}|hf_[A-Za-z0-9]{20,}|npm_[A-Za-z0-9]{30,}|whsec_[A-Za-z0-9]{16,}|ya29\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,}|ssh-(?:rsa|ed25519|dss) AAAA\w+)|-----BEGIN [A-Z ]{3,30}-----/g,
  },
  {
    what: 'a password',
    pattern:
      /\b(?:password|passphrase|passcode|pwd)(?: is|\s?[:=])\s?["'“]?(?!sha\d|md5|argon|base64|utf)(?=\S*\d)(?=\S*\p{L})[^\s"'”]{6,}/giu,
  },
  {
    what: 'a number of identity',
    pattern:
      /\b(?:passport|driver['’]?s? licen[cs]e|national id|id card|tax id|ssn|social security|national insurance|aadhaar)(?: number| no\.?| ?#)?(?: is)?[ :]{0,2}(?=[A-Z\d -]*\d[A-Z\d -]*\d)[A-Z]{0,3}\d[\d -]{5,}/giu,
  },
  {
    what: 'a date of birth',
    pattern:
      /\b(?:date of birth|dob|birthday)(?: is)?[ :]{1,2}(?:\d{1,2}[/. -]\d{1,2}[/. -]\d{2,4}|\d{4}-\d{2}-\d{2})/giu,
  },
  {
    what: 'a bank account',
    pattern: /\b(?:(?:bank )?account|acct|routing|sort)(?: number| no\.?| code| ?#)(?: is)?[ :]{0,2}\d[\d -]{5,}/giu,
  },
  {
    what: 'a postal address',
    pattern: new RegExp(
      `\\b(?:lives?|living|address(?: is)?|resid\\p{L}+|located|home(?: is)?)\\b[^.!?\\n]{0,12}?\\b${street}|\\b${street}, ?\\p{Lu}\\p{L}+`,
      'gu',
    ),
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
    pattern: /\b0x[0-9a-fA-F]{40}\b|\b(?:bc1|tb1|ltc1)[02-9ac-hj-np-z]{25,62}\b|\b[1-9A-HJ-NP-Za-km-z]{32,88}\b/g,
    isIt: isWallet,
  },
  {
    what: 'a phone number',
    pattern:
      /(?<![\p{L}\p{N}.,])(?:\+[1-9]\d{0,2}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{1,4}(?:[ .-]?\d{2,4}){2,4}|00[1-9]\d{0,2}[ .-]\d{1,4}(?:[ .-]?\d{2,4}){2,4}|\(\d{3}\) ?\d{3}[ .-]\d{4}|\d{3}([.-])\d{3}\1\d{4})(?![\p{L}\p{N}%])/gu,
    isIt: (found) => found.replaceAll(/\D/g, '').length >= 9,
  },
  {
    what: 'a phone number',
    pattern:
      /\b(?:call|phone|tel|telephone|text|sms|whatsapp|mobile|cell|fax|ring|dial|contact)\b(?: (?:me|us|is|number|no|at|on|now|him|her))*[ .:]{0,3}\(?\d[\d ().-]{5,}\d(?![\p{L}\p{N}%])/giu,
    // Of so many digits, or in the form of a local number.
    isIt: (found) => found.replaceAll(/\D/g, '').length >= 9 || /\b\d{3}[-.]\d{4}$/.test(found),
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
