/**
 * The files of deploy/ for Caddy and nginx, in front of the real service: only addresses, ports and the certificate are other ones. What is
 * claimed for both is tested with both.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as overHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as overTls } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../harness/database.ts';
import { endAll, repository, startService, until } from '../../acceptance/service-process.ts';

const there = (program: string, arg: string): boolean => spawnSync(program, [arg]).status === 0;
const children = new Set<ChildProcess>();
const ends: (() => Promise<void> | void)[] = [];
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = new Promise((done) => child.once('exit', done));
    // nginx ends its workers when it is asked to; Caddy would wait for connections that a failed test left open.
    child.kill(child.spawnfile === 'nginx' ? 'SIGTERM' : 'SIGKILL');
    await gone;
  }
  children.clear();
  await endAll();
  for (const end of ends.splice(0).toReversed()) await end();
});

interface Front {
  readonly url: string;
  /** What it has logged so far. */
  readonly log: () => string;
}

const proxies: readonly { name: string; isThere: boolean; start: (league: string) => Promise<Front> }[] = [
  { name: 'Caddy', isThere: there('caddy', 'version'), start: caddy },
  { name: 'nginx', isThere: there('nginx', '-v'), start: nginx },
];

for (const { name, isThere, start } of proxies)
  describe.skipIf(!isThere)(`${name}${isThere ? '' : ' (skipped: it is not installed here)'}`, () => {
    test('passes the league on, counts each visitor alone, keeps figures inside and secrets out of its log', async () => {
      const { front, league } = await behind(start);
      const board = await get(`${front.url}/api/leaderboard?league=tokenized`);
      expect(board.status).toBe(200);
      const again = await get(`${front.url}/api/leaderboard?league=tokenized`, {
        'If-None-Match': board.headers['etag'],
      });
      expect([again.status, again.body]).toEqual([304, '']);
      expect((await get(`${front.url}/metrics`)).status).toBe(404);
      expect((await get(`${league}/metrics`)).status).toBe(200);

      // The league answers by itself when a body is too large, with what to do about it.
      const large = await get(
        `${front.url}/api/agents/register`,
        { 'Content-Type': 'application/json' },
        'x'.repeat(200_000),
      );
      expect([large.status, JSON.parse(large.body)]).toMatchObject([413, { error: { code: 'body_too_large' } }]);

      // A request counts under the visitor's address: neither under the proxy's nor under one that the visitor wrote into the header.
      const left = async (url: string, headers = {}, from = '127.0.0.1'): Promise<number> =>
        Number(
          /r=(\d+)/.exec(String((await get(`${url}/api/status`, headers, undefined, from)).headers['ratelimit']))?.[1],
        );
      const before = await left(league);
      const one = await left(front.url, { 'X-Forwarded-For': '203.0.113.7' }, '127.0.0.2');
      const two = await left(front.url, { 'X-Forwarded-For': '203.0.113.8' }, '127.0.0.2');
      const after = await left(league);
      expect([one - two, before - after]).toEqual([1, 1]);

      await get(`${front.url}/recover/a-secret-that-is-a-key`);
      await until(`${name} logs`, async () => (front.log().includes('/recover/') ? true : undefined));
      expect(front.log()).not.toContain('a-secret-that-is-a-key');
    });

    test("passes the operator's page on: by TLS alone, for its own forms, each visitor by their own address", async () => {
      const operator = { PAPERTAPE_OPERATOR: 'proxy', PAPERTAPE_OPERATOR_TOKEN: 'k3'.repeat(20) };
      const site = 'https://league.example';
      const { front, league } = await behind(start, { ...operator, BASE_URL: site });
      const door = `${front.url}/operator`;
      expect(new URL(door).protocol).toBe('https:');
      // Whoever reaches the port of the league without the proxy finds nothing, whatever headers they write.
      for (const headers of [{}, { Host: 'league.example' }, { Host: 'league.example', 'X-Forwarded-Proto': 'https' }])
        expect((await get(`${league}/operator`, headers, undefined, '127.0.0.3')).status).toBe(404);
      const page = await get(door);
      expect(page.status).toBe(200);
      expect(page.headers['cache-control']).toContain('no-store');
      const send = async (
        path: string,
        form: Readonly<Record<string, string>>,
        more: object = {},
        from = '127.0.0.2',
      ) =>
        await get(
          `${front.url}/operator${path}`,
          {
            Origin: site,
            'Content-Type': 'application/x-www-form-urlencoded',
            ...more,
          },
          new URLSearchParams(form).toString(),
          from,
        );
      // Ten wrong tokens shut out the address that they came from, not the proxy's, and a forged header shuts out nobody.
      for (let i = 0; i < 10; i++)
        expect((await send('/sign-in', { token: 'wrong' }, { 'X-Forwarded-For': `203.0.113.${i}` })).status).toBe(401);
      expect((await send('/sign-in', { token: operator.PAPERTAPE_OPERATOR_TOKEN })).status).toBe(429);
      const opened = await send('/sign-in', { token: operator.PAPERTAPE_OPERATOR_TOKEN }, {}, '127.0.0.1');
      expect([opened.status, opened.headers['location']]).toEqual([303, '/operator']);
      const [set = ''] = opened.headers['set-cookie'] ?? [];
      expect(set).toMatch(/; Secure/);
      const Cookie = set.split(';')[0] ?? '';
      const desk = await get(door, { Cookie });
      const key = /name="form_key" value="([\w-]{43})"/.exec(desk.body)?.[1] ?? '';
      const act = { form_key: key, act: 'close-league', league: 'defi_income', reason: 'Through the proxy.' };
      expect((await send('/act', act, { Cookie, Origin: 'https://evil.example' }, '127.0.0.1')).status).toBe(403);
      const done = await send('/act', act, { Cookie }, '127.0.0.1');
      expect([done.status, done.headers['location']], done.body).toEqual([303, '/operator']);
      expect((await get(door, { Cookie })).body).toContain('Through the proxy.');
      expect(front.log()).not.toContain(operator.PAPERTAPE_OPERATOR_TOKEN);
      expect(front.log()).not.toContain(Cookie.split('=')[1]);
    });

    test('passes a stream of events on as it comes', async () => {
      const { front } = await behind(start);
      const fields = { name: 'Streamer', company: 'Works', contact: 's@x.test', country: 'CA', league: 'tokenized' };
      const seat = JSON.parse(
        (await get(`${front.url}/api/agents/register`, { 'Content-Type': 'application/json' }, JSON.stringify(fields)))
          .body,
      ) as { agent_id: string; api_key: string };
      const auth = { Authorization: `Bearer ${seat.api_key}` };
      const stream = firstEvent(`${front.url}/api/agents/${seat.agent_id}/events?since=now`, {
        ...auth,
        Accept: 'text/event-stream',
      });
      await stream.opened;
      const order = { date: new Date().toISOString().slice(0, 10), weights: { 'BTC-USD': 0.5 }, sandbox: true };
      const placed = await get(
        `${front.url}/api/agents/${seat.agent_id}/weights`,
        { ...auth, 'Content-Type': 'application/json' },
        JSON.stringify(order),
      );
      expect(placed.status, placed.body).toBe(200);
      expect(await stream.first).toContain('data:');
    });
  });

