/** How house bots reach the service: the published client over loopback, with the token at the registration alone. */
import { createClient, type Client } from 'papertape-client';
import type { HouseDeps } from './house-deps.ts';
import type { HouseSeat } from './house-file.ts';
import { createLoopbackFetch } from './loopback-fetch.ts';

interface Entrant {
  readonly id: string;
  readonly name: string;
  readonly icon: string;
}

export interface Clients {
  readonly open: Client;
  of(seat: HouseSeat): Client;
  /** Takes a seat and keeps it. Throws what the client throws. */
  enter(league: string, bot: Entrant, words: { readonly style: string; readonly description: string }): Promise<void>;
}

export function createClients({ baseUrl, token, file, now, pace }: HouseDeps): Clients {
  const authorization = { authorization: `Bearer ${token}` };
  const fetch = createLoopbackFetch((path) =>
    path === '/api/agents/register' ? authorization : {},
  ) as typeof globalThis.fetch;
  // One attempt a call: house.ts decides when to try again, and a stopping service does not wait for it.
  const clientOf = (seat?: HouseSeat): Client =>
    createClient({ baseUrl, fetch, attemptsMax: 1, watchLog: false, now, ...seat });
  const open = clientOf();
  return {
    open,
    of: clientOf,
    async enter(league, { id, name, icon }, { style, description }) {
      await pace();
      const seat = await open.register({
        name,
        icon,
        company: 'Papertape',
        contact: 'house@papertape.invalid',
        country: 'CA',
        league,
        style,
        description: `${description} A house bot: run by the service, treated like every other bot.`,
      });
      const kept = file.league(league);
      kept.seats[id] = { agentId: seat.agent_id, apiKey: seat.api_key };
      file.save();
    },
  };
}
