/**
 * The records of the league: booking lines, the rules of categories, and what is asked of them. Amounts are integers of cents.
 *
 * A line's category is that of the first rule that matches it, or of the last one: the rules say which. A line that no rule matches is `other`. Spending is purchases
 * less refunds; a refund belongs to the category and the month of the line that it names.
 *
 * Example: $120.00 at "Harrow Pharmacy", rules 1 "harrow: groceries" and 2 "pharmacy: health", the last counts: health. A refund of $20.00 in the
 * next month leaves $100.00 of health in the month of the purchase.
 */
export const accounts = ['checking', 'savings', 'card'] as const;
export type Account = (typeof accounts)[number];

export interface Line {
  readonly id: string;
  readonly account: Account;
  /** Days since 2031-01-01. */
  readonly day: number;
  readonly payee: string;
  readonly text: string;
  /** Of its currency; below 0 where money leaves the household's account. */
  readonly cents: number;
  readonly currency: string;
  readonly kind: 'purchase' | 'refund' | 'transfer' | 'income' | 'duplicate';
  /** The place, in the list of drafts, of the purchase that a refund gives back. */
  readonly of?: number;
}

export interface Rule {
  /** In lower case; a line matches whose payee holds it, whatever its case. */
  readonly word: string;
  /** Dollar cents that a line must have at least; 0 for none. */
  readonly least: number;
  readonly category: string;
}

export interface Rates {
  /** US dollars for one unit, in ten-thousandths, by `2031-03 EUR`. */
  readonly [monthAndCurrency: string]: number;
}

export interface Ledger {
  readonly lines: readonly Line[];
  readonly rules: readonly Rule[];
  readonly lastCounts: boolean;
  readonly rates: Rates;
}

/** A purchase with what it is worth in dollars after its refunds. */
export interface Spent {
  readonly line: Line;
  readonly category: string;
  readonly month: string;
  readonly cents: number;
  readonly net: number;
}

/** @param day days since 2031-01-01. */
export function dateOf(day: number): string {
  return new Date(Date.UTC(2031, 0, 1 + day)).toISOString().slice(0, 10);
}

export function monthOf({ day }: Pick<Line, 'day'>): string {
  return dateOf(day).slice(0, 7);
}

/** What a line is worth in dollar cents, without its sign; halves go up. */
export function dollarCents(line: Pick<Line, 'day' | 'cents' | 'currency'>, rates: Rates): number {
  const rate = rates[`${monthOf(line)} ${line.currency}`] ?? 10_000;
  return Math.floor((2 * Math.abs(line.cents) * rate + 10_000) / 20_000);
}

export function categoryOf(
  payee: string,
  cents: number,
  { rules, lastCounts }: Pick<Ledger, 'rules' | 'lastCounts'>,
): string {
  const matches = ({ word, least }: Rule): boolean => payee.toLowerCase().includes(word) && cents >= least;
  return (lastCounts ? rules.findLast(matches) : rules.find(matches))?.category ?? 'other';
}

export function spending(ledger: Ledger): Spent[] {
  const back = new Map<string, number>();
  for (const { kind, text, cents } of ledger.lines) {
    const id = text.split(' ').at(-1) ?? '';
    if (kind === 'refund') back.set(id, (back.get(id) ?? 0) + cents);
  }
  return ledger.lines
    .filter(({ kind }) => kind === 'purchase')
    .map((line) => {
      const cents = dollarCents(line, ledger.rates);
      const category = categoryOf(line.payee, cents, ledger);
      return { line, category, month: monthOf(line), cents, net: cents - (back.get(line.id) ?? 0) };
    });
}
