/** What can be read off the files: records, policies and threads. */
import type { JsonRecord } from '../../../json.ts';
import type { Shown, Task } from '../../../source.ts';

export interface ReadRule {
  readonly number: number;
  readonly category: string | undefined;
  readonly conditions: string;
  readonly action: string;
  readonly amount: string;
  readonly template: string;
}

export interface ReadCase {
  readonly category: string;
  readonly order: Readonly<Record<string, string>>;
  readonly customer: Readonly<Record<string, string>>;
  /** `2031-03-14` */
  readonly day: string;
  readonly photo: boolean;
  readonly used: boolean;
}

/** Words by which the category of a mail is told. */
const signs: readonly (readonly [category: string, words: RegExp])[] = [
  ['damaged', /\b(crack|smashed|came broken)\b/],
  ['defective', /stopped working|no longer turns on|has died/],
  ['lost', /is lost|vanished|can find/],
  ['late', /still moving|overdue|delayed/],
  ['missing_part', /without its|was not in the box|is missing from/],
  ['wrong_item', /something else|a different thing|another article/],
  ['withdrawal', /give it back|changed my mind|do not need it/],
  ['cancellation', /\b(stop my order|cancel|call off)\b/],
  ['billing', /charged me|higher price|two times/],
  ['question', /how to clean|manual of|which cable/],
];

export function textOf({ files }: Shown, name: string): string {
  return files.find((file) => file.name === name)?.bytes.toString() ?? '';
}

export function readTable(shown: Shown, name: string): Record<string, string>[] {
  const [head = '', ...lines] = textOf(shown, name).trim().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i] ?? '', cell])));
}

export function readRules(shown: Shown, task: Task): ReadRule[] {
  const text = textOf(shown, `${task.task_id}/policy.txt`);
  const lines =
    /^Rule (\d+)\. (?:Any category|Category (\w+))(?:, if (.+))?: (\w+)\. Amount: (.+)\. Template: (\w+)\.$/gm;
  return [...text.matchAll(lines)].map(
    ([, number, category, conditions = '', action = '', amount = '', template = '']) => ({
      number: Number(number),
      category,
      conditions,
      action,
      amount,
      template,
    }),
  );
}

export function readCase(shown: Shown, task: Task): ReadCase {
  const mails = textOf(shown, `${task.task_id}/thread.txt`)
    .split(/^Mail \d+$/m)
    .filter((mail) => mail.includes('From: ') && !mail.includes('From: Support'));
  const said = mails.join('\n');
  const corrected = /wrong number: the order is (\w+),/.exec(said)?.[1];
  const number = corrected ?? /The order is (A\d+)\./.exec(said)?.[1];
  const order = readTable(shown, 'orders.csv').find((row) => row['order'] === number) ?? {};
  return {
    category: signs.find(([, words]) => words.test(said))?.[0] ?? 'question',
    order,
    customer: readTable(shown, 'customers.csv').find((row) => row['customer'] === order['customer']) ?? {},
    day: /^Date: (.*)$/m.exec(mails.at(-1) ?? '')?.[1] ?? '',
    photo: said.includes('Attachments: photo.jpg'),
    used: /I have used it|has been in use/.test(said),
  };
}

export function goodsOf({ order }: ReadCase): number {
  return Number(order['pieces']) * Number(order['piece_cents']);
}

/** The amount of a rule in cents, as its words say it. */
export function readAmount({ amount }: ReadRule, of: ReadCase): number {
  const goods = goodsOf(of);
  const percent = /^(\d+)(?:%| percent) /.exec(amount)?.[1];
  const stated = /\$(\d+)\.(\d\d)/.exec(amount);
  const cents = stated === null ? 0 : Number(`${stated[1]}${stated[2]}`);
  if (percent !== undefined) return Math.floor((goods * Number(percent)) / 100);
  if (/less|minus/.test(amount)) return goods - cents;
  if (stated !== null) return cents;
  return amount.includes('shipping') ? goods + Number(of.order['shipping_cents']) : goods;
}

export function answerOf({ category }: ReadCase, rule: ReadRule, amount: number): JsonRecord {
  return { category, action: rule.action, amount_cents: amount, template: rule.template };
}
