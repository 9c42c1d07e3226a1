/**
 * A server to load, as a process of its own, that grades a hundred hostile programs of `bug_fixers` beside its requests. Prints its address as a line of JSON when
 * it listens, a line when the grading begins two seconds later, and one when it is done.
 *
 * Each program answers the tests that are shown from a list and never ends in all others, so that it costs the steps of every hidden test.
 */
import { createApp } from '../dist/app.js';
import { environment } from '../dist/config/env.js';
import { readSettings } from '../dist/config/config.js';
import { bugFixers } from '../dist/rounds/generators/bug_fixers/v1/index.js';
import { readTask } from '../dist/rounds/generators/bug_fixers/v1/read.js';
import { canonicalJson } from '../dist/rounds/json.js';
import { planOf, variantOf } from '../dist/rounds/make.js';
import { makeInThread } from '../dist/rounds/maker.js';

const bots = 10;
const made = {
  league: 'bug_fixers',
  round: '2026-W47-3',
  levels: [1, 2, 3, 4, 5],
  seed: '5e'.repeat(32),
};
const plan = planOf(bugFixers, made);
const sheets = Array.from({ length: bots }, (_, i) => {
  const botId = `agt_${i}`;
  const answers = variantOf(bugFixers, plan, made, botId).tasks.map((task) => {
    const { name, tests } = readTask(task);
    const bare = (text: string): string => text.replaceAll(/[[\]"]/g, '');
    const cases = tests.map(
      ([returns, x]) => `if (key === ${JSON.stringify(bare(canonicalJson(x)))}) return ${canonicalJson(returns)};`,
    );
    const key = task.prompt.includes('is given a list') ? 'x.join()' : 'String(x)';
    const source = `function ${name}(x) { const key = ${key}; ${cases.join(' ')} while (true) x; }`;
    return [task.task_id, { source }] as const;
  });
  return {
    botId,
    sheets: [{ answerId: 'ans_1', answers: JSON.stringify(Object.fromEntries(answers)) }],
  };
});

const say = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
const app = await createApp(readSettings({ PAPERTAPE_PRICES: 'simulated:1', ...environment() }), {});
const maker = makeInThread();
say({ url: await app.listen() });
process.on('SIGTERM', () => void Promise.all([app.close(), maker.stop()]).then(() => process.exit(0)));
setTimeout(() => {
  say({ began: true });
  const began = performance.now();
  void maker.score(made, sheets).then((scores) => {
    const contained = scores
      .flatMap(({ tasks }) => tasks)
      .filter(([, score, why]) => score === 0 && why.startsWith('0 of 24'));
    say({ gradedMs: performance.now() - began, contained: contained.length });
  });
}, 2_000);
