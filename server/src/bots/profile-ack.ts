/** The answer to every change of what a bot shows of itself. */
import type { ProfileAck } from 'papertape-contract/profile';
import type { Changes } from './profile.job.ts';

export function profileAck(botId: string, changes: Changes, warnings: readonly string[]): ProfileAck {
  const pct = changes.pledge_pct;
  return {
    ok: true,
    agent_id: botId,
    changed: { ...changes, ...(typeof pct === 'string' ? { pledge_pct: Number(pct) } : {}) },
    warnings: [...warnings],
  };
}
