/**
 * `npm run example:cluster`: a league that survives the loss of a machine, on this one. etcd, two PostgreSQLs under Patroni, six processes of Papertape (one serves and one waits,
 * two answer readers and take orders, two close leagues) and HAProxy, with the very settings of docs/operators/cluster.md. Orders are sent all the while, and one after the other is
 * killed: the process that serves, one that closes leagues, then the primary of the database with its Patroni. At the end every acknowledged order is stored once, and the audit is clean.
 * `--all` goes on with further ways in which the primary goes; with `--pgbouncer` all processes reach it through PgBouncer and HAProxy.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { postgresServers } from '../../server/src/lib/postgres-address.ts';
import { postgresDriver } from '../../server/src/storage/postgres-driver.ts';
import { runPapertape, startPapertape, startProgram, type Program } from '../onchain-local/processes.ts';
import { runToEnd, say, until, type Cleanup } from '../onchain-local/run-to-end.ts';
import { failFurther } from './further.ts';
import { startOrders } from './orders.ts';
import { startPooler } from './pooler.ts';
import { createServers, isIn, status, whileRuns, type Server } from './servers.ts';

const isPooled = process.argv.includes('--pgbouncer');
const needed = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pg_config: 'postgresql',
  ...(isPooled ? { pgbouncer: 'pgbouncer' } : {}),
};
const document = readFileSync(resolve(import.meta.dirname, '../../docs/operators/cluster.md'), 'utf8');
const servingLine = /"message":"ready","url":"([^"]+)"/;
const waitingLine = /"message":"waiting","url":"([^"]+)"/;

await runToEnd(run);

async function run(cleanup: Cleanup): Promise<void> {
  for (const [program, debian] of Object.entries(needed))
    if (spawnSync('which', [program]).status !== 0)
      throw new Error(`There is no ${program} on this machine: install the Debian package ${debian}.`);
  const folder = mkdtempSync(join(tmpdir(), 'papertape-cluster-'));
  cleanup.push(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const { etcd, peer, one, two, oneRest, twoRest, proxy, primaryPort, pool } = await freePorts(
    'etcd',
    'peer',
    'one',
    'two',
    'oneRest',
    'twoRest',
    'proxy',
    'primaryPort',
    'pool',
  );
  const { first, second, third, fourth, fifth, sixth } = await freePorts(
    'first',
    'second',
    'third',
    'fourth',
    'fifth',
    'sixth',
  );
  const onThisMachine = (text: string): string =>
    [
      ['10.0.0.10:2379', `127.0.0.1:${etcd}`],
      ['10.0.0.11:5432', `127.0.0.1:${one}`],
      ['10.0.0.12:5432', `127.0.0.1:${two}`],
      ['10.0.0.11:8008', `127.0.0.1:${oneRest}`],
      ['10.0.0.12:8008', `127.0.0.1:${twoRest}`],
      ['10.0.0.20:80', `127.0.0.1:${proxy}`],
      ['10.0.0.20:5432', `127.0.0.1:${primaryPort}`],
      ['10.0.0.20:6432', `127.0.0.1:${pool}`],
      ['host=10.0.0.20 port=5432', `host=127.0.0.1 port=${primaryPort}`],
      ['listen_addr = 10.0.0.20', 'listen_addr = 127.0.0.1'],
      ['listen_port = 6432', `listen_port = ${pool}`],
      ['10.0.0.21:4000', `127.0.0.1:${first}`],
      ['10.0.0.22:4000', `127.0.0.1:${second}`],
      ['10.0.0.23:4000', `127.0.0.1:${third}`],
      ['10.0.0.24:4000', `127.0.0.1:${fourth}`],
      ['10.0.0.0/24', '127.0.0.1/32'],
      ['/usr/lib/postgresql/15/bin', spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout.trim()],
    ].reduce((made, [there, here]) => made.replaceAll(there as string, here as string), text);

  const clients = `http://127.0.0.1:${etcd}`;
  const peers = `http://127.0.0.1:${peer}`;
  const etcdOptions = {
    'data-dir': join(folder, 'etcd'),
    'log-level': 'error',
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
  };
  const keeper = startProgram(
    'etcd',
    Object.entries(etcdOptions).map(([name, value]) => `--${name}=${value}`),
  );
  cleanup.push(() => keeper.stop());
  await until('etcd answers', 30, async () =>
    (await status(`http://127.0.0.1:${etcd}/health`)) === 200 ? true : undefined,
  );
  say(`etcd, process ${await keeper.pid}.`);

  const startServer = createServers({
    folder,
    yaml: block('yaml'),
    rest: { one: oneRest, two: twoRest },
    onThisMachine,
    cleanup,
  });
  const servers = [await startServer('one')];
  await isIn(servers[0] as Server, 'primary', 90);
  servers.push(await startServer('two'));
  await isIn(servers[1] as Server, 'sync', 90);
  say('Two PostgreSQLs under Patroni: `one` is the primary, `two` follows it synchronously.');
  await prepare(`postgres://postgres:SUPERUSER_PASSWORD@127.0.0.1:${one}/postgres`);

  const configuration = join(folder, 'haproxy.cfg');
  writeFileSync(configuration, onThisMachine(balancing() + (isPooled ? block('haproxy', 3) : '')));
  const balancer = startProgram('haproxy', ['-db', '-f', configuration]);
  cleanup.push(() => balancer.stop());
  if (isPooled) {
    const pooler = startPooler({ folder, ini: block('ini'), users: block('text'), onThisMachine, cleanup });
    say(`PgBouncer, process ${await pooler.pid}, through which all processes reach the primary.`);
  }

  const settings: Record<string, string> = {
    ...settingsOf(onThisMachine(block('env'))),
    ...(isPooled ? settingsOf(onThisMachine(pooledAddress())) : {}),
    DATA_DIR: join(folder, 'papertape'),
    BASE_URL: `http://127.0.0.1:${proxy}`,
    HOST: '127.0.0.1',
    PAPERTAPE_PROXIES: '127.0.0.1',
    PAPERTAPE_HOUSE: 'off',
    PAPERTAPE_LIMITS: 'off',
    PAPERTAPE_CLOCK_START: '2026-03-01T21:00:00Z',
    PAPERTAPE_CLOCK_SPEED: '300',
  };
  const address = block('env').match(/^DATABASE_URL=(.*)$/m)?.[1] ?? '';
  const serve = (port: number, role: 'all' | 'web' | 'engine' = 'all'): Program => {
    const service = startPapertape(['serve', '--role', role], { ...settings, PORT: String(port) });
    cleanup.push(() => service.stop());
    return service;
  };
  const serving = serve(first);
  await serving.says(servingLine);
  const waiting = serve(second);
  await waiting.says(waitingLine);
  const beside = [serve(third, 'web'), serve(fourth, 'web'), serve(fifth, 'engine'), serve(sixth, 'engine')];
  for (const each of beside) await each.says(servingLine);
  const league = `http://127.0.0.1:${proxy}`;
  await whileRuns(
    balancer,
    until('HAProxy sends requests on', 30, async () =>
      (await status(`${league}/api/status`)) === 200 ? true : undefined,
    ),
  );
  say(`A league at ${league}. \`papertape cluster\`:`, await listed(settings, 6));

  const orders = await startOrders(league);
  cleanup.push(() => orders.giveUp());
  await orders.taken(20, 60);

  say(`The process that serves, ${await serving.pid}, is killed with -9.`);
  process.kill(await serving.pid, 'SIGKILL');
  await waiting.says(servingLine);
  await orders.taken(20, 60);
  const [, , engine] = beside as [Program, Program, Program];
  say(`So is one that closes leagues, ${await engine.pid}.`);
  process.kill(await engine.pid, 'SIGKILL');
  say(`The other one serves. Longest time between two acknowledgements: ${orders.longestGap()} s.`);

  const [primary, follower] = servers as [Server, Server];
  say('The primary of the database is killed with -9, and its Patroni with it.');
  await primary.kill();
  await isIn(follower, 'primary', 120);
  await orders.taken(20, 60);
  say(`\`two\` is the primary. Longest time between two acknowledgements: ${orders.longestGap()} s.`);

  servers[0] = await startServer('one');
  await isIn(servers[0], 'sync', 120);
  const again = serve(first);
  await again.says(waitingLine);
  await orders.taken(20, 60);
  if (process.argv.includes('--all'))
    await failFurther({ primary: follower, follower: servers[0] }, orders, startServer, [first, second]);
  say('What was killed is started again, and follows and waits. `papertape cluster`:', await listed(settings, 5));

  const [, closed = '0'] =
    /^papertape_engine_closes_total (\d+)$/m.exec(await (await fetch(`http://127.0.0.1:${sixth}/metrics`)).text()) ??
    [];
  say(`The process of role engine that was left closed ${closed} leagues.`);
  const acknowledged = await orders.end();
  const { code, stdout, stderr } = await runPapertape(['audit'], settings);
  say('`papertape audit`:', stdout + stderr);
  const stored = await count(onThisMachine(address));
  if (code !== 0) throw new Error(`papertape audit ended with ${code}`);
  if (stored !== acknowledged) throw new Error(`${acknowledged} orders were acknowledged, and ${stored} are stored`);
  say(`${acknowledged} orders were acknowledged, and each is stored once.`);
}

/** What `papertape cluster` tells once it tells of that many processes: one that just began, or whose session broke, is seen a second later. */
async function listed(settings: Readonly<Record<string, string>>, processes: number): Promise<string> {
  let told = '';
  const seen = until('all processes are seen', 30, async () => {
    told = (await runPapertape(['cluster'], settings)).stdout;
    return told.match(/^(?:serving|waiting|web|engine) /gm)?.length === processes ? told : undefined;
  });
  return await seen.catch((e: unknown) => {
    throw new Error(`not all of ${processes} processes are seen:\n${told}`, { cause: e });
  });
}

