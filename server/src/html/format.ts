/** How numbers, instants and names are written on pages. Every number here comes from a view; nothing is computed but its text. */
import { divHalfUp, formatFixed, moneyScale, parseFixed, pow10 } from '../lib/decimal.ts';
import { language, type Language } from '../words/language.ts';
import { words, type Noun } from '../words/words.ts';

/** The sign of mathematics: a hyphen is shorter than the plus that it stands beside. */
export const minus = '\u2212';

/** How a language writes numbers and dates. Money is in US dollars, as the captions say. */
interface Forms {
  readonly cents: Intl.NumberFormat;
  readonly signedCents: Intl.NumberFormat;
  readonly whole: Intl.NumberFormat;
  readonly short: Intl.NumberFormat;
  readonly fiveDigits: Intl.NumberFormat;
  readonly regions: Intl.DisplayNames;
  readonly plural: Intl.PluralRules;
  readonly months: readonly string[];
  /** Of a number's text. */
  readonly money: (number: string) => string;
  readonly percent: (number: string) => string;
  readonly decimalSign: string;
  readonly groupSign: string;
}

function formsOf(
  locale: string,
  own: Pick<Forms, 'months' | 'money' | 'percent' | 'decimalSign' | 'groupSign'>,
): Forms {
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return {
    cents: new Intl.NumberFormat(locale, two),
    signedCents: new Intl.NumberFormat(locale, { ...two, signDisplay: 'exceptZero' }),
    whole: new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }),
    short: new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 }),
    fiveDigits: new Intl.NumberFormat(locale, { maximumSignificantDigits: 5, useGrouping: true }),
    regions: new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }),
    plural: new Intl.PluralRules(locale),
    ...own,
  };
}

const forms: Readonly<Record<Language, Forms>> = {
  en: formsOf('en-US', {
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
    money: (number) => `$${number}`,
    percent: (number) => `${number}%`,
    decimalSign: '.',
    groupSign: ',',
  }),
  fr: formsOf('fr-CA', {
    months: ['janv.', 'févr.', 'mars', 'avr.', 'mai', 'juin', 'juill.', 'août', 'sept.', 'oct.', 'nov.', 'déc.'],
    money: (number) => `${number}\u00A0$`,
    percent: (number) => `${number}\u00A0%`,
    decimalSign: ',',
    groupSign: '\u00A0',
  }),
};

const now = (): Forms => forms[language()];

/** 100000 -> `$100,000.00` */
export function dollars(n: number): string {
  const { cents, money } = now();
  return money(cents.format(n).replace('-', minus));
}

/** 100000.4 -> `$100,000`: labels of charts, never of a standing. */
export function roundDollars(n: number): string {
  const { whole, money } = now();
  return money(whole.format(n).replace('-', minus));
}

/** Decimal text of money -> `$40,000.12`. */
export function dollarsOfText(text: string): string {
  const rounded = divHalfUp(parseFixed(text, moneyScale), pow10(moneyScale - 2));
  return dollars(Number(rounded) / 100);
}

/** Decimal text of money where it is told in passing -> `$62.4K`, `$655`; the exact one is a click away. */
export function shortDollars(text: string): string {
  const { short, money } = now();
  return money(short.format(Number(text)));
}

/** A price where it is told in passing -> `$0.0000068923`, `$34.767`; cents from $1,000 on. */
export function shortPrice(text: string): string {
  const { cents, fiveDigits, money } = now();
  const price = Number(text);
  return money((price >= 1000 ? cents : fiveDigits).format(price));
}

/** A gain or a loss as decimal text of money -> `+$12.30`, `−$4.00`, `$0.00`. */
export function signedDollars(text: string): string {
  const isLoss = text.startsWith('-');
  const amount = dollarsOfText(isLoss ? text.slice(1) : text);
  return amount === dollarsOfText('0') ? amount : `${isLoss ? minus : '+'}${amount}`;
}

/** Decimal text -> the same digits, thousands separated: `12,345.678901`. */
export function grouped(text: string): string {
  const [integer = '', fraction] = text.split('.');
  const { groupSign, decimalSign } = now();
  const separated = integer.replace(/\B(?=(?:\d{3})+$)/g, groupSign);
  return fraction === undefined ? separated : `${separated}${decimalSign}${fraction}`;
}

/** Units as a trade log gives them, without zeros at the end. */
export function unitsText(text: string): string {
  return grouped(formatFixed(parseFixed(text, 12), 12));
}

/** 3.2 -> `+3.20%`, 0 -> `0.00%` */
export function signedPercent(n: number): string {
  const { signedCents, percent: written } = now();
  return written(signedCents.format(n).replace('-', minus));
}

/** What a round of tasks was worth: 0.0486 -> `+0.0486%` */
export function signedFinePercent(n: number): string {
  return `${n > 0 ? '+' : ''}${percentTo(n, 4)}`;
}

/** 3.2 -> `3.20%` */
export function percent(n: number): string {
  const { cents, percent: written } = now();
  return written(cents.format(n));
}

/** 0.5, 4 -> `0.5000` */
export function decimals(n: number, places: number): string {
  return n.toFixed(places).replace('-', minus).replace('.', now().decimalSign);
}

/** Decimal text of money -> the same digits, thousands separated. */
export function groupedDollars(text: string): string {
  return now().money(grouped(text));
}

/** 0.5, 4 -> `0.5000%` */
export function percentTo(n: number, places: number): string {
  return now().percent(decimals(n, places));
}

/** Decimal text of money -> the same digits as money. */
export function exactDollars(text: string): string {
  const { money, decimalSign } = now();
  return money(text.replace('.', decimalSign));
}

/** 2.5 -> `2.5%` */
export function plainPercent(n: number): string {
  const { decimalSign, percent: written } = now();
  return written(String(n).replace('.', decimalSign));
}

export function count(n: number): string {
  return now().whole.format(n);
}

/** `1 bot`, `2 bots` */
export function counted(n: number, noun: Noun): string {
  const { plural, whole } = now();
  const [one, other] = words.nouns[noun];
  return `${whole.format(n)} ${plural.select(n) === 'one' ? one : other}`;
}

/** `2026-11-21T00:00:00.000Z` -> `21 Nov 2026, 00:00 UTC` */
export function instantText(iso: string): string {
  return `${dateText(iso.slice(0, 10))}, ${iso.slice(11, 16)} UTC`;
}

/** `2026-11-21` -> `21 Nov 2026` */
export function dateText(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${Number(day)} ${now().months[Number(month) - 1] ?? month} ${year}`;
}

/** `2026-11-21` -> `21 Nov` */
export function dayText(date: string): string {
  return dateText(date).replace(/ \d+$/, '');
}

export function countryName(code: string): string {
  return now().regions.of(code) ?? code;
}

/** A name inside text that cannot carry markup (a title): kept apart from the text around it, whichever way it is written. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** The URL when it is one that a page may link to. */
export function linkable(url: string | null): URL | undefined {
  if (url === null || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  return parsed.protocol === 'http:' || parsed.protocol === 'https:' ? parsed : undefined;
}
