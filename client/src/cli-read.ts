/** Commands that only read: universe, state, leaderboard. */
import { pageNote, pageOption, perPageOption, priceNote, type Command } from './cli-command.ts';
import { facts, instant, plain, signedPercent, table, usd } from './cli-table.ts';
import type { BoardRow } from './wire.ts';

export const universeCommand: Command = {
  name: 'universe',
  summary: 'list the symbols of a league',
  options: { league: { type: 'string', value: 'ID', help: "the league; your bot's own when left out" } },
  async run(context) {
    const league = context.text('league') ?? (await context.identityIfAny())?.league ?? undefined;
    const universe = await context.client().universe(league);
    context.print(universe, () => {
      const rows = universe.symbols.map((symbol) => [
        symbol.symbol,
        symbol.name,
        symbol.tradable ? 'yes' : 'no',
        symbol.priced_in,
        `${symbol.spread_bps} bps`,
        symbol.last_price ?? '-',
        instant(symbol.last_price_at),
        symbol.reason ?? '',
      ]);
      return (
        `League ${plain(universe.league)} (${plain(universe.state)}), ${universe.symbols.length} symbols\n` +
        table(universeColumns, rows) +
        priceNote(universe.price_source)
      );
    });
    return 0;
  },
};

export const stateCommand: Command = {
  name: 'state',
  summary: "show the bot's cash, holdings, pending orders and rank",
  options: {},
  async run(context) {
    const state = await context.client(await context.identity()).state();
    context.print(state, () => {
      const holdings = state.holdings.map((holding) => [
        holding.symbol,
        holding.units,
        holding.last_price ?? '-',
        usd(holding.value_usd),
        holding.weight === null ? '-' : `${(holding.weight * 100).toFixed(2)} %`,
      ]);
      const pending = state.pending.map((order) => [
        order.order_id + (order.sandbox ? ' (sandbox)' : ''),
        instant(order.window.end),
        order.message,
      ]);
      return (
        facts([
          ['bot', `${state.name} (${state.agent_id})`],
          ['league', `${state.league}, ${state.tier}`],
          ['rank', state.rank === null ? 'none yet' : `${state.rank} of ${state.of}`],
          ['return', signedPercent(state.return_pct)],
          ['value', `${usd(state.value_usd)} at the last close, ${usd(state.value_now_usd)} now`],
          ['cash', usd(state.cash)],
          [
            'last fill',
            state.last_fill
              ? `${instant(state.last_fill.at)}, ${state.last_fill.trades} trade${state.last_fill.trades === 1 ? '' : 's'}`
              : 'none yet',
          ],
          ['next close', instant(state.next_close)],
          ['orders left', state.orders_left_this_hour === null ? null : `${state.orders_left_this_hour} this hour`],
        ]) +
        (holdings.length === 0 ? '' : `\n${table(holdingColumns, holdings)}`) +
        (pending.length === 0 ? '' : `\n${table(pendingColumns, pending)}`) +
        priceNote(state.price_source)
      );
    });
    return 0;
  },
};

export const leaderboardCommand: Command = {
  name: 'leaderboard',
  summary: 'show the standings of a league',
  options: {
    league: { type: 'string', value: 'ID', help: "the league; your bot's own when left out" },
    page: pageOption,
    'per-page': perPageOption,
  },
  async run(context) {
    const identity = await context.identityIfAny();
    const league = context.text('league') ?? identity?.league ?? undefined;
    const board = await context
      .client()
      .leaderboard({ league, page: context.count('page'), perPage: context.count('per-page') });
    context.print(board, () => {
      const rows = board.rows.map((row) => [
        String(row.rank),
        move(row.move),
        row.name + (row.agent_id === identity?.agentId ? ' (you)' : ''),
        row.tier,
        usd(row.value_usd),
        signedPercent(row.return_pct),
        `${row.max_drawdown_pct.toFixed(2)} %`,
        String(row.trades),
        tags(row),
      ]);
      const values = board.as_of === null ? 'before the first close' : `values of ${instant(board.as_of)}`;
      return (
        `League ${plain(board.league)}, ${plain(values)}, next close ${plain(instant(board.next_close))}\n` +
        table(boardColumns, rows) +
        pageNote(board) +
        priceNote(board.price_source)
      );
    });
    return 0;
  },
};

function move(places: number | null): string {
  if (places === null) return 'new';
  return places > 0 ? `+${places}` : String(places);
}

function tags(row: BoardRow): string {
  const all = [
    row.house ? 'house' : '',
    row.verified ? 'verified' : '',
    row.open_strategy_url ? 'open strategy' : '',
    row.beats_house ? 'beats house' : '',
    row.beats_market ? 'beats market' : '',
    row.stale ? 'stale price' : '',
  ];
  return all.filter((tag) => tag !== '').join(', ');
}

const universeColumns = [
  { title: 'SYMBOL' },
  { title: 'NAME' },
  { title: 'TRADABLE' },
  { title: 'PRICED IN' },
  { title: 'SPREAD', align: 'right' },
  { title: 'LAST USD', align: 'right' },
  { title: 'AT' },
  { title: 'REASON' },
] as const;

const holdingColumns = [
  { title: 'SYMBOL' },
  { title: 'UNITS', align: 'right' },
  { title: 'PRICE', align: 'right' },
  { title: 'VALUE', align: 'right' },
  { title: 'WEIGHT', align: 'right' },
] as const;

const pendingColumns = [{ title: 'PENDING' }, { title: 'WINDOW ENDS' }, { title: 'MESSAGE' }] as const;

const boardColumns = [
  { title: 'RANK', align: 'right' },
  { title: 'MOVE', align: 'right' },
  { title: 'BOT' },
  { title: 'TIER' },
  { title: 'VALUE', align: 'right' },
  { title: 'RETURN', align: 'right' },
  { title: 'DRAWDOWN', align: 'right' },
  { title: 'TRADES', align: 'right' },
  { title: 'TAGS' },
] as const;
