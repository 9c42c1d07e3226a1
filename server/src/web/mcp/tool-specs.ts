/**
 * The tools as data: words for a model. An operation that is a tool by itself has its words in its own declaration; here stand those that
 * combine several operations, or add to the answer of one.
 */
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { ApiError } from 'papertape-contract/errors';
import type { JsonObject } from '../../lib/json/strict-json.ts';
import type { Schema } from './tool-schemas.ts';

export type Body = Readonly<Record<string, unknown>>;

export interface ToolSpec {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Ids of the operations that it wraps. */
  readonly operations: readonly string[];
  /** Which of them the arguments ask for; all of them when absent. */
  readonly choose?: (args: JsonObject) => readonly string[];
  /** Arguments of an operation that are not offered. */
  readonly without?: readonly string[];
  /** Arguments that a caller may leave out although the operation needs them, or that have another standard here. */
  readonly standard?: (today: string) => Readonly<Record<string, string>>;
  /** Arguments that say something else here than there. */
  readonly said?: Readonly<Record<string, string>>;
  /** Arguments of the tool itself. */
  readonly own?: Readonly<Record<string, Schema>>;
  readonly answer?: (bodies: readonly Body[], args: JsonObject) => Body;
  readonly showsKey?: true;
}

const botParts = {
  profile: 'getAgent',
  trades: 'listTrades',
  equity: 'getEquity',
  positions: 'getPositions',
  statistics: 'getStatistics',
} as const;

/** Which route of the profile takes an argument; all others are of the profile itself. */
const profileRoutes: Readonly<Record<string, string>> = { icon: 'setIcon', open_strategy_url: 'setOpenStrategy' };

/** What is told of an outcome, a receipt, a mark or a close, from which it can be computed again. */
const proofs = {
  fill: 'getFillProof',
  order: 'getOrderProof',
  bot: 'listAgentProofs',
  mark: 'getMarkProof',
  close: 'getCloseProof',
} as const;

/** The order in which they are listed: that of a newcomer's way. Tools that are not named come after. */
const order: readonly string[] = [
  'arena_info',
  'arena_register',
  'arena_submit_weights',
  'arena_status',
  'arena_check',
  'arena_round_tasks',
  'arena_submit_answers',
  'arena_try_round',
  'arena_round_results',
  'arena_universe',
  'arena_prices',
  'arena_leagues',
  'arena_leaderboard',
  'arena_agent',
  'arena_orders',
  'arena_events',
  'arena_validate',
  'arena_profile',
  'arena_icons',
  'arena_rotate_key',
  'arena_proofs',
];

/** The tools of a list of operations. */
export function toolSpecsOf(operations: readonly OperationFacts[]): readonly ToolSpec[] {
  const own = operations.flatMap(({ id, mcp }): ToolSpec[] => (mcp ? [{ ...mcp, operations: [id] }] : []));
  const place = ({ name }: ToolSpec): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...combined, ...own].toSorted((a, b) => place(a) - place(b));
}

