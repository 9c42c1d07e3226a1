/** Closes: values, ranks, records, boards, the ladder. */
import type { Tampering } from '../tampering.ts';

const close = Date.parse('2026-03-02');
const two = `agent_id = {Trader 2} and close = ${close}`;
const board = `league = 'spot_crypto' and close = ${close}`;

const swapRanks = [
  `update ledger.closes set rank = -1 where ${board} and rank = 2`,
  `update ledger.closes set rank = 2 where ${board} and rank = 1`,
  `update ledger.closes set rank = 1 where ${board} and rank = -1`,
];

export const closeTamperings: Readonly<Record<string, Tampering>> = {
  '34': {
    what: 'the value of a bot at a close',
    bots: ['Trader 2'],
    change: async ({ run }) => await run(`update ledger.closes set value = value + 100000000 where ${two}`),
    found: 'audit, league, bot, day, monitor',
  },
  '35': {
    what: 'the ranks of two bots at a close swapped',
    bots: ['Trader 2'],
    change: async ({ run }) => await run(...swapRanks),
    found: 'audit, league, day, monitor',
  },
  '36': {
    what: 'the same, with their places on the board',
    bots: ['Trader 2'],
    async change({ run, edit }) {
      await run(...swapRanks);
      await edit('ledger.board_blocks', 'agent_ids', `${board} and block = 0`, (text) => {
        const [first, next, ...rest] = JSON.parse(text) as string[];
        return JSON.stringify([next, first, ...rest]);
      });
    },
    found: 'audit, league, day, monitor',
  },
  B: {
    what: 'places on the board of an earlier close swapped, and nothing else',
    change: async ({ edit }) =>
      await edit('ledger.board_blocks', 'agent_ids', `${board} and block = 0`, (text) => {
        const [first, next, ...rest] = JSON.parse(text) as string[];
        return JSON.stringify([next, first, ...rest]);
      }),
    found: 'audit, league',
  },
  '37': {
    what: 'the drawdown of a bot at a close',
    bots: ['Trader 2'],
    change: async ({ run }) => await run(`update ledger.closes set max_drawdown = max_drawdown + 1 where ${two}`),
    found: 'audit, league, day, monitor',
  },
  '38': {
    what: 'the record of a bot at a close',
    bots: ['Trader 2'],
    change: async ({ edit }) => await edit('ledger.records', 'record', two, (text) => text.replace('[1,1,', '[1,2,')),
    found: 'audit, league, monitor',
  },
  '39': {
    what: 'the tier of a bot',
    change: async ({ run }) => await run(`update ledger.tiers set tier = tier + 1 where league = 'spot_crypto'`),
    found: 'audit, league',
  },
  '40': {
    what: 'a move too many, with its tier',
    bots: ['Trader 2'],
    change: async ({ run }) =>
      await run(
        `insert into ledger.tiers (agent_id, league, tier) values ({Trader 2}, 'spot_crypto', 1)`,
        `insert into ledger.tier_moves (agent_id, at_mark, why, league, week, close, from_tier, to_tier, place, week_bps)
         values ({Trader 2}, ${close}, 'promoted', 'spot_crypto', '2026-W09', ${close}, 0, 1, 2, 10)`,
      ),
    found: 'audit, league',
  },
  '41': {
    what: 'the champion of a week',
    change: async ({ run }) => await run(`update ledger.weeks set champion = {Trader 0} where league = 'spot_crypto'`),
    found: 'audit, league',
  },
  '43': {
    what: 'the values of baselines on a board',
    change: async ({ edit }) =>
      await edit('ledger.boards', 'baselines', board, (text) => text.replace(/"value":"\d/, '"value":"2')),
    found: 'audit, league',
  },
  '46': {
    what: 'a voided close made valid',
    league: 'altcoin_hunters',
    bots: ['Alt 1'],
    change: async ({ run }) => await run(`delete from ledger.voided_closes where league = 'altcoin_hunters'`),
    found: 'audit, league, bot, monitor',
  },
  '55': {
    what: 'the ranks that a bot may have at a close',
    bots: ['Trader 2'],
    change: async ({ run }) => await run(`update ledger.closes set rank_from = rank_from + 1 where ${two}`),
    found: 'audit, league, day',
  },
};
