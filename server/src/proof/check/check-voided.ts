/**
 * A close that the operator voided stands in the public log of incidents, and no entry is about one that counts.
 *
 * In: what a proof says of a close. Out: steps. Public rule (docs/bots/rules.md): a close may be voided until the next one, with a reason.
 * The log is read from its newest entry back to the close.
 */
import type { CloseVoiding } from 'papertape-contract/proof';
import type { IncidentLog, IncidentView } from 'papertape-contract/status';
import { closeName, type CloseName } from '../../flow/ladder/void.ts';
import type { Service } from './service.ts';
import type { Steps } from './steps.ts';

const perPage = 100;

/** @param what the close in words. @param stated what the proof says of it. */
export async function checkVoided(
  service: Service,
  steps: Steps,
  what: string,
  close: CloseName,
  stated: CloseVoiding | null,
): Promise<void> {
  const entry = await entryOf(service, close);
  const logged = entry ? { at: entry.at, reason: entry.reason } : null;
  steps.same(`whether ${what} was voided, as the log of incidents has it`, stated, logged);
}

async function entryOf(service: Service, name: CloseName): Promise<IncidentView | undefined> {
  for (let page = 1; ; page++) {
    const log = await service.get<IncidentLog>(`/api/incidents?page=${page}&per_page=${perPage}`);
    const entry = log.incidents.find((i) => i.kind === 'close_voided' && i.about.id === closeName(name));
    const oldest = log.incidents.at(-1);
    if (entry || !oldest || page >= log.pages || Date.parse(oldest.at) < name.close) return entry;
  }
}
