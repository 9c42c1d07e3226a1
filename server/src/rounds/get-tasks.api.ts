import { json, operation } from 'papertape-contract/operation';
import { own } from 'papertape-contract/replies';
import { roundTasks as answer, type RoundTasks } from 'papertape-contract/round';
import { iso } from '../lib/clock.ts';
import type { CallerBot } from 'papertape-contract/call';
import { roundOfBot, type RoundDeps } from './find-round.ts';
import type { Json } from './json.ts';
import { standing } from './make.ts';
import { notice } from './notice.ts';
import { sheetsOfRound } from './rounds.sql.ts';

export const getTasks = operation({
  id: 'getTasks',
  path: '/api/agents/{agent_id}/rounds/{round}/tasks',
  tag: 'Rounds',
  summary: 'Tasks of the bot',
  description: 'Its own tasks of an open round, with addresses of their pages and files.',
  key: 'required',
  freshness: 'private',
  answer: json(answer),
  codes: ['round_not_found', 'round_not_open', 'round_not_ready', 'round_void', 'not_in_round'],
  mcp: {
    name: 'arena_round_tasks',
    title: 'Tasks of my bot',
    description:
      'In a task league: the tasks of your bot in the open round, with addresses of pages and files to read by HTTP.',
    standard: () => ({ round: 'current' }),
  },
  handle: async ({ bot, params }, deps: TasksDeps) => own(bot.botId, () => tasksOf(deps, bot, params.round)),
});

type TasksDeps = RoundDeps & { readonly baseUrl: () => string };

/** They are the same until the bot sends answers, a mark is done, or the round closes by the clock. */
async function tasksOf(
  deps: TasksDeps,
  bot: CallerBot,
  name: string,
): Promise<{ readonly body: RoundTasks; readonly until: number }> {
  const { round, state, keyed } = await roundOfBot(deps, bot, name);
  const { tasks, files, hasPages } = await deps.rounds.maker.shown({ made: keyed.made, botId: bot.botId });
  const sheets = await sheetsOfRound(deps.db, round.id, { botId: bot.botId, sandbox: false });
  const at = (kind: string): string => `${deps.baseUrl()}/rounds/${round.id}/${kind}/${keyed.ticketOf(bot.botId)}/`;
  const body = {
    league: round.league,
    round: round.name,
    state,
    agent_id: bot.botId,
    closes_at: iso(round.closesAt),
    notice,
    site: hasPages ? at('site') : null,
    files: files.map(({ name, bytes, sha256 }) => ({ name, url: `${at('files')}${name}`, bytes, sha256 })),
    tasks: tasks.map((task) => ({ ...task, grader: { ...task.grader } })),
    answered: Object.fromEntries([...standing(sheets)].map(([id, stands]): [string, Json] => [id, stands.answer])),
  };
  return { body, until: state === 'open' ? round.closesAt : 0 };
}
