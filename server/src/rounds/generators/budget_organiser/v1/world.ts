/**
 * The world of a variant: for each task the books of a household, the rules of its categories and the questions.
 *
 * In: the plan's slots and the draws of a variant. Out: records whose kinds are known from how they were drawn, and the key that follows from them.
 */
import type { Draw } from '../../../draw.ts';
import type { JsonRecord } from '../../../json.ts';
import type { Slot } from '../../../source.ts';
import { accounts, dateOf, spending, type Account, type Ledger, type Line, type Rates, type Rule } from './ledger.ts';
import phrases from './phrases.json' with { type: 'json' };

/** What the plan fixes for all bots. */
export interface Terms {
  readonly lines: number;
  readonly months: number;
  readonly transfers: boolean;
  readonly refunds: boolean;
  /** Rules of which the last counts, and not the first. */
  readonly lastCounts: boolean;
  readonly duplicates: boolean;
  /** Lines in other currencies, and rules with a least amount. */
  readonly foreign: boolean;
}

export interface Books {
  readonly taskId: string;
  readonly name: string;
  readonly ledger: Ledger;
  /** Of the accounts, four digits each. */
  readonly numbers: Readonly<Record<Account, string>>;
  readonly terms: Terms;
  /** What is asked: a category and a month, and the category of the largest purchase and of the dearest month. */
  readonly asked: { readonly category: string; readonly month: string; readonly other: string };
  readonly key: JsonRecord;
}

export function drawTerms(draw: Draw, level: number): Terms {
  return {
    lines: Math.min(800, 60 + 92 * (level - 1)),
    months: 3 + Math.floor(level / 2),
    transfers: level >= 2,
    refunds: level >= 3,
    lastCounts: level >= 3 && draw.chance(1, 2),
    duplicates: level >= 4,
    foreign: level >= 5,
  };
}

export function drawWorld(slots: readonly Slot[], draw: Draw): Books[] {
  const names = draw.part('names').sample(phrases.households, slots.length);
  return slots.map((slot, i) => {
    const own = draw.part(slot.task_id);
    for (;;) {
      const books = drawBooks(own, slot.task_id, names[i] ?? '', slot.settings as unknown as Terms);
      if (books !== null) return books;
    }
  });
}

type Draft = Omit<Line, 'id'>;

/** @returns null where a question would have two answers, or none. */
function drawBooks(draw: Draw, taskId: string, name: string, terms: Terms): Books | null {
  const digits = draw.sample([1, 2, 3, 4, 5, 6, 7, 8, 9], 4).map((first) => `${first}${draw.between(100, 999)}`);
  const numbers = { checking: digits[0] ?? '', savings: digits[1] ?? '', card: digits[2] ?? '' };
  const chains = draw.sample(phrases.chains, 7);
  const rules = drawRules(draw, chains, terms);
  const rates = drawRates(draw, terms);
  const lines = numbered(drawLines(draw, terms, chains, numbers, digits[3] ?? ''));
  const ledger: Ledger = { lines, rules, lastCounts: terms.lastCounts, rates };
  const spent = spending(ledger);
  const categories = [...new Set(rules.map((rule) => rule.category))];
  const category = draw.pick(categories);
  const other = draw.pick(categories);
  const month = dateOf(31 * draw.below(terms.months) + 10).slice(0, 7);
  const sum = (of: readonly { readonly net: number }[]): number => of.reduce((total, { net }) => total + net, 0);
  const asked = spent.filter((each) => each.category === category && each.month === month);
  const [largest, next] = spent.filter((each) => each.category === other).toSorted((a, b) => b.cents - a.cents);
  const months = [...new Set(spent.map((each) => each.month))]
    .map((each) => ({ each, net: sum(spent.filter((one) => one.category === other && one.month === each)) }))
    .toSorted((a, b) => b.net - a.net);
  if (asked.length === 0 || largest === undefined || largest.cents === next?.cents) return null;
  if (months[0]?.net === months[1]?.net) return null;
  const count = (kind: Line['kind']): number => lines.filter((line) => line.kind === kind).length;
  const key: JsonRecord = {
    spent_cents: sum(spent),
    month_cents: sum(asked),
    largest: largest.line.id,
    top_month: months[0]?.each ?? '',
    ...(terms.transfers ? { transfers: count('transfer') / 2 } : {}),
    ...(terms.duplicates ? { duplicates: count('duplicate') } : {}),
  };
  return { taskId, name, ledger, numbers, terms, asked: { category, month, other }, key };
}

/** A rule for each chain and for each department; the department's goes before the chain's, and one with a least amount before both. */
function drawRules(draw: Draw, chains: readonly string[], { lastCounts, foreign }: Terms): Rule[] {
  const category = (): string => draw.pick(phrases.categories);
  const rule = (name: string, least: number): Rule => ({ word: name.toLowerCase(), least, category: category() });
  const ofChains = draw.shuffled(chains.slice(0, 6)).map((name) => rule(name, 0));
  const ofDepartments = draw.shuffled(phrases.departments).map((name) => rule(name, 0));
  const large = foreign ? draw.sample(chains.slice(0, 6), 2).map((name) => rule(name, 500 * draw.between(16, 30))) : [];
  return lastCounts ? [...ofChains, ...ofDepartments, ...large] : [...large, ...ofDepartments, ...ofChains];
}