async function behind(
  start: (league: string) => Promise<Front>,
  env: Readonly<Record<string, string>> = {},
): Promise<{ front: Front; league: string }> {
  const database = await createTestDatabase('sqlite');
  ends.push(() => database.drop());
  // The address that it tells is its BASE_URL, where it has one.
  const port = await freePort();
  const own = { PORT: String(port), PAPERTAPE_LIMITS: 'on', PAPERTAPE_PROXIES: '127.0.0.1' };
  await startService({ ...database.env, ...own, ...env });
  const league = `http://127.0.0.1:${port}`;
  return { front: await start(league), league };
}

async function caddy(league: string): Promise<Front> {
  const [port, home] = [await freePort(), folder()];
  const text = readFileSync(join(repository, 'deploy/caddy/Caddyfile'), 'utf8');
  // Its own interface for the machine's settings stays shut: several may run beside each other.
  // The certificate is one of its own making, and nothing of it is told to the machine.
  const options = ['admin off', 'local_certs', 'skip_install_trust', 'auto_https disable_redirects'];
  writeFileSync(join(home, 'Caddyfile'), `{\n\t${options.join('\n\t')}\n}\n${text}`);
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    SITE: `https://league.example:${port}`,
    LEAGUE: new URL(league).host,
  };
  const child = spawn('caddy', ['run', '--config', join(home, 'Caddyfile'), '--adapter', 'caddyfile'], { env });
  const log = collected(child);
  const url = `https://127.0.0.1:${port}`;
  await answers(url, log);
  return { url, log };
}

