/** A league of several processes on a PostgreSQL of the test's own: one that serves, and others of role web beside it, which take orders as well. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { okJson, post, type Answer, type Served } from './http.ts';
import { startPostgres, type OwnPostgres } from './own-postgres.ts';
import { patienceMs } from './patience.ts';
import { onPostgres } from './postgres.ts';
import { startRole, type RunningRole } from './role.ts';

export interface Entered {
  readonly agent_id: string;
  readonly api_key: string;
}

export interface Several {
  readonly server: OwnPostgres;
  readonly serving: RunningRole;
  readonly webs: readonly RunningRole[];
  /** The one that serves, and the others. */
  readonly all: readonly RunningRole[];
  /** Of the process that serves. */
  readonly dataDir: string;
  /** One more process of role web. @param env is added to what all have. */
  startWeb(env?: Readonly<Record<string, string>>): Promise<RunningRole>;
  end(): Promise<void>;
}

/** @param webEnv one process of role web for each, with these settings besides. */
export async function startSeveral(
  env: Readonly<Record<string, string>>,
  webEnv: readonly Readonly<Record<string, string>>[] = [{}, {}],
): Promise<Several> {
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'papertape-several-'));
  const dataDir = join(folder, 'serves');
  const started: RunningRole[] = [];
  async function end(): Promise<void> {
    for (const { service } of started.toReversed()) {
      service.process.kill('SIGCONT');
      await service.stop();
    }
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
  async function start(role: 'all' | 'web', dir: string, more = {}): Promise<RunningRole> {
    const running = await startRole(role, { DATABASE_URL: server.url, DATA_DIR: dir, ...env, ...more });
    started.push(running);
    return running;
  }
  let begun = 0;
  const startWeb = async (more: Readonly<Record<string, string>> = {}): Promise<RunningRole> =>
    await start('web', join(folder, `web-${begun++}`), more);
  try {
    const serving = await start('all', dataDir);
    const webs = await Promise.all(webEnv.map((more) => startWeb(more)));
    return { server, serving, webs, all: [serving, ...webs], dataDir, startWeb, end };
  } catch (e) {
    await end();
    throw e;
  }
}

/** Resolves once each process stores the orders that it is asked for itself. @param bot orders meanwhile. */
export async function eachTakesOrders({ server, webs, all }: Several, bot: Entered): Promise<void> {
  await vi.waitFor(
    async () => {
      const [row] = await onPostgres(server.url, 'select orders_each::int as n from cluster.processes');
      if (Number(row?.['n']) === 0) throw new Error('the process that serves has not seen the others');
      for (const web of webs) await orderAt(web, bot);
      if ((await storing(server)) < all.length) throw new Error('orders are handed on still');
    },
    { timeout: patienceMs, interval: 200 },
  );
}

/** Processes that have stored orders: each does so in sessions of its own. */
async function storing({ url }: OwnPostgres): Promise<number> {
  const [row] = await onPostgres(
    url,
    `select count(distinct application_name)::int as n from pg_stat_activity where application_name like 'papertape intake %'`,
  );
  return Number(row?.['n']);
}

export const entrant = (name: string, more: { readonly contact?: string; readonly league?: string } = {}) => ({
  name,
  company: 'Works',
  contact: `${name.toLowerCase()}@example.test`,
  country: 'CA',
  league: 'spot_crypto',
  ...more,
});

export async function registerAt(at: Served, body: ReturnType<typeof entrant>): Promise<Answer> {
  return await post(at, '/api/agents/register', body);
}

export async function enterAt(at: Served, ...given: Parameters<typeof entrant>): Promise<Entered> {
  return okJson<Entered>(await registerAt(at, entrant(...given)));
}

export async function orderAt(
  at: Served,
  { agent_id, api_key: key }: Entered,
  { once, share = 0.1 }: { readonly once?: string; readonly share?: number } = {},
): Promise<Answer> {
  return await post(
    at,
    `/api/agents/${agent_id}/weights`,
    { date: '2026-03-02', weights: { 'BTC-USD': share } },
    { key, ...(once === undefined ? {} : { headers: { 'idempotency-key': once } }) },
  );
}

/** Orders that are not chained to the one before them, or stamped before it. */
export async function brokenLinks({ url }: OwnPostgres): Promise<number> {
  const [row] = await onPostgres(
    url,
    `select count(*)::int as n from intake.orders o
     left join intake.orders p on p.agent_id = o.agent_id and p.sequence = o.sequence - 1
     where o.previous_receipt <> coalesce(p.receipt, '') or coalesce(p.received_at, 0) > o.received_at`,
  );
  return Number(row?.['n']);
}
