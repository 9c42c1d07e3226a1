/** The log of incidents of a service, read from its newest entry back. */
import type { IncidentLog, IncidentView } from 'papertape-contract/status';
import type { Instant } from '../../lib/clock.ts';
import type { UsedPrice } from 'papertape-contract/proof';
import type { Service } from './service.ts';

const perPage = 100;

/** The newest incident that is meant. @param since none before this instant is looked at. */
export async function findIncident(
  service: Service,
  since: Instant,
  isMeant: (incident: IncidentView) => boolean,
): Promise<IncidentView | undefined> {
  for (let page = 1; ; page++) {
    const log = await service.get<IncidentLog>(`/api/incidents?page=${page}&per_page=${perPage}`);
    const found = log.incidents.find(isMeant);
    const oldest = log.incidents.at(-1);
    if (found || !oldest || page >= log.pages || Date.parse(oldest.at) < since) return found;
  }
}

/** The incidents that frozen prices name, however old they are. Those that are not in the log are left out. */
export async function suspensionsOf(service: Service, used: readonly UsedPrice[]): Promise<IncidentView[]> {
  const ids = new Set(used.filter((u) => u.state === 'frozen').map((u) => u.incident));
  const found = await Promise.all([...ids].map(async (id) => await findIncident(service, 0, (i) => i.id === id)));
  return found.filter((incident) => incident !== undefined);
}
