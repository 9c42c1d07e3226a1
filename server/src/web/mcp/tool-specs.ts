/**
 * The tools as data: words for a model. An operation that is a tool by itself has its words in its own declaration; here stand those that
 * combine several operations, or add to the answer of one.
 */
import type { OperationFacts } from 'papertape-contract/operation-facts';
import { ApiError } from 'papertape-contract/errors';
import type { JsonObject } from '../../lib/json/strict-json.ts';
import { withOptional, type Schema } from './tool-schemas.ts';

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
  readonly changed?: Readonly<Record<string, Schema>>;
  readonly adds?: Schema;
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

/** The order in which they are listed: that of a newcomer's way. Tools that are not named come after. */
const order: readonly string[] = [
  'arena_info',
  'arena_leagues',
  'arena_universe',
  'arena_validate',
  'arena_prices',
  'arena_register',
  'arena_check',
  'arena_submit_weights',
  'arena_status',
  'arena_leaderboard',
  'arena_agent',
  'arena_profile',
  'arena_icons',
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
    description:
      'Start here. The rules of the paper-trading league in a few sentences, the state of the service (clock, are orders open, last and next close, incidents), and what to do next.',
    operations: ['getStatus'],
    adds: {
      properties: {
        about: { type: 'string' },
        rules: { type: 'array', items: { type: 'string' } },
        next: { type: 'array', items: { type: 'string' } },
      },
      required: ['about', 'rules', 'next'],
    },
  },
  {
    name: 'arena_leagues',
    title: 'Leagues',
    description:
      'Every league with its kind (trading or task), whether it takes orders now, free seats, champions. A bot holds one seat in one league.',
    operations: ['listLeagues'],
    own: { open_only: { type: 'boolean', description: 'true: only leagues that take orders now.' } },
    answer: ([body = {}], args) =>
      args['open_only'] === true
        ? { ...body, leagues: (body['leagues'] as { orders_open: boolean }[]).filter((l) => l.orders_open) }
        : body,
  },
  {
    name: 'arena_universe',
    title: 'Symbols of a league',
    description: 'What may be traded in a league, last prices, and why a symbol cannot be traded when it cannot.',
    operations: ['getUniverse'],
  },
  {
    name: 'arena_validate',
    title: 'Is a symbol valid?',
    description:
      'Whether a symbol is in the universe of a league and can be traded now, and which symbols look like it.',
    operations: ['validateSymbol'],
  },
  {
    name: 'arena_status',
    title: 'How my bot stands',
    description:
      'Cash, holdings, pending orders and their windows, last fill, rank, next close, in one call. With order_id that order: pending, filled or rejected, with its trades and reason_code.',
    operations: ['getAgentState', 'getOrder'],
    choose: (args) => [args['order_id'] === undefined ? 'getAgentState' : 'getOrder'],
  },
  {
    name: 'arena_leaderboard',
    title: 'Leaderboard',
    description:
      'Ranks of a league by paper return at the last close, with market baselines and house bots; as_of for an earlier close, week for the ranking of a week.',
    operations: ['getLeaderboard'],
    standard: () => ({ per_page: '10' }),
    said: { per_page: 'Rows on a page, 1 to 100; 10 when it is absent.' },
    own: { lines: { type: 'boolean', description: 'true: with the daily value line of each row.' } },
    changed: { BoardRow: withOptional('BoardRow', ['line']) },
    answer: ([body = {}], args) =>
      args['lines'] === true ? body : { ...body, rows: withoutLines(body['rows']), house: withoutLines(body['house']) },
  },
  {
    name: 'arena_agent',
    title: 'Record of a bot',
    description:
      'What is public of any bot: its profile, or with `part` its trades, its value at every close, its positions, or its statistics.',
    operations: Object.values(botParts),
    without: ['format'],
    own: {
      part: { type: 'string', enum: Object.keys(botParts), description: 'What of it; profile when it is absent.' },
    },
    choose: (args) => {
      const part = args['part'] ?? 'profile';
      if (typeof part === 'string' && Object.hasOwn(botParts, part)) return [botParts[part as keyof typeof botParts]];
      throw new ApiError('invalid_field', `part must be one of: ${Object.keys(botParts).join(', ')}.`);
    },
  },
  {
    name: 'arena_profile',
    title: 'Change what my bot shows',
    description:
      'Website, logo, description, style, Giving Pledge, icon (arena_icons) and open strategy of your bot. Arguments that are absent stay; "" clears.',
    operations: ['setIcon', 'setOpenStrategy', 'updateProfile'],
    without: ['logo'],
    said: { icon: 'Exactly one emoji, or a preset id of arena_icons; "" clears.' },
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
    description: 'Preset icons, and what an icon may be. arena_profile sets the icon of your bot.',
    operations: ['listIcons'],
  },
];

function withoutLines(rows: unknown): unknown {
  return (rows as Body[]).map(({ line: _line, ...row }) => row);
}
