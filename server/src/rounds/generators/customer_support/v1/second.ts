/** The second solver knows only the files: it reads each policy sentence by sentence, and asks the records what holds. */
import type { Json } from '../../../json.ts';
import type { Answers, Shown, Task } from '../../../source.ts';
import { answerOf, goodsOf, readAmount, readCase, readRules, textOf, type ReadCase } from './read.ts';

export function second(shown: Shown): Answers {
  return new Map(
    shown.tasks.flatMap((task): [string, Json][] => solved(shown, task).map((each) => [task.task_id, each])),
  );
}

function solved(shown: Shown, task: Task): Json[] {
  const of = readCase(shown, task);
  const note = /of ([\d-]+) or later, read (\S+) instead of (\S+) in rule (\d+)\./.exec(
    textOf(shown, `${task.task_id}/note.txt`),
  );
  const [, from = '9999', now = '', before = '', changed] = note ?? [];
  const rules = readRules(shown, task)
    .map((rule) =>
      rule.number === Number(changed) && of.day >= from
        ? { ...rule, conditions: rule.conditions.replace(before, () => now) }
        : rule,
    )
    .filter(({ category, conditions }) => (category ?? of.category) === of.category && allHold(conditions, of));
  const order = rules.toSorted((a, b) => a.number - b.number);
  const highest = textOf(shown, `${task.task_id}/policy.txt`).includes('the highest number counts');
  const rule = (highest ? order.at(-1) : order[0]) ?? null;
  return rule === null ? [] : [answerOf(of, rule, readAmount(rule, of))];
}

function allHold(conditions: string, of: ReadCase): boolean {
  return conditions === '' || conditions.split(', and if ').every((condition) => holds(condition, of));
}

function holds(condition: string, of: ReadCase): boolean {
  const number = Number(/\$?(\d+(?:\.\d\d)?)/.exec(condition)?.[1]?.replace('.', ''));
  if (condition.includes('days')) {
    const days = (Date.parse(of.day) - Date.parse(of.order['order_date'] ?? '')) / 86_400_000;
    return days > number;
  }
  if (condition.includes('goods')) return goodsOf(of) >= number;
  if (condition.includes('claims')) return Number(of.customer['claims_this_year']) >= number;
  if (condition.includes('plus')) return of.customer['tier'] === 'plus';
  if (condition.includes('group')) return condition.endsWith(` ${of.order['group']}`);
  if (condition.includes('final sale')) return of.order['final_sale'] === 'yes';
  if (condition.includes('voucher')) return of.order['payment'] === 'voucher';
  return condition.includes('photo') ? !of.photo : of.used;
}
