/** Bots that do not think: each action always, with the first category and the first template of the policy and no amount. */
import type { Json } from '../../../json.ts';
import type { NullBot } from '../../../source.ts';
import { actions } from './policy.ts';
import { readRules, textOf } from './read.ts';

export const nulls: readonly NullBot[] = actions.map((action) => ({
  name: `always ${action}`,
  answers: (shown) =>
    new Map<string, Json>(
      shown.tasks.map((task) => {
        const category = /^- (\w+):/m.exec(textOf(shown, `${task.task_id}/policy.txt`))?.[1] ?? 'question';
        const template = readRules(shown, task)[0]?.template ?? 'T01';
        return [task.task_id, { category, action, amount_cents: 0, template }];
      }),
    ),
}));
