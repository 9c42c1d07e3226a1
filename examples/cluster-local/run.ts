/**
 * `npm run example:cluster`: a league that survives the loss of a machine, on this one. etcd, two PostgreSQLs under Patroni, two processes of Papertape and
 * HAProxy, with the very settings of docs/operators/cluster.md. Orders are sent all the while, and one after the other is killed: the process that serves, then
 * the primary of the database with its Patroni. At the end every acknowledged order is stored once, and the audit is clean.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { postgresServers } from '../../server/src/lib/postgres-address.ts';
import { postgresDriver } from '../../server/src/storage/postgres-driver.ts';
import { runPapertape, startPapertape, startProgram, type Program } from '../onchain-local/processes.ts';
import { runToEnd, say, until, type Cleanup } from '../onchain-local/run-to-end.ts';
import { startOrders } from './orders.ts';

const needed = { etcd: 'etcd-server', patroni: 'patroni', haproxy: 'haproxy', pg_config: 'postgresql' };
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
  const ports = await freePorts(9);
  const [etcd, peer, one, two, oneRest, twoRest, proxy, first, second] = ports as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const onThisMachine = (text: string): string =>
    [
      ['10.0.0.10:2379', `127.0.0.1:${etcd}`],
      ['10.0.0.11:5432', `127.0.0.1:${one}`],
      ['10.0.0.12:5432', `127.0.0.1:${two}`],
      ['10.0.0.11:8008', `127.0.0.1:${oneRest}`],
      ['10.0.0.12:8008', `127.0.0.1:${twoRest}`],
      ['10.0.0.20:80', `127.0.0.1:${proxy}`],
      ['10.0.0.21:4000', `127.0.0.1:${first}`],
      ['10.0.0.22:4000', `127.0.0.1:${second}`],
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

  const as = serverUser();
  async function startServer(name: 'one' | 'two'): Promise<Server> {
    const home = join(folder, name);
    mkdirSync(home, { recursive: true });
    const text = block('yaml')
      .replaceAll('/var/lib/postgresql/15/papertape', join(home, 'data'))
      .replaceAll('/var/run/postgresql', home);
    const own = name === 'one' ? text : text.replaceAll('name: one', 'name: two').replaceAll('10.0.0.11', '10.0.0.12');
    const file = join(home, 'patroni.yml');
    writeFileSync(file, onThisMachine(own));
    if ('uid' in as) for (const path of [home, file]) chownSync(path, as.uid, as.gid);
    const patroni = startProgram('patroni', [file], { as, env: { PATH: process.env['PATH'], HOME: home } });
    cleanup.push(async () => {
      // Its data goes, too: nothing has to be stopped well. Its server holds its output, and would be waited for.
      signal(await patroni.pid, 'SIGKILL');
      endServer(home);
      await patroni.stop();
    });
    return { name, home, patroni, rest: `http://127.0.0.1:${name === 'one' ? oneRest : twoRest}` };
  }
  const servers = [await startServer('one')];
  await isIn(servers[0] as Server, 'primary', 90);
  servers.push(await startServer('two'));
  await isIn(servers[1] as Server, 'sync', 90);
  say('Two PostgreSQLs under Patroni: `one` is the primary, `two` follows it synchronously.');
  await prepare(`postgres://postgres:SUPERUSER_PASSWORD@127.0.0.1:${one}/postgres`);

  const settings = {
    ...Object.fromEntries(
      onThisMachine(block('env'))
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s, 2) as [string, string]),
    ),
    DATA_DIR: join(folder, 'papertape'),
    BASE_URL: `http://127.0.0.1:${proxy}`,
    HOST: '127.0.0.1',
    PAPERTAPE_PROXIES: '127.0.0.1',
    PAPERTAPE_HOUSE: 'off',
    PAPERTAPE_LIMITS: 'off',
    PAPERTAPE_CLOCK_START: '2026-03-02T00:00:00Z',
    PAPERTAPE_CLOCK_SPEED: '300',
  };
  const address = block('env').match(/^DATABASE_URL=(.*)$/m)?.[1] ?? '';
  const serve = (port: number): Program => {
    const service = startPapertape(['serve'], { ...settings, PORT: String(port) });
    cleanup.push(() => service.stop());
    return service;
  };
  const serving = serve(first);
  await serving.says(servingLine);
  const waiting = serve(second);
  await waiting.says(waitingLine);
  const configuration = join(folder, 'haproxy.cfg');
  writeFileSync(configuration, onThisMachine(block('haproxy')));
  const balancer = startProgram('haproxy', ['-db', '-f', configuration]);
  cleanup.push(() => balancer.stop());
  const league = `http://127.0.0.1:${proxy}`;
  await whileRuns(
    balancer,
    until('HAProxy sends requests on', 30, async () =>
      (await status(`${league}/api/status`)) === 200 ? true : undefined,
    ),
  );
  say(`A league at ${league}. \`papertape cluster\`:`, (await runPapertape(['cluster'], settings)).stdout);

  const orders = await startOrders(league);
  cleanup.push(() => orders.giveUp());
  await orders.taken(20, 60);

  say(`The process that serves, ${await serving.pid}, is killed with -9.`);
  process.kill(await serving.pid, 'SIGKILL');
  await waiting.says(servingLine);
  await orders.taken(20, 60);
  say(`The other one serves. Longest time between two acknowledgements: ${orders.longestGap()} s.`);

  const [primary, follower] = servers as [Server, Server];
  say('The primary of the database is killed with -9, and its Patroni with it.');
  signal(await primary.patroni.pid, 'SIGKILL');
  endServer(primary.home);
  await isIn(follower, 'primary', 120);
  await orders.taken(20, 60);
  say(`\`two\` is the primary. Longest time between two acknowledgements: ${orders.longestGap()} s.`);

  servers[0] = await startServer('one');
  await isIn(servers[0], 'sync', 120);
  const third = serve(first);
  await third.says(waitingLine);
  await orders.taken(20, 60);
  say(
    'What was killed is started again, and follows and waits. `papertape cluster`:',
    (await runPapertape(['cluster'], settings)).stdout,
  );

  const acknowledged = await orders.end();
  const { code, stdout, stderr } = await runPapertape(['audit'], settings);
  say('`papertape audit`:', stdout + stderr);
  const stored = await count(onThisMachine(address));
  if (code !== 0) throw new Error(`papertape audit ended with ${code}`);
  if (stored !== acknowledged) throw new Error(`${acknowledged} orders were acknowledged, and ${stored} are stored`);
  say(`${acknowledged} orders were acknowledged, and each is stored once.`);
}

interface Server {
  readonly name: string;
  readonly home: string;
  readonly patroni: Program;
  /** Where its Patroni tells its state. */
  readonly rest: string;
}

