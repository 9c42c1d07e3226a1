/** The log itself: its entries, and what it was at earlier marks. */
import type { Tampering } from '../tampering.ts';

const noon = Date.parse('2026-03-02T12:00:00Z');

export const logTamperings: Readonly<Record<string, Tampering>> = {
  '50': {
    what: 'the root of the log at a mark',
    change: async ({ run }) => await run(`update ledger.log_heads set root = '${'0'.repeat(64)}' where mark = ${noon}`),
    found: 'audit, league, log',
  },
  '51': {
    what: 'a mark deleted: what was read at it, and the root of the log',
    change: async ({ run }) =>
      await run(
        `delete from ledger.log_heads where mark = ${noon}`,
        `delete from ledger.mark_readings where mark = ${noon}`,
      ),
    found: 'audit, league, log, day',
  },
  L1: {
    what: 'the root of the log at a mark deleted',
    change: async ({ run }) => await run(`delete from ledger.log_heads where mark = ${noon}`),
    found: 'audit, league, log, day',
  },
  L2: {
    what: 'the newest root of the log deleted',
    change: async ({ run }) =>
      await run(`delete from ledger.log_heads where mark = (select max(mark) from ledger.log_heads)`),
    found: 'audit, league, log, day, monitor, client',
  },
  L3: {
    what: 'an entry of the log',
    change: async ({ run }) =>
      await run(
        `update ledger.log_bundles set entries = replace(entries, '"Trader 2"', '"Trader x"') where number = 0`,
      ),
    found: 'audit, league, log, day',
  },
};