function drawRates(draw: Draw, { months }: Terms): Rates {
  return Object.fromEntries(
    Array.from({ length: months + 1 }, (_, i) => dateOf(31 * i + 10).slice(0, 7)).flatMap((month) => [
      [`${month} EUR`, draw.between(10_300, 11_900)],
      [`${month} GBP`, draw.between(12_100, 13_700)],
    ]),
  );
}

function drawLines(
  draw: Draw,
  terms: Terms,
  chains: readonly string[],
  numbers: Books['numbers'],
  foreignNumber: string,
): Draft[] {
  const lastDay = 28 * terms.months;
  const seen = new Set<string>();
  const drafts: Draft[] = [];
  // Two lines that only look alike would be taken for a duplicate.
  const add = (...lines: readonly Draft[]): boolean => {
    const marks = lines.map(({ account, day, payee, text, cents }) => [account, day, payee, text, cents].join('|'));
    if (marks.some((mark) => seen.has(mark))) return false;
    for (const mark of marks) seen.add(mark);
    drafts.push(...lines);
    return true;
  };
  const pairs = terms.transfers ? Math.floor(terms.lines / 12) + draw.below(12) : 0;
  for (let made = 0; made < pairs;) made += Number(add(...transfer(draw, numbers, lastDay)));
  for (let month = 0; month < terms.months; month++) add(salary(draw, month));
  while (drafts.length < terms.lines) add(purchase(draw, terms, chains, lastDay, foreignNumber));
  const bought = drafts.flatMap(({ kind, currency }, of) => (kind === 'purchase' && currency === 'USD' ? [of] : []));
  const returned = terms.refunds ? draw.sample(bought, Math.max(3, Math.floor(terms.lines / 30))) : [];
  for (const of of returned) drafts.push(refund(draw, drafts[of] as Draft, of));
  const purchases = drafts.filter(({ kind }) => kind === 'purchase');
  const doubled = terms.duplicates ? draw.sample(purchases, draw.between(3, 14)) : [];
  return [...drafts, ...doubled.map((line): Draft => ({ ...line, kind: 'duplicate' }))];
}

/** Ids in the order of days; a duplicate stands behind its first. Refunds get the id of what they give back. */
function numbered(drafts: readonly Draft[]): Line[] {
  const order = drafts.map((draft, at) => ({ draft, at })).toSorted((a, b) => a.draft.day - b.draft.day);
  const ids = new Map(order.map(({ at }, i) => [at, `b${String(i + 1).padStart(4, '0')}`]));
  return order.map(({ draft, at }): Line => {
    const text = draft.of === undefined ? draft.text : `${draft.text} ${ids.get(draft.of) ?? ''}`;
    return { ...draft, text, id: ids.get(at) ?? '' };
  });
}

function transfer(draw: Draw, numbers: Books['numbers'], lastDay: number): [Draft, Draft] {
  const [from = 'checking', to = 'savings'] = draw.sample(accounts, 2);
  const cents = 500 * draw.between(4, 160);
  const day = draw.below(lastDay);
  const line = (account: Account, text: string, signed: number, on: number): Draft => ({
    account,
    day: on,
    payee: draw.pick(['Own account', 'Household', 'Settlement']),
    text,
    cents: signed,
    currency: 'USD',
    kind: 'transfer',
  });
  return [line(from, `to ${numbers[to]}`, -cents, day), line(to, `from ${numbers[from]}`, cents, day + draw.below(3))];
}

function salary(draw: Draw, month: number): Draft {
  return {
    account: 'checking',
    day: 28 * month + draw.below(6),
    payee: draw.pick(phrases.employers),
    text: 'salary',
    cents: 100 * draw.between(2_100, 4_900),
    currency: 'USD',
    kind: 'income',
  };
}

function purchase(
  draw: Draw,
  { foreign }: Terms,
  chains: readonly string[],
  lastDay: number,
  foreignNumber: string,
): Draft {
  const account = draw.pick(['checking', 'card', 'card'] as const);
  const chain = draw.pick(chains);
  const shop = draw.chance(1, 3) ? `${chain} ${draw.pick(phrases.departments)}` : chain;
  const branch = `${draw.chance(1, 4) ? shop.toUpperCase() : shop} ${draw.between(10, 99)}`;
  // Money to a person goes to an account that is not the household's own.
  const isPerson = draw.chance(1, 12);
  return {
    account: isPerson ? 'checking' : account,
    day: draw.below(lastDay),
    payee: isPerson ? draw.pick(phrases.people) : branch,
    text: isPerson ? `to ${foreignNumber}` : draw.pick(['card payment', 'thank you', 'purchase']),
    cents: -draw.between(250, 24_000),
    currency: foreign && !isPerson && account === 'card' && draw.chance(1, 4) ? draw.pick(['EUR', 'GBP']) : 'USD',
    kind: 'purchase',
  };
}

function refund(draw: Draw, { account, day, payee, cents }: Draft, of: number): Draft {
  const back = draw.chance(1, 2) ? -cents : Math.max(1, Math.floor((-cents * draw.between(10, 90)) / 100));
  return {
    account,
    day: day + draw.between(1, 25),
    payee,
    text: 'refund of',
    cents: back,
    currency: 'USD',
    kind: 'refund',
    of,
  };
}
