/**
 * Another version of a league's processes, one after another, under load: two of role web, one of role engine, one that serves and one that waits, behind HAProxy as docs/operators/cluster.md has it. The schema is
 * changed by `papertape migrate` of the next version while the one before serves. No request of the published client fails, no mark is late, and under changed rules each order
 * carries the version that was in force.
 *
 * PAPERTAPE_DEPLOYS (1) says how many versions follow each other, every second one under other rules. `npm run cluster-test` is the long form.
 */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../../../client/src/index.ts';
import { runCommand, type Ended } from '../../harness/command.ts';
import { hasProxy, startProxy } from '../../harness/document-proxy.ts';
import { freePort } from '../../harness/free-port.ts';
import { expectError, get } from '../../harness/http.ts';
import { makeVersion, type NextVersion } from '../../harness/next-version.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../../harness/own-postgres.ts';
import { patienceMs } from '../../harness/patience.ts';
import { onPostgres } from '../../harness/postgres.ts';
import { startRole, type RunningRole } from '../../harness/role.ts';

const deploys = Number(process.env['PAPERTAPE_DEPLOYS'] ?? '1');
const speed = 60;
const botCount = 6;
/** Of a mark, real milliseconds. */
const lateMsMax = 10_000;
const patience = { timeout: patienceMs, interval: 100 };