/** The text of the document's block of that language. */
function block(language: string): string {
  const [, found] = new RegExp(`\`\`\`${language}\n([^\`]*)\`\`\``).exec(document) ?? [];
  if (found === undefined) throw new Error(`docs/operators/cluster.md has no block of ${language}`);
  return found;
}

async function status(url: string): Promise<number | undefined> {
  return await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => undefined,
  );
}

/** @param state `primary`, or `sync` for a follower that commits wait for. */
async function isIn({ name, rest, patroni }: Server, state: 'primary' | 'sync', secondsMax: number): Promise<void> {
  const path = state === 'primary' ? '/primary' : '/synchronous';
  const there = until(`${name} is ${state}`, secondsMax, async () =>
    (await status(`${rest}${path}`)) === 200 ? true : undefined,
  );
  await whileRuns(patroni, there);
}

/** What a program says that ends too early is told at once. */
async function whileRuns({ ended }: Program, there: Promise<unknown>): Promise<void> {
  const tooEarly = ended.then(({ stderr }) => {
    throw new Error(`a program ended too early:\n${stderr}`);
  });
  await Promise.race([there, tooEarly]);
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

/** PostgreSQL refuses to run as root. */
function serverUser(): { readonly uid: number; readonly gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const id = (which: string): number => Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

/** Kills the PostgreSQL of a Patroni, by the id that it wrote down. */
function endServer(home: string): void {
  const file = join(home, 'data', 'postmaster.pid');
  if (existsSync(file)) signal(Number(readFileSync(file, 'utf8').split('\n', 1)[0]), 'SIGKILL');
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

async function freePorts(n: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: n }, async () => {
      const server = createServer();
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}
