/** Bots that do not think: the receipt of the start, and a walker that follows one link after the other without reading. */
import type { Json } from '../../../json.ts';
import type { NullBot, Shown } from '../../../source.ts';
import { follow, linkOf, receiptAt } from './read.ts';

const stepsMax = 60;

const always = (name: string, receipt: (shown: Shown, task: number) => string): NullBot => ({
  name,
  answers: (shown) =>
    new Map(shown.tasks.map((task, i): [string, Json] => [task.task_id, { receipt: receipt(shown, i) }])),
});

/** Takes the links of each page in turn: which one is a matter of the step's number alone. */
export function walk(shown: Shown, task: number, steps: number): string {
  let at = linkOf(shown, '', 'All orders') ?? '';
  let list = at;
  for (let i = 0; i < steps; i++) {
    const hrefs = [...(shown.page(at) ?? '').matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
    const href = hrefs[(i * 7 + task * 3) % Math.max(1, hrefs.length)];
    if (href === undefined) break;
    at = follow(at, href);
    if (/\/list(?:\?|$)/.test(at)) list = at;
  }
  return receiptAt(shown, list);
}

export const nulls: readonly NullBot[] = [
  always('nothing done', (shown) => receiptAt(shown, linkOf(shown, '', 'All orders') ?? '')),
  always('walker', (shown, task) => walk(shown, task, stepsMax)),
];