async function nginx(league: string): Promise<Front> {
  const [port, plain, home] = [await freePort(), await freePort(), folder()];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=league.example',
      '-keyout',
      join(home, 'privkey.pem'),
      '-out',
      join(home, 'fullchain.pem'),
    ],
    { stdio: 'ignore' },
  );
  const conf = readFileSync(join(repository, 'deploy/nginx/papertape.conf'), 'utf8')
    .replace('server 127.0.0.1:4000;', `server ${new URL(league).host};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replaceAll('/etc/letsencrypt/live/league.example', home)
    .replace('/var/log/nginx/papertape.log', join(home, 'papertape.log'));
  writeFileSync(join(home, 'papertape.conf'), conf);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((p) => `${p}_temp_path ${home}/${p};`)
    .join('\n');
  writeFileSync(
    join(home, 'nginx.conf'),
    `daemon off;\nworker_processes 1;\nuser ${process.getuid?.() === 0 ? 'root' : 'nobody'};\npid ${home}/pid;\nerror_log stderr;\nevents {}\nhttp {\n${paths}\ninclude ${home}/papertape.conf;\n}\n`,
  );
  const child = spawn('nginx', ['-p', home, '-c', join(home, 'nginx.conf')]);
  const said = collected(child);
  const url = `https://127.0.0.1:${port}`;
  await answers(url, said);
  const moved = await fetch(`http://127.0.0.1:${plain}/leagues`, {
    redirect: 'manual',
    headers: { Host: 'league.example' },
  });
  expect(moved.status).toBe(301);
  return { url, log: () => readFileSync(join(home, 'papertape.log'), 'utf8') };
}

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'papertape-proxy-'));
  ends.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function collected(child: ChildProcess): () => string {
  children.add(child);
  let text = '';
  child.stdout?.on('data', (d: Buffer) => (text += d.toString()));
  child.stderr?.on('data', (d: Buffer) => (text += d.toString()));
  return () => text;
}

async function answers(url: string, said: () => string): Promise<void> {
  await until(`the proxy answers; it said: ${said()}`, () =>
    get(`${url}/healthz`).then(
      (a) => (a.status === 200 ? true : undefined),
      () => undefined,
    ),
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The test's own certificate is signed by nobody. */
function open(
  url: string,
  headers: Readonly<Record<string, string | undefined>>,
  body?: string,
  localAddress?: string,
): Promise<IncomingMessage> {
  const isFront = url.startsWith('https:');
  const given = Object.fromEntries(
    Object.entries({ ...(isFront ? { Host: `league.example:${new URL(url).port}` } : {}), ...headers }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as Record<string, string>;
  const options = {
    method: body === undefined ? 'GET' : 'POST',
    headers: given,
    rejectUnauthorized: false,
    ...(isFront ? { servername: 'league.example' } : {}),
    ...(localAddress === undefined ? {} : { localAddress }),
    agent: false as const,
  };
  return new Promise((answered, failed) => {
    const request = (isFront ? overTls : overHttp)(url, options, answered);
    request.on('error', failed);
    request.end(body);
  });
}

async function get(
  url: string,
  headers: Readonly<Record<string, string | undefined>> = {},
  body?: string,
  localAddress?: string,
): Promise<Answer> {
  const response = await open(url, headers, body, localAddress);
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += String(part);
  return { status: response.statusCode ?? 0, headers: response.headers, body: text };
}

/** `opened` once the head of the stream has come, `first` with the first event in it. */
function firstEvent(
  url: string,
  headers: Readonly<Record<string, string>>,
): { opened: Promise<void>; first: Promise<string> } {
  const response = open(url, headers);
  const first = response.then(async (stream) => {
    for await (const part of stream.setEncoding('utf8')) {
      if (!String(part).includes('data:')) continue;
      stream.destroy();
      return String(part);
    }
    return 'the stream ended';
  });
  return { opened: response.then(() => undefined), first };
}