/** The text of the document's block of that language, counted from 0. */
function block(language: string, nth = 0): string {
  const found = [...document.matchAll(new RegExp(`\`\`\`${language}\n([^\`]*)\`\`\``, 'g'))][nth]?.[1];
  if (found === undefined) throw new Error(`docs/operators/cluster.md has no block of ${language}`);
  return found;
}

function settingsOf(text: string): Record<string, string> {
  const lines = text.trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2) as [string, string]));
}

/** The setting that leads to PgBouncer. */
function pooledAddress(): string {
  const [found] = /^DATABASE_URL=.*:6432\/.*$/m.exec(document) ?? [];
  if (found === undefined) throw new Error('docs/operators/cluster.md has no address of PgBouncer');
  return found;
}

/** HAProxy's configuration with everything that the document has of it: its globals, readers, and orders. */
function balancing(): string {
  const [globals = ''] = block('haproxy').split('frontend league');
  const [orders = '', takers = ''] = block('haproxy', 2).replace('frontend league\n', '').split('\nbackend takers');
  const readers = block('haproxy', 1).replace('    use_backend readers', `${orders}\n    use_backend readers`);
  return `${globals}${readers}backend takers${takers}`;
}

async function prepare(superuser: string): Promise<void> {
  const client = new (postgresDriver().Client)({ connectionString: superuser });
  await client.connect();
  const statements = block('sql').split(';');
  for (const statement of statements.filter((text) => text.trim() !== '')) await client.query(statement);
  await client.end();
}

/** Orders that are stored, at whichever of the servers takes writes. */
async function count(address: string): Promise<number> {
  for (const server of postgresServers(address) ?? []) {
    const client = new (postgresDriver().Client)({ connectionString: server });
    try {
      await client.connect();
      const { rows } = await client.query<{ orders: number }>('select count(*)::int as orders from intake.orders');
      return rows[0]?.orders ?? 0;
    } catch {
      // The other one is the primary.
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new Error('no server of PostgreSQL answers');
}

/** A port for each name. */
async function freePorts<Name extends string>(...names: readonly Name[]): Promise<Readonly<Record<Name, number>>> {
  const servers = await Promise.all(
    names.map(async () => {
      const server = createServer();
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      return server;
    }),
  );
  const ports = servers.map((server, nth) => [names[nth], (server.address() as AddressInfo).port]);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return Object.fromEntries(ports) as Readonly<Record<Name, number>>;
}