describe.skipIf(!hasPostgres || !hasProxy)('a rolling deploy', () => {
  let server: OwnPostgres;
  let proxy: { readonly url: string; readonly process: ChildProcess };
  let folder: string;
  const places = new Map<
    string,
    { readonly role: 'all' | 'web' | 'engine'; readonly port: string; running?: RunningRole }
  >();
  const versions: NextVersion[] = [];

  /** Starts the process of a place, of the version that is the newest. */
  async function start(name: string): Promise<void> {
    const place = places.get(name);
    if (!place) throw new Error(name);
    const env = {
      PORT: place.port,
      BASE_URL: proxy.url,
      DATABASE_URL: server.url,
      DATA_DIR: folder,
      PAPERTAPE_PRICES: 'simulated:deploy',
      // A close comes amid it, or, on a quick machine, after it.
      PAPERTAPE_CLOCK_START: '2026-03-02T23:20:00Z',
      PAPERTAPE_CLOCK_SPEED: String(speed),
      ...(place.role === 'all' ? { PAPERTAPE_STANDBY: 'on' } : {}),
    };
    place.running = await startRole(place.role, env, versions.at(-1)?.main);
  }

  async function stop(name: string): Promise<Ended | undefined> {
    return await places.get(name)?.running?.service.stop();
  }

  async function replace(name: string): Promise<void> {
    expect(await stop(name)).toMatchObject({ code: 0, stderr: '' });
    await start(name);
  }

  const at = (name: string): RunningRole => places.get(name)?.running as RunningRole;

  async function migrate(...args: string[]): Promise<Ended> {
    const main = versions.at(-1)?.main ?? '';
    return await runCommand({ main, args: ['migrate', ...args], env: { DATABASE_URL: server.url } });
  }

  /** As it tells of itself. */
  async function serving(): Promise<{ readonly version: string; readonly address: string } | undefined> {
    const [row] = await onPostgres(server.url, 'select version, address from cluster.processes order by seen_at desc');
    return row as { version: string; address: string } | undefined;
  }

  beforeAll(async () => {
    server = await startPostgres();
    folder = mkdtempSync(join(tmpdir(), 'papertape-deploy-'));
    const addresses = {
      first: '10.0.0.21:4000',
      second: '10.0.0.22:4000',
      third: '10.0.0.23:4000',
      fourth: '10.0.0.24:4000',
    };
    const here: Record<string, string> = {};
    for (const [name, address] of Object.entries(addresses)) {
      const port = String(await freePort());
      places.set(name, { role: name === 'first' || name === 'second' ? 'all' : 'web', port });
      here[address] = `http://127.0.0.1:${port}`;
    }
    places.set('fifth', { role: 'engine', port: String(await freePort()) });
    proxy = await startProxy(here, true, folder);
    await start('first');
    await Promise.all(['second', 'third', 'fourth', 'fifth'].map(start));
  });
  afterAll(async () => {
    for (const name of [...places.keys()].toReversed()) await stop(name);
    proxy?.process.kill();
    await server?.end();
    for (const made of [folder, ...versions.map((v) => v.folder)]) rmSync(made, { recursive: true, force: true });
  });

  test(`${deploys === 1 ? 'the next version' : `${deploys} versions`}: no request fails, no mark is late, each order carries the rules that were in force`, async () => {
    const client = createClient({ baseUrl: proxy.url });
    const failures: unknown[] = [];
    const counts = { orders: 0, reads: 0 };
    let isOver = false;
    const goOn = async (work: () => Promise<void>): Promise<void> => {
      while (!isOver) {
        await work().catch((e: unknown) => failures.push(e));
        await sleep(10);
      }
    };
    const bots = [];
    for (let nth = 0; nth < botCount; nth++) {
      const contact = `deploy${nth}@example.test`;
      const entrant = { name: `Deploy ${nth}`, company: 'Works', contact, country: 'CA', league: 'spot_crypto' };
      const { agent_id: agentId, api_key: apiKey } = await client.register(entrant);
      bots.push(createClient({ baseUrl: proxy.url, agentId, apiKey }));
    }
    const load = [
      ...bots.map((bot) =>
        goOn(async () => {
          await bot.weights({ 'BTC-USD': ((counts.orders % 9) + 1) / 10 });
          counts.orders++;
        }),
      ),
      ...Array.from({ length: 3 }, () =>
        goOn(async () => {
          await client.leaderboard({ league: 'spot_crypto' });
          counts.reads++;
        }),
      ),
    ];
    const more = async (): Promise<void> => {
      const before = counts.orders;
      await vi.waitFor(() => expect(counts.orders).toBeGreaterThan(before + 2 * botCount), patience);
    };
    await more();
    for (let nth = 1; nth <= deploys; nth++) {
      const isRuled = nth % 2 === 1;
      await deploy(makeVersion(nth, Math.ceil(nth / 2)), isRuled, more);
    }
    // Marks go on: there are some, of which the last is done by the last version.
    const before = await marksDone();
    await vi.waitFor(async () => expect(await marksDone()).toBeGreaterThan(Math.max(3, before)), patience);
    isOver = true;
    await Promise.all(load);
    expect(failures).toEqual([]);
    await expectWhole(counts);
  });

  async function marksDone(): Promise<number> {
    const [row] = await onPostgres(server.url, 'select count(*)::int as n from ledger.log_heads');
    return Number(row?.['n']);
  }

  async function deploy(version: NextVersion, isRuled: boolean, more: () => Promise<void>): Promise<void> {
    versions.push(version);
    expect(await migrate('--expand')).toMatchObject({ code: 0, stdout: expect.stringMatching(/90\d1-more .*done/) });
    await more();
    // What contracts is not done while others are there, of whatever role.
    const refused = await migrate();
    expect([
      refused.code,
      refused.stdout.match(/another version is seen: (?:serving|waiting|web|engine)/g)?.length,
    ]).toEqual([1, 5]);
    // The first of the web is new before the process that serves is, the other one after it.
    await replace('third');
    if (isRuled) {
      const unready = await get(at('third'), '/readyz');
      expectError(unready, 'not_ready');
      expect(unready.text).toContain('The rules in force are version');
    }
    await more();
    await replace('fifth');
    const last = await serving();
    const [now, next] = last?.address.endsWith(places.get('first')?.port ?? '')
      ? ['first', 'second']
      : ['second', 'first'];
    await replace(next as string);
    await more();
    await replace(now as string);
    await vi.waitFor(async () => expect((await serving())?.version).toBe(version.version), patience);
    for (const name of isRuled ? ['third'] : ['third', 'fourth'])
      await vi.waitFor(async () => expect((await get(at(name), '/readyz')).status).toBe(200), patience);
    if (isRuled) expectError(await get(at('fourth'), '/readyz'), 'not_ready');
    await more();
    await replace('fourth');
    await more();
    // An older version is refused only by what it cannot work with, which is done now.
    const done = await migrate();
    expect([done.code, done.stdout]).toEqual([0, expect.stringMatching(/90\d2-less \(contract\): done/)]);
    await more();
  }

  async function expectWhole(counts: { readonly orders: number; readonly reads: number }): Promise<void> {
    const [stored] = await onPostgres(
      server.url,
      'select count(*)::int as orders, count(distinct rules_version)::int as rules from intake.orders',
    );
    expect(stored).toEqual({ orders: counts.orders, rules: 1 + Math.ceil(deploys / 2) });
    const [late] = await onPostgres(
      server.url,
      `select count(*)::int as marks, max(done_at - mark) / ${speed} as ms from ledger.log_heads`,
    );
    process.stdout.write(
      `${counts.orders} orders, ${counts.reads} reads, ${String(late?.['marks'])} marks, the latest after ${String(late?.['ms'])} ms\n`,
    );
    expect(Number(late?.['ms'])).toBeLessThan(lateMsMax);
    const main = versions.at(-1)?.main ?? '';
    const audit = await runCommand({ main, args: ['audit'], env: { DATABASE_URL: server.url } });
    expect([audit.code, audit.stderr]).toEqual([0, '']);
  }
});
