/** The step at the mark of the room of vows. Each vow of the league is rewarded once, at the mark after it was made: $25. */
import { sql } from 'kysely';
import type { EngineRoom } from '../../src/engine/pay.job.ts';
import { moneyScale } from '../../src/lib/decimal.ts';

const reward = 25n * 10n ** BigInt(moneyScale);

export const atMark: EngineRoom['atMark'] = async ({ mark, db }) => {
  const { rows } = await sql<{ agent_id: string; league: string }>`
    select v.agent_id, b.league from intake.vows v join intake.bots b on b.agent_id = v.agent_id
    where b.registered_at < ${mark} and not exists (select 1 from ledger.payouts p where p.agent_id = v.agent_id)`.execute(
    db,
  );
  return rows.map(({ agent_id: botId, league }) => ({
    kind: 'payout' as const,
    botId,
    league,
    cash: reward,
    why: { room: 'vowing', id: 'vow' },
  }));
};
