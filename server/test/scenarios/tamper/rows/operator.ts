/** What the operator did, and the rules. */
import { currentRules } from '../../../../src/published/deciding-rules.ts';
import type { Tampering } from '../tampering.ts';

const otherSeats = 900;

export const operatorTamperings: Readonly<Record<string, Tampering>> = {
  '22': {
    what: 'the reason of an action',
    change: async ({ run }) =>
      await run(`update intake.operator_actions set reason = 'Another.' where action_id = 'act_03_suspend'`),
    found: 'audit, league',
  },
  '23': {
    what: 'an action deleted',
    change: async ({ run }) => await run(`delete from intake.operator_actions where action_id = 'act_03_suspend'`),
    found: 'audit, league',
  },
  '44': {
    what: 'an incident deleted',
    bots: ['Trader 2'],
    change: async ({ run }) =>
      await run(`delete from ledger.incidents where kind = 'suspended' and about_id = 'SOL-USD'`),
    found: 'audit, league',
  },
  '45': {
    what: 'the reason of an incident',
    bots: ['Trader 2'],
    change: async ({ run }) => await run(`update ledger.incidents set reason = 'Another.' where kind = 'resumed'`),
    found: 'audit, league',
  },
  '47': {
    what: 'the text of the rules',
    bots: ['Trader 2'],
    change: async ({ edit }) =>
      await edit('ledger.rules_versions', 'rules', 'number = 1', (text) =>
        text.replace('"pools_apart_bps_max":100', '"pools_apart_bps_max":101'),
      ),
    found: 'audit, league, bot, day, monitor',
  },
  '48': {
    what: 'the text of the rules and its name, and everything made again',
    madeAgain: true,
    bots: ['Trader 2'],
    overrides: { botsPerTier: otherSeats },
    async change({ trx, rewrite, names }) {
      const { version: rulesVersion, text } = currentRules({ botsPerTier: otherSeats });
      await trx.updateTable('ledger.rules_versions').set({ rules_version: rulesVersion, rules: text }).execute();
      for (const name of names) await rewrite(name, (orders) => orders.map((o) => ({ ...o, rulesVersion })));
    },
    found: 'monitor, client, witness, kept day',
  },
  '58': {
    what: 'an action back-dated, and everything made again',
    madeAgain: true,
    bots: ['Trader 2'],
    change: async ({ run }) =>
      await run(`update intake.operator_actions set at = at - 36000000 where action_id = 'act_06_suspend'`),
    found: 'monitor, client, witness',
  },
  '59': {
    what: 'a delisting that was never announced, and everything made again',
    madeAgain: true,
    form: 'long',
    bots: ['Trader 2'],
    change: async ({ run }) =>
      await run(
        `insert into intake.operator_actions (action_id, at, action, about_kind, about_id, reason)
         values ('act_00', ${Date.parse('2026-02-27T20:31:00Z')}, 'suspend', 'symbol', 'BTC-USD', 'Gone.'),
                ('act_08', ${Date.parse('2026-03-02T20:40:00Z')}, 'delist', 'symbol', 'BTC-USD', 'Gone.')`,
      ),
    found: 'monitor, client, witness, kept day',
  },
};
