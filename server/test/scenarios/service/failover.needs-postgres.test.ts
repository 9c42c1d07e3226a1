/**
 * A primary of PostgreSQL is lost, and its standby takes its place: the service, which was given the addresses of both, finds the one that takes
 * writes. With a synchronous standby nothing that was acknowledged is lost. One that lacked something is not written to: what the process has in memory
 * would be chained to what is not there, so it ends and says so.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import { startCommand, type Running } from '../../harness/command.ts';
import { expectError, get, post } from '../../harness/http.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../../harness/own-postgres.ts';
import { onPostgres } from '../../harness/postgres.ts';
import { readyLine } from '../../harness/ready-line.ts';
import { startOrders } from './order-load.ts';
import { patienceMs } from '../../harness/patience.ts';

const followsSynchronously = "select 1 from pg_stat_replication where sync_state in ('sync', 'quorum')";
const patience = { timeout: patienceMs, interval: 50 };

const servers: OwnPostgres[] = [];
const services: Running[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop('SIGKILL');
  for (const server of servers.splice(0)) await server.end();
});

async function startPair(): Promise<{ primary: OwnPostgres; standby: OwnPostgres; address: string }> {
  const primary = await startPostgres();
  servers.push(primary);
  const standby = await startPostgres(primary);
  servers.push(standby);
  const [first, second] = [new URL(standby.url), new URL(primary.url)];
  // The standby is named first: it is passed over for as long as it is one.
  const address = `postgres://postgres@${first.host},${second.host}/postgres?target_session_attrs=read-write`;
  return { primary, standby, address };
}

async function serve(address: string): Promise<{ service: Running; url: string }> {
  const service = startCommand({
    env: {
      PORT: '0',
      DATABASE_URL: address,
      PAPERTAPE_LIMITS: 'off',
      PAPERTAPE_LOG: 'off',
      PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z',
      PAPERTAPE_CLOCK_SPEED: '300',
    },
  });
  services.push(service);
  return { service, url: (await service.says(readyLine))[1] ?? '' };
}

async function differences(url: string): Promise<readonly unknown[]> {
  const storage = openStorage({ engine: 'postgres', url });
  try {
    return (await runAudit(storage)).differences;
  } finally {
    await storage.close();
  }
}

/** What is committed from now on has been received by the standby. */
async function followSynchronously({ url }: OwnPostgres): Promise<void> {
  await onPostgres(url, `alter system set synchronous_standby_names = '*'`);
  await onPostgres(url, 'select pg_reload_conf()');
  await vi.waitFor(async () => expect(await onPostgres(url, followsSynchronously)).toHaveLength(1), patience);
}

describe.skipIf(!hasPostgres)('a primary that is lost', () => {
  test.each(['immediate', 'hangs'] as const)(
    'its synchronous standby takes its place, nothing is lost or doubled: %s',
    async (how) => {
      const { primary, standby, address } = await startPair();
      await followSynchronously(primary);
      const { service, url } = await serve(address);
      const orders = await startOrders(service, url);
      await orders.whileOrdering(async () => {
        await sleep(500);
        if (how === 'hangs') primary.pause();
        else await primary.stop('immediate');
        await sleep(500);
        expect((await get({ url }, '/healthz')).status).toBe(200);
        await orders.untilRefused();
        await onPostgres(standby.url, 'select pg_promote()');
      });
      await orders.expectWhole(standby.url);
      expect((await service.stop()).code).toBe(0);
      expect(await differences(standby.url)).toEqual([]);
    },
  );

  test('a standby that lacked what was acknowledged is not written to: the process ends, and the next one goes on from what is there', async () => {
    const { primary, standby, address } = await startPair();
    const { service, url } = await serve(address);
    const orders = await startOrders(service, url);
    await orders.whileOrdering(() => sleep(200));
    await onPostgres(standby.url, `alter system set primary_conninfo = ''`);
    await onPostgres(standby.url, 'select pg_reload_conf()');
    await vi.waitFor(async () => {
      expect(await onPostgres(primary.url, 'select 1 from pg_stat_replication')).toHaveLength(0);
    }, patience);
    await orders.whileOrdering(() => sleep(200));
    const count = 'select count(*)::int as orders from intake.orders';
    const [acknowledged] = await onPostgres(primary.url, count);
    await primary.stop('immediate');
    await onPostgres(standby.url, 'select pg_promote()');
    const { code, stderr } = await service.ended;
    expect(code).toBe(1);
    expect(stderr).toContain('the server of the database lacks what it had stored before it failed');
    const [kept] = await onPostgres(standby.url, count);
    expect(Number(kept?.['orders'])).toBeLessThan(Number(acknowledged?.['orders']));

    const next = await serve(address);
    await (await startOrders(next.service, next.url, 'Later')).whileOrdering(() => sleep(200));
    expect((await next.service.stop()).code).toBe(0);
    expect(await differences(standby.url)).toEqual([]);
  });

  test('while no server takes writes, requests are refused with 503, and the standby is not read instead', async () => {
    const { primary, standby, address } = await startPair();
    const { url } = await serve(address);
    await primary.stop('immediate');
    const entrant = { name: 'Nobody', company: 'Works', contact: 'n@example.test', country: 'CA' };
    expectError(await post({ url }, '/api/agents/register', entrant), 'storage_unavailable');
    expectError(await get({ url }, '/api/agents/agt_0000000000000000'), 'storage_unavailable');
    await onPostgres(standby.url, 'select pg_promote()');
    await vi.waitFor(async () => {
      expect((await post({ url }, '/api/agents/register', entrant)).status).toBe(200);
    }, patience);
  });
});
