/** The real service as its own process: `papertape serve` on simulated prices and a clock that runs 4,000 times as fast as the real one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '../client/src/index.ts';
import { endAll, startService, until } from '../server/test/acceptance/service-process.ts';

export interface Entrant {
  readonly id: string;
  readonly key: string;
  readonly client: Client;
}

export interface RunningLeague {
  readonly url: string;
  /** Registers a bot, in another league than `league` where one is named. */
  readonly enter: (name: string, into?: string) => Promise<Entrant>;
}

/** A Sunday evening: the first close ends a week. A day is 22 s of real time. */
const start = '2026-03-01T22:00:00Z';
const speed = '4000';

export const league = 'spot_crypto';

/** Starts the service, works with it, and ends it, whatever happens. @param settings of the service, beside those here. */
export async function withLeague(
  work: (league: RunningLeague) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'papertape-judged-'));
  try {
    const service = await startService({
      DATA_DIR: data,
      PAPERTAPE_CLOCK_START: start,
      PAPERTAPE_CLOCK_SPEED: speed,
      // Nothing here listens to events, and no name is to be looked up.
      PAPERTAPE_WEBHOOKS: 'local',
      ...settings,
    });
    await work({ url: service.url, enter: (name, into = league) => enter(service.url, name, into) });
    await service.stop();
  } finally {
    await endAll();
    await rm(data, { recursive: true, force: true });
  }
}

async function enter(baseUrl: string, name: string, into: string): Promise<Entrant> {
  const contact = `${name.toLowerCase().replaceAll(' ', '.')}@example.test`;
  const open = createClient({ baseUrl });
  const seat = await open.register({ name, company: 'Judges', contact, country: 'CA', league: into });
  const client = createClient({ baseUrl, agentId: seat.agent_id, apiKey: seat.api_key });
  return { id: seat.agent_id, key: seat.api_key, client };
}

/** Sends an order and waits until it is filled and a close has valued the bot. @returns the order's id and the close's date. */
export async function playToClose({ id, client }: Entrant): Promise<{ orderId: string; close: string }> {
  const { time } = await client.status();
  const order = await client.weights({ 'BTC-USD': 0.5, 'ETH-USD': 0.3 }, { date: time.slice(0, 10) });
  await until('the order filled', async () =>
    (await client.order(order.order_id)).state === 'filled' ? true : undefined,
  );
  const close = await until('a close valued the bot', async () => (await client.equity(id)).points.at(-1)?.date);
  return { orderId: order.order_id, close };
}
