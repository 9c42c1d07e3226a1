/**
 * Sheets of `bug_fixers` that cost as much as they can: each program answers the tests that are shown from a list and never ends in all others, so
 * that it costs the steps of every hidden test.
 */
import { bugFixers } from '../../src/rounds/generators/bug_fixers/v1/index.ts';
import { readTask } from '../../src/rounds/generators/bug_fixers/v1/read.ts';
import { canonicalJson } from '../../src/rounds/json.ts';
import { planOf, variantOf, type Made } from '../../src/rounds/make.ts';

export const hostileRound: Made = {
  league: 'bug_fixers',
  round: '2026-W47-3',
  levels: [1, 2, 3, 4, 5],
  seed: '5e'.repeat(32),
};

export interface HostileSheets {
  readonly botId: string;
  readonly sheets: readonly { readonly answerId: string; readonly answers: string }[];
}

/** A sheet of ten programs of each bot. */
export function hostileSheets(bots: number): HostileSheets[] {
  const plan = planOf(bugFixers, hostileRound);
  return Array.from({ length: bots }, (_, i) => {
    const botId = `agt_${i}`;
    const answers = variantOf(bugFixers, plan, hostileRound, botId).tasks.map((task) => {
      const { name, tests } = readTask(task);
      const bare = (text: string): string => text.replaceAll(/[[\]"]/g, '');
      const cases = tests.map(
        ([returns, x]) => `if (key === ${JSON.stringify(bare(canonicalJson(x)))}) return ${canonicalJson(returns)};`,
      );
      const key = task.prompt.includes('is given a list') ? 'x.join()' : 'String(x)';
      const source = `function ${name}(x) { const key = ${key}; ${cases.join(' ')} while (true) x; }`;
      return [task.task_id, { source }] as const;
    });
    return { botId, sheets: [{ answerId: 'ans_1', answers: JSON.stringify(Object.fromEntries(answers)) }] };
  });
}
