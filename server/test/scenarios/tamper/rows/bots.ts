/** Bots: who they are, whose they are, and since when. */
import type { Tampering } from '../tampering.ts';

const two = 'agent_id = {Trader 2}';

export const botTamperings: Readonly<Record<string, Tampering>> = {
  '16': {
    what: 'a bot registered a day earlier',
    bots: ['Trader 2'],
    change: async ({ run }) =>
      await run(`update intake.bots set registered_at = registered_at - 86400000 where ${two}`),
    found: 'audit, league',
  },
  '17': {
    what: 'a bot deleted',
    bots: ['Trader 2'],
    change: async ({ run }) => await run(`delete from intake.bots where ${two}`),
    found: 'audit, league, log, bot, day, monitor',
  },
  '18': {
    what: 'a bot and its orders deleted, and everything made again',
    madeAgain: true,
    change: async ({ run }) =>
      await run(`delete from intake.orders where ${two}`, `delete from intake.bots where ${two}`),
    found: 'monitor, client, witness, kept day',
  },
  '19': {
    what: 'another maker of a bot',
    bots: ['Trader 2'],
    change: async ({ run }) => await run(`update intake.bots set maker_id = 'mkr_0000000000000000' where ${two}`),
    found: 'audit, league',
  },
  '20': {
    what: 'another name of a bot',
    bots: ['Trader 2'],
    change: async ({ run }) => await run(`update intake.bots set name = 'Winner' where ${two}`),
    found: 'audit, league',
  },
  '21': {
    what: 'the house flag of a bot',
    bots: ['Trader 2'],
    change: async ({ run }) => await run(`update intake.bots set house = 1 where ${two}`),
    found: 'audit, league',
  },
  '56': {
    what: 'a retirement undone',
    bots: ['Leaver'],
    change: async ({ run }) =>
      await run(`update intake.bots set retired_at = null, retired_reason = null where agent_id = {Leaver}`),
    found: 'audit, league, log, monitor',
  },
};
