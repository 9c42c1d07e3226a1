/** Marks that are held back, and what is said of when they were done. All of the watched form. */
import type { Data } from '../data.ts';
import type { Tampering } from '../tampering.ts';
import { putIn } from './orders.ts';

/** At 23:58 the prices up to 23:55 are known, and no mark since 23:20 is done. */
const knowing = async ({ rewrite }: Data): Promise<void> =>
  await rewrite('Clerk', (orders) => putIn(orders, '2026-03-02T23:22:00Z', '{"SOL-USD":"1"}'));

const noon = Date.parse('2026-03-02T12:00:00Z');

const held = 'the engine is held for half an hour, and an order is taken that knows its window';

const watched = { form: 'watched', bots: ['Clerk'] } as const;

export const lateTamperings: Readonly<Record<string, Tampering>> = {
  T1: {
    ...watched,
    what: held,
    change: knowing,
    tells: /late.* from 2026-03-02T23:25:00.000Z to 2026-03-02T23:55:00.000Z/,
    told: 'league, log, bot, day, monitor',
    found: '',
  },
  T2: {
    ...watched,
    what: `${held}; the program says that all was in time, and a witness saw it late`,
    change: knowing,
    lies: 'to all',
    found: 'audit, league, log, bot, day, monitor',
  },
  T3: {
    ...watched,
    what: `${held}; the program says that all was in time, and so does the operator's own witness`,
    change: knowing,
    lies: 'by a witness of his own',
    found: 'monitor',
  },
  T4: {
    ...watched,
    what: 'the incident of late marks deleted',
    change: async ({ run }) => await run(`delete from ledger.incidents where kind = 'late_mark'`),
    found: 'audit, league, bot, day',
  },
  T5: {
    ...watched,
    what: 'when late marks were done',
    change: async ({ run }) =>
      await run(`update ledger.log_heads set done_at = mark + 1000 where done_at > mark + 180000 and mark < ${noon}`),
    found: 'audit, league, log, bot, day',
  },
};