const combined: readonly ToolSpec[] = [
  {
    name: 'arena_info',
    title: 'What this service is, and how it stands',
    description: 'Start here: the rules in short, clock, are orders open, next close, incidents, and what to do next.',
    operations: ['getStatus'],
    answer: ([body = {}]) => {
      const {
        log: _log,
        backup: _backup,
        seed: _seed,
        finality: _finality,
        window_full: _full,
        version: _version,
        ...ofBots
      } = body;
      return ofBots;
    },
  },
  {
    name: 'arena_leagues',
    title: 'Leagues',
    description:
      'Every league: does it take orders now, or why not, and its free seats. A bot holds one seat in one league.',
    operations: ['listLeagues'],
    own: {
      open_only: { type: 'boolean', description: 'true: only leagues that take orders now.' },
      details: { type: 'boolean', description: 'true: with description, prices, rules and champions of each.' },
    },
    answer: ([body = {}], args) => {
      const all = body['leagues'] as readonly Body[];
      const listed = args['open_only'] === true ? all.filter((league) => league['orders_open'] === true) : all;
      if (args['details'] === true) return { ...body, leagues: listed };
      const { topics: _topics, ...rest } = body;
      return { ...rest, leagues: listed.map(leagueInShort) };
    },
  },
  {
    name: 'arena_universe',
    title: 'Symbols of a league',
    description: 'What may be traded in a league, last prices, and why a symbol cannot be traded when it cannot.',
    operations: ['getUniverse'],
    own: { routes: { type: 'boolean', description: 'true: with the pools that price each symbol.' } },
    answer: ([body = {}], args) =>
      args['routes'] === true ? body : { ...body, symbols: (body['symbols'] as readonly Body[]).map(withoutRoute) },
  },
  {
    name: 'arena_validate',
    title: 'Is a symbol valid?',
    description: 'Is a symbol in a league, can it be traded now, and which symbols look like it.',
    operations: ['validateSymbol'],
  },
  {
    name: 'arena_status',
    title: 'How my bot stands',
    description:
      'Cash, holdings, pending orders, last fill, rank and next close of your bot. With order_id that order: pending, filled or rejected, with trades and reason_code.',
    operations: ['getAgentState', 'getOrder'],
    choose: (args) => [args['order_id'] === undefined ? 'getAgentState' : 'getOrder'],
  },
  {
    name: 'arena_try_round',
    title: 'Practise',
    description:
      'In a task league, without sign-up: the tasks of a seed; with answers their scores at once, and what was expected.',
    operations: ['getPracticeTasks', 'scorePractice'],
    choose: (args) => [args['answers'] === undefined ? 'getPracticeTasks' : 'scorePractice'],
    answer: ([body = {}], args) =>
      args['answers'] === undefined ? body : { ...body, tasks: withoutFiles(body['tasks']) },
  },
  {
    name: 'arena_leaderboard',
    title: 'Leaderboard',
    description: 'Ranks of a league by paper return at the last close, with market baselines and house bots.',
    operations: ['getLeaderboard'],
    // What a model reads at first has a bound: a board in another order is for people and programs.
    without: ['tier', 'sort'],
    standard: () => ({ per_page: '10' }),
    said: {
      per_page: 'Rows on a page, 1 to 100; 10 when it is absent.',
      as_of: 'An earlier close: its date, YYYY-MM-DD.',
      week: 'The ranking of a week: YYYY-Www.',
    },
    own: { lines: { type: 'boolean', description: 'true: with the daily values of each row.' } },
    answer: ([body = {}], args) =>
      args['lines'] === true ? body : { ...body, rows: withoutLines(body['rows']), house: withoutLines(body['house']) },
  },
  {
    name: 'arena_agent',
    title: 'Record of a bot',
    description: 'What is public of any bot: its profile, or another part of its record.',
    operations: Object.values(botParts),
    without: ['format'],
    own: { part: { type: 'string', enum: Object.keys(botParts), description: 'profile when it is absent.' } },
    choose: (args) => [botParts[chosen(args, 'part', Object.keys(botParts), 'profile') as keyof typeof botParts]],
  },
  {
    name: 'arena_profile',
    title: 'Change what my bot shows',
    description: 'Profile, Giving Pledge, icon and open strategy of your bot. What is absent stays; "" clears.',
    operations: ['setIcon', 'setOpenStrategy', 'updateProfile'],
    without: ['logo'],
    said: { icon: 'One emoji, or an id of arena_icons.', open_strategy_url: 'A public https repository.' },
    choose: (args) => {
      const routes = Object.keys(args)
        .filter((name) => name !== 'agent_id')
        .map((name) => profileRoutes[name] ?? 'updateProfile');
      const asked = ['setIcon', 'setOpenStrategy', 'updateProfile'].filter((o) => routes.includes(o));
      return asked.length === 0 ? ['updateProfile'] : asked;
    },
    answer: (bodies) => ({
      ...bodies[0],
      changed: Object.assign({}, ...bodies.map((b) => b['changed'])) as unknown,
      warnings: bodies.flatMap((b) => b['warnings'] as string[]),
    }),
  },
  {
    name: 'arena_icons',
    title: 'Icons',
    description: 'Preset icons, and what an icon may be.',
    operations: ['listIcons'],
  },
  {
    name: 'arena_proofs',
    title: 'Evidence',
    description:
      'From which anyone computes it again: a fill, the path of a receipt to the public log, what there is of a bot, a mark, a close.',
    operations: Object.values(proofs),
    said: { agent_id: "Of a bot; of a close: that bot's value." },
    own: { of: { type: 'string', enum: Object.keys(proofs), description: 'fill when it is absent.' } },
    choose: (args) => [proofs[chosen(args, 'of', Object.keys(proofs), 'fill') as keyof typeof proofs]],
  },
];

/** The choice that an argument names. */
function chosen(args: JsonObject, name: string, choices: readonly string[], standard: string): string {
  const choice = args[name] ?? standard;
  if (typeof choice === 'string' && choices.includes(choice)) return choice;
  throw new ApiError('invalid_field', `${name} must be one of: ${choices.join(', ')}.`);
}

function leagueInShort({ id, name, kind, state, orders_open, orders_reason, seats_free, universe }: Body): Body {
  const why = orders_reason === null ? {} : { orders_reason };
  const symbols = (universe as { readonly symbols: number } | null)?.symbols ?? 0;
  return { id, name, kind, state, orders_open, ...why, seats_free, symbols };
}

function withoutRoute({ route: _route, ...symbol }: Body): Body {
  return symbol;
}

function withoutLines(rows: unknown): unknown {
  return (rows as Body[]).map(({ line: _line, ...row }) => row);
}

/** A workbook that was expected is some thousand tokens that no model can read. */
function withoutFiles(tasks: unknown): unknown {
  return (tasks as Body[]).map((task) => {
    const { xlsx } = (task['expected'] ?? {}) as Body;
    if (typeof xlsx !== 'string') return task;
    return {
      ...task,
      expected: { xlsx: `left out here, ${xlsx.length} characters: POST the answers by HTTP to have it` },
    };
  });
}
