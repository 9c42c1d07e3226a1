/**
 * A close that the operator voided stands in the public log of incidents, and no entry is about one that counts.
 *
 * In: what a proof says of a close. Out: steps. Public rule (docs/bots/rules.md): a close may be voided until the next one, with a reason.
 * The log is read from its newest entry back to the close.
 */
import type { CloseVoiding } from 'papertape-contract/proof';
import type { IncidentView } from 'papertape-contract/status';
import { closeName, type CloseName } from '../../flow/ladder/void.ts';
import { findIncident } from './find-incident.ts';
import type { Service } from './service.ts';
import type { Steps } from './steps.ts';

/** @param what the close in words. @param stated what the proof says of it. */
export async function checkVoided(
  service: Service,
  steps: Steps,
  what: string,
  close: CloseName,
  stated: CloseVoiding | null,
): Promise<void> {
  const isMeant = ({ kind, about }: IncidentView): boolean => kind === 'close_voided' && about.id === closeName(close);
  const entry = await findIncident(service, close.close, isMeant);
  const logged = entry ? { at: entry.at, reason: entry.reason } : null;
  steps.same(`whether ${what} was voided, as the log of incidents has it`, stated, logged);
}
