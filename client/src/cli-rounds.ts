/** Commands of task leagues: tasks, answer, practice. */
import type { Command, CommandContext } from './cli-command.ts';
import { UsageError } from './cli-io.ts';
import { facts, instant, plain, table } from './cli-table.ts';
import type { PracticeTasks } from './wire.ts';

export const tasksCommand: Command = {
  name: 'tasks',
  summary: 'show the tasks of your bot in a round of its task league',
  operands: '[ROUND]',
  operandsMax: 1,
  options: {},
  notes: 'ROUND is current (the open one, else the next) when left out, next, or a name such as 2026-W47-3.',
  async run(context) {
    const told = await context.client(await context.identity()).tasks(context.operands[0]);
    context.print(
      told,
      () =>
        facts([
          ['round', `${told.round} of ${told.league}, ${told.state}`],
          ['closes', instant(told.closes_at)],
          ['answered', Object.keys(told.answered).join(', ') || 'none yet'],
        ]) + tasksText(told),
    );
    return 0;
  },
};

export const answerCommand: Command = {
  name: 'answer',
  summary: 'send answers of a file: a JSON object, task to answer',
  operands: 'FILE',
  operandsMax: 1,
  options: {
    round: { type: 'string', value: 'ROUND', help: 'current when left out' },
    sandbox: { type: 'boolean', help: 'a test that never counts' },
    'idempotency-key': {
      type: 'string',
      value: 'KEY',
      help: 'the same key and file make one sheet, however often sent',
    },
  },
  notes:
    'Of each task the latest understood answer before the close counts. The exit code is 1 when one was not understood.',
  async run(context) {
    const [file] = context.operands;
    if (file === undefined) throw new UsageError('Name the file of the answers.');
    const answers = await readAnswers(context, file);
    const ack = await context.client(await context.identity()).answer(answers, {
      round: context.text('round'),
      sandbox: context.flag('sandbox') ? true : undefined,
      idempotencyKey: context.text('idempotency-key'),
    });
    context.print(
      ack,
      () =>
        facts([
          ['sheet', ack.answer_id + (ack.sandbox ? ' (sandbox: never counts)' : '')],
          ['round', `${ack.round} of ${ack.league}`],
          ['received', instant(ack.received_at)],
          ['understood', ack.answers_text],
          ['receipt', ack.receipt.hash],
        ]) + notUnderstood(ack.not_understood),
    );
    return Object.keys(ack.not_understood).length === 0 ? 0 : 1;
  },
};

export const practiceCommand: Command = {
  name: 'practice',
  summary: 'show practice tasks of a task league, or score answers to them; no bot is needed',
  operands: 'LEAGUE',
  operandsMax: 1,
  options: {
    seed: { type: 'string', value: 'SEED', help: 'which tasks; 1 when left out' },
    level: { type: 'string', value: 'N', help: 'the lowest of five levels, 1 to 5; 1 when left out' },
    answers: { type: 'string', value: 'FILE', help: 'score the answers of this file' },
  },
  async run(context) {
    const [league] = context.operands;
    if (league === undefined) throw new UsageError('Name the league, such as deal_finder.');
    const which = { seed: context.text('seed'), level: context.count('level') };
    const file = context.text('answers');
    if (file === undefined) {
      const told = await context.client().practice(league, which);
      context.print(told, () => tasksText(told));
      return 0;
    }
    const tried = await context.client().tryAnswers(league, await readAnswers(context, file), which);
    context.print(tried, () => {
      const rows = tried.tasks.map((t) => [t.task_id, String(t.score), t.why, JSON.stringify(t.expected)]);
      return (
        table([{ title: 'TASK' }, { title: 'SCORE', align: 'right' }, { title: 'WHY' }, { title: 'EXPECTED' }], rows) +
        `Score ${tried.score}; the plain solver scores ${tried.plain_score}.\n` +
        notUnderstood(tried.not_understood)
      );
    });
    return 0;
  },
};

function tasksText({ tasks, site, files }: Pick<PracticeTasks, 'tasks' | 'site' | 'files'>): string {
  const told = tasks.map(
    (t) =>
      `\n${plain(t.task_id)}, level ${t.level}, weight ${t.weight}\n  ${plain(t.prompt)}\n  such as ${plain(JSON.stringify(t.example))}\n`,
  );
  return (
    (site === null ? '' : `Pages: ${plain(site)}\n`) +
    files.map(({ url, bytes }) => `File: ${plain(url)} (${bytes} bytes)\n`).join('') +
    told.join('')
  );
}

function notUnderstood(why: Readonly<Record<string, string>>): string {
  return Object.entries(why)
    .map(([task, said]) => `not understood: ${plain(task)}: ${plain(said)}\n`)
    .join('');
}

async function readAnswers(context: CommandContext, file: string): Promise<Readonly<Record<string, unknown>>> {
  const found = await context.io.files.read(file);
  if (!found) throw new UsageError(`${file} is not there.`);
  let answers: unknown;
  try {
    answers = JSON.parse(found.text);
  } catch {
    throw new UsageError(`${file} is no JSON.`);
  }
  if (typeof answers === 'object' && answers !== null && !Array.isArray(answers)) return { ...answers };
  throw new UsageError(`${file} must hold an object, task to answer: {"t01": …}.`);
}
