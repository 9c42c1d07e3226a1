/** `papertape admin retire AGENT_ID`. */
import { agentById } from '../bots/bots.sql.ts';
import { retirementsToCopy } from '../operator/operator.sql.ts';
import { iso } from '../lib/clock.ts';
import { agentIdPattern } from '../lib/ids.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { Db } from '../storage/storage.ts';
import { ask, outcome, readData } from './admin-data.ts';

/** @returns what to tell the operator. @throws SetupError when it cannot be done. */
export async function retireBot(db: Db, agentId: string, reason: string): Promise<string> {
  const agent = agentIdPattern.test(agentId) ? await agentById(db, agentId) : undefined;
  if (!agent) throw new SetupError(`There is no bot "${agentId}".`, 'Take the agent_id from its page or a board.');
  if (agent.retired_at !== null) {
    const by = agent.retired_by === 'operator' ? 'by the operator' : 'by its owner';
    throw new SetupError(
      `${agent.name} (${agentId}) is retired already, ${by}, since ${iso(Number(agent.retired_at))}.`,
      'A bot is retired for good.',
    );
  }
  const data = await readData(db);
  const asked =
    data.pending.some((a) => a.action === 'retire' && a.about.id === agentId) ||
    (await retirementsToCopy(db)).some((r) => r.agentId === agentId);
  if (asked)
    throw new SetupError(`${agent.name} (${agentId}) is being retired already.`, 'See papertape admin actions.');
  await ask(db, data, { action: 'retire', about: { kind: 'bot', id: agentId }, reason });
  return outcome(
    `${agent.name} (${agentId}) of ${agent.league} will be retired for good: no seat, no orders, no rank at the closes after. Its pending orders fill, and its record stands.`,
    data,
  );
}
