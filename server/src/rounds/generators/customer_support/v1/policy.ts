/**
 * A written policy as data: numbered rules, of which one decides a thread.
 *
 * In: the records of an order and its customer, and what the mails say. Out: the rule that counts, and the answer that it demands. A rule fits
 * where its category, if it names one, is the thread's and all its tests hold. Of several rules that fit the one with the highest number counts, or the one
 * with the lowest: the policy says which.
 *
 * Example: goods of $40.00, rule 1 "damaged: replace, the goods", rule 2 "damaged, if more than 14 days lie between: refuse, the goods", the
 * highest number counts. On day 15 after the order the answer is refuse, on day 14 it is replace.
 */
export const actions = ['refund', 'replace', 'repair', 'refuse', 'escalate', 'inform'] as const;
export type Action = (typeof actions)[number];

export interface Order {
  readonly id: string;
  readonly customer: string;
  readonly article: string;
  readonly group: string;
  readonly pieces: number;
  readonly pieceCents: number;
  readonly shippingCents: number;
  /** Days since 2031-01-01. */
  readonly day: number;
  readonly voucher: boolean;
  readonly finalSale: boolean;
}

export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly plus: boolean;
  readonly claims: number;
}

/** What decides a thread: the records, and what only the mails tell. */
export interface Case {
  readonly category: string;
  readonly order: Order;
  readonly customer: Customer;
  /** The day of the customer's last mail. */
  readonly day: number;
  readonly photo: boolean;
  readonly used: boolean;
}

/** `n` is days, cents or a count. */
export type Test =
  | { readonly of: 'days' | 'price' | 'claims'; readonly n: number }
  | { readonly of: 'group'; readonly is: string }
  | { readonly of: 'tier' | 'final' | 'voucher' | 'photo' | 'used' };

export type Sum =
  | { readonly of: 'goods' | 'all' }
  /** Percent of the goods, rounded down to the cent; a fee or an amount in cents. */
  | { readonly of: 'percent' | 'less' | 'fixed'; readonly n: number };

export interface Rule {
  readonly number: number;
  /** Null for a rule of every category. */
  readonly category: string | null;
  readonly tests: readonly Test[];
  readonly action: Action;
  readonly sum: Sum;
  readonly template: string;
}

/** From a day on one number of a rule is another. */
export interface Amendment {
  readonly rule: number;
  readonly from: number;
  readonly n: number;
}

export interface Policy {
  /** Ascending by number. */
  readonly rules: readonly Rule[];
  readonly highestCounts: boolean;
  readonly amendment: Amendment | null;
}

/** @returns the rule that counts, as the policy has it; undefined where none fits. */
export function deciding({ rules, highestCounts, amendment }: Policy, of: Case): Rule | undefined {
  const fits = (rule: Rule): boolean =>
    (rule.category ?? of.category) === of.category &&
    amended(rule, amendment, of.day).tests.every((test) => holds(test, of));
  return highestCounts ? rules.findLast(fits) : rules.find(fits);
}

function amended(rule: Rule, amendment: Amendment | null, day: number): Rule {
  if (amendment === null || rule.number !== amendment.rule || day < amendment.from) return rule;
  return { ...rule, tests: rule.tests.map((test) => ('n' in test ? { ...test, n: amendment.n } : test)) };
}

function holds(test: Test, { order, customer, day, photo, used }: Case): boolean {
  switch (test.of) {
    case 'days':
      return day - order.day > test.n;
    case 'price':
      return goodsCents(order) >= test.n;
    case 'claims':
      return customer.claims >= test.n;
    case 'group':
      return order.group === test.is;
    case 'tier':
      return customer.plus;
    case 'final':
      return order.finalSale;
    case 'voucher':
      return order.voucher;
    case 'photo':
      return !photo;
    case 'used':
      return used;
  }
}

export function goodsCents({ pieces, pieceCents }: Order): number {
  return pieces * pieceCents;
}

export function amountOf(sum: Sum, order: Order): number {
  const goods = goodsCents(order);
  switch (sum.of) {
    case 'goods':
      return goods;
    case 'all':
      return goods + order.shippingCents;
    case 'percent':
      return Math.floor((goods * sum.n) / 100);
    case 'less':
      return goods - sum.n;
    case 'fixed':
      return sum.n;
  }
}
