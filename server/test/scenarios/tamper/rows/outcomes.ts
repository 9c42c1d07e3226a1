/** Outcomes of orders, portfolios, and the prices that they follow from. */
import type { Data } from '../data.ts';
import { readingsHash } from '../../../../src/flow/price/readings.ts';
import { readingsHadAt } from '../../../../src/flow/price/price.sql.ts';
import type { Tampering } from '../tampering.ts';

const second = `agent_id = {Trader 2} and sequence = 2`;
const cents = 100_000_000;

/** A member of the first trade. */
async function trade({ edit }: Data, member: number, change: (text: string) => string): Promise<void> {
  await edit('ledger.fills', 'trades', second, (text) => {
    const [first, ...rest] = JSON.parse(text) as string[][];
    return JSON.stringify([first?.map((m, i) => (i === member ? change(m) : m)), ...rest]);
  });
}

const lastDigit = (text: string): string => text.replace(/\d$/, (d) => String((Number(d) + 1) % 10));

/** The window of the second orders begins here. */
const read = Date.parse('2026-03-01T21:05:00Z');
const raise = (text: string): string =>
  text.replace(/"(sim:BTC-USD:1)":"(\d+)/, (_, pool: string, sum: string) => `"${pool}":"${BigInt(sum) + 1000n}`);

export const outcomeTamperings: Readonly<Record<string, Tampering>> = {
  '25': {
    what: 'the price of a trade',
    bots: ['Trader 2'],
    change: async (data) => await trade(data, 2, lastDigit),
    found: 'audit, league, bot, day',
  },
  '26': {
    what: 'the units of a trade',
    bots: ['Trader 2'],
    change: async (data) => await trade(data, 1, lastDigit),
    found: 'audit, league, bot, day',
  },
  '27': {
    what: 'the cash that a fill leaves',
    bots: ['Trader 2'],
    change: async ({ run }) => await run(`update ledger.fills set cash_after = cash_after + ${cents} where ${second}`),
    found: 'audit, league, bot, day',
  },
  '28': {
    what: 'the value that a fill leaves',
    bots: ['Trader 2'],
    change: async ({ run }) =>
      await run(`update ledger.fills set value_after = value_after + ${cents} where ${second}`),
    found: 'audit, league, bot, day',
  },
  '29': {
    what: 'the cash of a portfolio',
    bots: ['Trader 2'],
    change: async ({ run }) =>
      await run(`update ledger.portfolios set cash = cash + ${cents} where agent_id = {Trader 2}`),
    found: 'audit, league, bot, monitor',
  },
  '30': {
    what: 'what a portfolio holds',
    bots: ['Trader 2'],
    change: async ({ edit }) =>
      await edit('ledger.portfolios', 'holdings', 'agent_id = {Trader 2}', (text) => text.replace(/:"/, ':"1')),
    found: 'audit, league, bot, monitor',
  },
  '31': {
    what: 'a reading',
    bots: ['Trader 2'],
    change: async ({ edit }) => await edit('ledger.mark_readings', 'readings', `mark = ${read}`, raise),
    found: 'audit, league, bot, day',
  },
  '32': {
    what: 'a reading, with the log grown again over it',
    bots: ['Trader 2'],
    async change({ edit, trx, regrow }) {
      await edit('ledger.mark_readings', 'readings', `mark = ${read}`, raise);
      const hash = readingsHash(await readingsHadAt(trx, read));
      await regrow((marks) => {
        for (const of of marks)
          if (of.mark === read)
            of.entries = of.entries.map((e) => e.replace(/"readings":"\w+"/, `"readings":"${hash}"`));
      });
    },
    found: 'audit, league, bot, day, monitor, client, witness, kept day',
  },
  '33': {
    what: 'the prices of a window',
    bots: ['Trader 2'],
    change: async ({ edit }) =>
      await edit('ledger.price_vectors', 'prices', `window_end = ${Date.parse('2026-03-01T21:35:00Z')}`, (text) =>
        text.replace(/"agreed","./, '"agreed","9'),
      ),
    found: 'audit, day',
  },
  '42': {
    what: 'a baseline',
    change: async ({ edit }) =>
      await edit('ledger.baselines', 'holdings', `league = 'spot_crypto' and baseline_id = 'equal_weight'`, (text) =>
        text.replace(/:"/, ':"1'),
      ),
    found: 'audit, league, monitor',
  },
  '49': {
    what: 'the fills of two bots swapped',
    bots: ['Trader 2', 'Trader 6'],
    async change({ edit, trx, id }) {
      const of = async (name: string) =>
        await trx
          .selectFrom('ledger.fills')
          .select('trades')
          .where('agent_id', '=', id(name))
          .where('sequence', '=', 2n)
          .executeTakeFirstOrThrow();
      const [a, b] = [await of('Trader 2'), await of('Trader 6')];
      await edit('ledger.fills', 'trades', second, () => b.trades);
      await edit('ledger.fills', 'trades', 'agent_id = {Trader 6} and sequence = 2', () => a.trades);
    },
    found: 'audit, league, bot, day',
  },
  '52': {
    what: 'a filled order made a rejected one',
    bots: ['Trader 2'],
    change: async ({ run }) =>
      await run(
        `update ledger.fills set state = 'rejected', reason_code = 'pools_apart', trades = '[]', value_before = null, value_after = null where ${second}`,
      ),
    found: 'audit, league, bot, day',
  },
  '53': {
    what: 'the mark of a fill',
    bots: ['Trader 2'],
    change: async ({ run }) => await run(`update ledger.fills set at_mark = at_mark + 300000 where ${second}`),
    found: 'audit, league, bot',
  },
  '54': {
    what: 'what a delisting paid',
    form: 'long',
    bots: ['Trader 2'],
    change: async ({ run }) =>
      await run(`update ledger.delistings set cash = cash + ${cents} where agent_id = {Trader 2}`),
    found: 'audit, league, bot',
  },
  '57': {
    what: 'the value that a fill leaves and that of the next close together',
    bots: ['Trader 2'],
    change: async ({ run }) =>
      await run(
        `update ledger.fills set value_after = value_after + ${cents} where ${second}`,
        `update ledger.closes set value = value + ${cents} where agent_id = {Trader 2} and close = ${Date.parse('2026-03-02')}`,
      ),
    found: 'audit, league, bot, day, monitor',
  },
};
