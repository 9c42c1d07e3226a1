/** How numbers, instants and names are written on pages. Every number here comes from a view; nothing is computed but its text. */
import { divHalfUp, formatFixed, moneyScale, parseFixed, pow10 } from '../lib/decimal.ts';

const minus = '\u2212';
const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const signedCents = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 100000 -> `$100,000.00` */
export function dollars(n: number): string {
  return `$${cents.format(n).replace('-', minus)}`;
}

/** 100000.4 -> `$100,000`: labels of charts, never of a standing. */
export function roundDollars(n: number): string {
  return `$${whole.format(n).replace('-', minus)}`;
}

/** Decimal text of money -> `$40,000.12`. */
export function dollarsOfText(text: string): string {
  const rounded = divHalfUp(parseFixed(text, moneyScale), pow10(moneyScale - 2));
  return dollars(Number(rounded) / 100);
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
  const separated = integer.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? separated : `${separated}.${fraction}`;
}

/** Units as a trade log gives them, without zeros at the end. */
export function unitsText(text: string): string {
  return grouped(formatFixed(parseFixed(text, 12), 12));
}

/** 3.2 -> `+3.20%`, 0 -> `0.00%` */
export function signedPercent(n: number): string {
  return `${signedCents.format(n).replace('-', minus)}%`;
}

/** 3.2 -> `3.20%` */
export function percent(n: number): string {
  return `${cents.format(n)}%`;
}

export function count(n: number): string {
  return whole.format(n);
}

/** `1 bot`, `2 bots` */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${whole.format(n)} ${n === 1 ? one : many}`;
}

/** `2026-11-21T00:00:00.000Z` -> `21 Nov 2026, 00:00 UTC` */
export function instantText(iso: string): string {
  return `${dateText(iso.slice(0, 10))}, ${iso.slice(11, 16)} UTC`;
}

/** `2026-11-21` -> `21 Nov 2026` */
export function dateText(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${Number(day)} ${monthNames[Number(month) - 1] ?? month} ${year}`;
}

/** `2026-11-21` -> `21 Nov` */
export function dayText(date: string): string {
  return dateText(date).replace(/ \d+$/, '');
}

export function countryName(code: string): string {
  return regions.of(code) ?? code;
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
