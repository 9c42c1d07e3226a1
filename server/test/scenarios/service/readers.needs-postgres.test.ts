/**
 * A process of role web beside the one that serves a league on PostgreSQL: it answers readers as that one does, hands everything else on to it, is
 * never behind for longer than it is said to be, and writes nothing.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient } from '../../../../client/src/index.ts';
import { features } from '../../../src/app.ts';
import { operationsOf, pagesOf } from '../../../src/feature/feature.ts';
import { openStorage } from '../../../src/storage/storage.ts';
import type { Services } from '../../../src/web/services.ts';
import { runCommand } from '../../harness/command.ts';
import { hasProxy, startProxy } from '../../harness/document-proxy.ts';
import { expectError, get, post, raw, type Raw } from '../../harness/http.ts';
import { hasPostgres, startPostgres, type OwnPostgres } from '../../harness/own-postgres.ts';
import { patienceMs } from '../../harness/patience.ts';
import { onPostgres } from '../../harness/postgres.ts';
import { readyLine } from '../../harness/ready-line.ts';
import { startRole, type RunningRole } from '../../harness/role.ts';
import { wrongClock } from '../../harness/wrong-clock.ts';

const waitingLine = /"message":"waiting","url":"([^"]+)"/;
const start = '2026-03-02T20:00:00Z';
/** What changed at the process that serves is seen beside it within that time (docs/operators/cluster.md). */
const boundMs = 1_500;
/** And mostly within that time, while it hears of changes before it looks. */
const hintedMs = 150;
/** How far two processes' time may be apart on a busy machine, milliseconds. */
const nearMs = 250;
const entrant = { name: 'Reader', company: 'Works', contact: 'm@example.test', country: 'CA', league: 'spot_crypto' };

/** They say when they were made. */
const stamped = ['/api/leagues', '/leagues.json', '/api/seats', '/api/giving'];

function textOf({ bytes }: Raw, isStamped: boolean): string {
  const text = bytes.toString('latin1');
  return isStamped ? text.replace(/"as_of":"[^"]+"/, '') : text;
}

/** Where two texts begin to be different. */
function firstDifference(one: string, other: string): string[] {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return [one, other].map((text) => text.slice(Math.max(0, at - 80), at + 80));
}

/** Rules in force that no program knows, and those that were. */
const otherRules = `insert into ledger.rules_versions
  select number + 1, 'others', rule_book, in_force_from, first_mark, rules from ledger.rules_versions order by number desc limit 1`;
const sameRules = `delete from ledger.rules_versions where rules_version = 'others'`;

type Served = RunningRole;

async function answersOf({ url }: Served): Promise<number> {
  const { text } = await get({ url }, '/metrics');
  return Number(/^papertape_http_answers_total\{status="200"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

describe.skipIf(!hasPostgres)('a process of role web', () => {
  let server: OwnPostgres;
  let folders: { readonly serving: string; readonly web: string };
  let writer: Served;
  let web: Served;
  let bot: { readonly agent_id: string; readonly api_key: string };
  let orderId: string;

  async function serve(
    role: 'all' | 'web',
    speed: number,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Served> {
    return await startRole(role, {
      DATABASE_URL: server.url,
      DATA_DIR: role === 'web' ? folders.web : folders.serving,
      PAPERTAPE_PRICES: 'simulated:readers',
      PAPERTAPE_CLOCK_START: start,
      PAPERTAPE_CLOCK_SPEED: String(speed),
      PAPERTAPE_ACCESS_LOG: 'on',
      ...env,
    });
  }

  /** A league is played fast until after its first close, through the process of role web, and goes on slowly: nothing changes then by itself. */
  beforeAll(async () => {
    server = await startPostgres();
    const folder = (): string => mkdtempSync(join(tmpdir(), 'papertape-readers-'));
    folders = { serving: folder(), web: folder() };
    const fast = 3_600;
    writer = await serve('all', fast);
    web = await serve('web', fast);
    const client = createClient({ baseUrl: web.url });
    bot = await client.register(entrant);
    const own = createClient({ baseUrl: web.url, agentId: bot.agent_id, apiKey: bot.api_key });
    const order = await own.weights({ 'BTC-USD': 0.5 });
    orderId = order.order_id;
    const patience = { timeout: patienceMs, interval: 100 };
    await vi.waitFor(async () => {
      const board = (await get(web, '/api/leaderboard?league=spot_crypto')).text;
      const { status } = await get(web, `/api/proofs/orders/${orderId}`);
      if (!board.includes('"as_of":"2026') || status !== 200) throw new Error('no close has come yet');
    }, patience);
    for (const { service } of [web, writer]) {
      const { code, stderr } = await service.stop();
      if (code !== 0) throw new Error(stderr);
    }
    // From now on at the pace of real time: it goes on from where it is.
    await onPostgres(
      server.url,
      `with now as (select extract(epoch from clock_timestamp()) * 1000 as ms)
       update ledger.meta set value = jsonb_set(jsonb_set(value::jsonb, '{clock,speed}', '1'), '{clock,startedAt}',
         to_jsonb(round(ms - (ms - (value::jsonb #>> '{clock,startedAt}')::numeric) * ${fast})))::text
       from now where key = 'origin'`,
    );
    writer = await serve('all', 1, { PAPERTAPE_STANDBY: 'on' });
    web = await serve('web', 1);
  });
  const proxies: ChildProcess[] = [];
  afterAll(async () => {
    for (const proxy of proxies) proxy.kill('SIGKILL');
    await server.end();
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true });
  });

  /** Every address of a GET that a reader without credentials may ask for. */
  function publicAddresses(maker: string): string[] {
    const values: Readonly<Record<string, string>> = {
      agent_id: bot.agent_id,
      order_id: orderId,
      maker_id: maker,
      league: 'spot_crypto',
      date: '2026-03-03',
      mark: '2026-03-02T20:05:00Z',
      level: '0',
      tile: '000',
      folder: 'bots',
      document: 'rules',
      example: 'cron',
      file: 'bot.ts',
      id: '1',
      width: '9',
      partial: '000.p',
    };
    const paths = [
      ...operationsOf<Services>(features)
        .filter((o) => o.method === 'get' && o.key !== 'required' && o.freshness !== 'private')
        .flatMap((o) => [o.path, ...(o.alsoAt ?? [])]),
      ...pagesOf<Services>(features).flatMap(({ path, isOfOneView }) =>
        isOfOneView ? [] : [path, path === '/' ? '/index.md' : `${path}.md`, path === '/' ? '/fr' : `/fr${path}`],
      ),
    ];
    const filled = paths.map((path) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'none'));
    return filled.map((path) => (path === '/api/validate' ? `${path}?league=spot_crypto&symbol=BTC-USD` : path));
  }

  test('every public GET is the same there, byte for byte, with the same tag', async () => {
    const profile = await get(web, `/api/agents/${bot.agent_id}`);
    const { maker_id: maker } = profile.json as { maker_id: string };
    let found = 0;
    const different: unknown[] = [];
    const ask = async ({ url }: Served, path: string) => await raw(url + path, { 'Accept-Encoding': 'identity' });
    for (const path of publicAddresses(maker)) {
      // It says what time it is, and is handed on.
      if (path === '/api/status') continue;
      const isStamped = stamped.includes(path);
      // What a mark has changed is seen within the bound; what is different for longer stays so.
      const from = performance.now();
      for (;;) {
        const [one, other] = [await ask(writer, path), await ask(web, path)];
        // On a machine that does much else they may have more to do than they can.
        const isBusy = one.status !== other.status && [one, other].some(({ status }) => status === 503);
        const isSame = one.status === other.status && (isStamped || one.headers.etag === other.headers.etag);
        const isWhole = one.status !== 200 || textOf(one, isStamped) === textOf(other, isStamped);
        if (isSame && isWhole && !isBusy) {
          if (one.status === 200) found++;
          break;
        }
        if (performance.now() - from > (isBusy ? patienceMs : boundMs)) {
          different.push([
            path,
            one.status,
            other.status,
            ...firstDifference(one.bytes.toString(), other.bytes.toString()),
          ]);
          break;
        }
      }
    }
    expect(different).toEqual([]);
    expect(found).toBeGreaterThan(100);
  });

  test('what changes at the process that serves is seen within the bound, and never an older state after it', async () => {
    const took: number[] = [];
    const changes = 16;
    for (let n = 0; n < changes; n++) {
      // Half of them without hints: the sessions that hear them are ended, and looks alone are left.
      if (n >= changes / 2)
        await onPostgres(
          server.url,
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'papertape listen'`,
        );
      const description = `A description that is number ${n}`;
      const key = bot.api_key;
      expect(
        (await post(n % 2 === 0 ? writer : web, `/api/agents/${bot.agent_id}/profile`, { description }, { key }))
          .status,
      ).toBe(200);
      const at = performance.now();
      const page = async (): Promise<string> => (await get(web, `/api/agents/${bot.agent_id}`)).text;
      // How late an old answer was asked for: what an answer itself takes on a busy machine is no delay of the news.
      let old = 0;
      for (let asked = at; !(await page()).includes(description); asked = performance.now())
        expect((old = asked - at)).toBeLessThan(boundMs);
      took.push(old);
      expect(await page()).toContain(description);
      const tags = await Promise.all([writer, web].map(({ url }) => raw(`${url}/bots/${bot.agent_id}`)));
      expect(tags[0]?.headers.etag).toBe(tags[1]?.headers.etag);
    }
    expect(Math.max(...took)).toBeLessThan(boundMs);
    const hinted = took.slice(0, changes / 2).toSorted((a, b) => a - b);
    expect(hinted[changes / 4]).toBeLessThan(hintedMs);
  });

  test('with a wrong clock it says the time of the league, streams of marks are the same at both, the events of a bot come through, and it ends cleanly amid them', async () => {
    const other = await serve('web', 1, wrongClock(2_000));
    const now = async ({ url }: Served): Promise<number> =>
      Date.parse(((await get({ url }, '/api/leagues')).json as { as_of: string }).as_of);
    const before = await now(writer);
    // The answer of the process that serves is kept, and says when it was made; beside it time goes on as it does here.
    const from = performance.now();
    const said = await now(other);
    expect([said > before - nearMs, said < before + performance.now() - from + nearMs]).toEqual([true, true]);
    expect(Number(/^papertape_clock_offset_ms (\S+)$/m.exec((await get(other, '/metrics')).text)?.[1])).toBeLessThan(
      -1_500,
    );
    const open = async (url: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(url, { headers: { Accept: 'text/event-stream', ...headers } });
      expect(answer.headers.get('content-type')).toContain('text/event-stream');
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
      let text = '';
      return async (until: RegExp): Promise<string> => {
        for (;;) {
          const found = until.exec(text);
          if (found) return text.slice(0, found.index + found[0].length);
          const { value, done } = await reader.read();
          if (done) throw new Error(`it ended: ${text}`);
          text += new TextDecoder().decode(value);
        }
      };
    };
    const path = '/api/prices/stream?league=spot_crypto';
    const first = /event: mark\ndata: .*\n\n/;
    const [atWriter, atWeb] = await Promise.all([writer, other].map(({ url }) => open(url + path)));
    expect(await atWeb?.(first)).toBe(await atWriter?.(first));
    const stream = { Authorization: `Bearer ${bot.api_key}` };
    const own = await open(`${other.url}/api/agents/${bot.agent_id}/events`, stream);
    await own(/\n\n/);
    expect((await other.service.stop()).code).toBe(0);
  });

  test('a client is counted at the process that serves under its own address, whatever it says of it', async () => {
    const ask = (url: string, path: string, from: string, localAddress: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const asked = { method: 'POST', headers: { 'X-Forwarded-For': from }, localAddress, agent: false };
        request(url + path, asked, (answer) => answer.resume().on('end', () => resolve(answer.statusCode ?? 0)))
          .on('error', reject)
          .end();
      });
    await ask(web.url, '/none/behind', '6.6.6.6, 203.0.113.9', '127.0.0.1');
    await ask(writer.url, '/none/straight', '203.0.113.9', '127.0.0.1');
    await ask(web.url, '/none/forged', '203.0.113.9', '127.0.0.2');
    await ask(writer.url, '/none/stranger', '203.0.113.9', '127.0.0.2');
    const clientOf = async (path: string): Promise<string | undefined> =>
      (await writer.service.says(new RegExp(`"path":"/none/${path}".*?"client":"([^"]+)"`)))[1];
    expect(await clientOf('behind')).toBe(await clientOf('straight'));
    expect(await clientOf('forged')).toBe(await clientOf('stranger'));
    expect(await clientOf('forged')).not.toBe(await clientOf('behind'));
  });

  test('its sessions are refused every write, and data of another version is refused', async () => {
    const storage = openStorage({ engine: 'postgres', url: server.url }, { readOnly: true });
    for (const db of [storage.db, storage.intakeDb])
      await expect(sql`update intake.meta set value = value`.execute(db)).rejects.toThrow('read-only transaction');
    await storage.close();
    const env = { DATABASE_URL: server.url, DATA_DIR: folders.web, PAPERTAPE_ROLE: 'web' };
    const made = { PAPERTAPE_PRICES: 'simulated:readers', PAPERTAPE_CLOCK_START: start, PORT: '0' };
    await onPostgres(server.url, `insert into ledger.migrations (name) values ('core/9999-later')`);
    const refused = await runCommand({ env: { ...env, ...made } });
    await onPostgres(server.url, `delete from ledger.migrations where name = 'core/9999-later'`);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('core/9999-later')]);
    const { DATABASE_URL: _, ...embedded } = env;
    const alone = await runCommand({ env: embedded });
    expect([alone.code, alone.stderr]).toEqual([
      2,
      expect.stringContaining('set DATABASE_URL, or unset PAPERTAPE_ROLE'),
    ]);
  });

  test('a step that only expands, and other rules, do not end it: under other rules it is not ready, and hands on everything until they are its own', async () => {
    await onPostgres(server.url, `insert into ledger.migrations (name, kind) values ('core/9999-later', 'expand')`);
    await onPostgres(server.url, otherRules);
    const readiness = async (): Promise<string> => (await get(web, '/readyz')).text;
    await expect.poll(readiness).toContain('The rules in force are version others');
    const other = await serve('web', 1);
    expectError(await get(other, '/readyz'), 'not_ready');
    const answered = async (): Promise<number> => await answersOf(writer);
    const before = await answered();
    for (let n = 0; n < 5; n++) expect((await get(other, '/api/leaderboard?league=spot_crypto')).status).toBe(200);
    expect((await answered()) - before).toBeGreaterThanOrEqual(5);
    await onPostgres(server.url, sameRules);
    await expect.poll(readiness).toContain('"ok":true');
    await expect.poll(async () => (await get(other, '/readyz')).status).toBe(200);
    expect((await other.service.stop()).code).toBe(0);
    await onPostgres(server.url, `delete from ledger.migrations where name = 'core/9999-later'`);
  });

  test('one that cannot look for changes says so: it is not ready, and what it answers has its age', async () => {
    const board = '/api/leaderboard?league=spot_crypto';
    const { text } = await get(web, board);
    expect((await get(web, board)).headers.get('age')).toBeNull();
    const blocker = new pg.Client({ connectionString: server.url });
    await blocker.connect();
    await blocker.query('begin; lock table cluster.topics in access exclusive mode');
    await vi.waitFor(
      async () => {
        const unready = await get(web, '/readyz');
        expectError(unready, 'not_ready');
        expect(unready.text).toContain('has not been able to look for changes');
      },
      { timeout: patienceMs, interval: 50 },
    );
    // No mark was done meanwhile that it knows of: it is the answer that it had.
    const old = await get(web, board);
    expect([old.status, old.text, Number(old.headers.get('age'))]).toEqual([200, text, expect.closeTo(5, -1)]);
    await blocker.query('rollback');
    await blocker.end();
    const young = async (): Promise<void> => expect((await get(web, board)).headers.get('age')).toBeNull();
    await vi.waitFor(young, { timeout: patienceMs, interval: 50 });
    expect((await get(web, '/readyz')).status).toBe(200);
  });

  test.skipIf(!hasProxy)(
    'HAProxy, as docs/operators/cluster.md has it, sends readers to both, and all else to the one that serves',
    async () => {
      const balanced = await balance({ '10.0.0.21:4000': writer.url, '10.0.0.23:4000': web.url });
      const board = '/api/leaderboard?league=spot_crypto';
      // On a busy machine one may refuse what it has not made yet.
      const whole = async (served: { readonly url: string }): Promise<string> =>
        await vi.waitFor(
          async () => {
            const { status, text } = await get(served, board);
            expect(status).toBe(200);
            return text;
          },
          { timeout: patienceMs, interval: 50 },
        );
      const [text] = [await whole(writer), await whole(web), await whole(balanced)];
      const before = [await answersOf(writer), await answersOf(web)];
      for (let n = 0; n < 20; n++) expect((await get(balanced, board)).text).toBe(text);
      const spread = [await answersOf(writer), await answersOf(web)].map((after, i) => after - (before[i] ?? 0));
      expect(Math.min(...spread)).toBeGreaterThanOrEqual(10);
      expect(
        (await post(balanced, `/api/agents/${bot.agent_id}/profile`, { description: 'Sent on.' }, { key: bot.api_key }))
          .status,
      ).toBe(200);
      expect((await get(balanced, `/api/agents/${bot.agent_id}`, { key: bot.api_key })).text).toContain('Sent on.');
      // With no process of role web, and with nothing ready for readers, the process that serves is asked.
      const alone = await balance({ '10.0.0.21:4000': writer.url });
      expect(await whole(alone)).toBe(text);
    },
  );

  /** @param at the document's addresses that stand for one of this machine; nobody is at the others. */
  async function balance(at: Readonly<Record<string, string>>): Promise<{ readonly url: string }> {
    const { url, process: proxy } = await startProxy(at, false, folders.web);
    proxies.push(proxy);
    await vi.waitFor(async () => await fetch(`${url}/healthz`), { timeout: patienceMs, interval: 50 });
    return { url };
  }

  test('what it has handed on is answered when it is stopped amid it', async () => {
    const stopped = await serve('web', 1);
    const body = JSON.stringify({ description: 'Sent in two parts.' });
    const sent = request(`${stopped.url}/api/agents/${bot.agent_id}/profile`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${bot.api_key}`,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        expect: '100-continue',
      },
    });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    const arrived = once(sent, 'continue');
    sent.write(body.slice(0, 10));
    await arrived;
    const ended = stopped.service.stop();
    // It takes nobody any more, and waits for what is under way.
    await expect.poll(() => get(stopped, '/healthz').catch(() => 'closed'), { timeout: patienceMs }).toBe('closed');
    sent.end(body.slice(10));
    const [answer] = await answered;
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect((await ended).code).toBe(0);
  });

  test('readers are answered while nobody serves, and the next process that does is found', async () => {
    const waits = await serve('all', 1, { PAPERTAPE_STANDBY: 'on' });
    await waits.service.says(waitingLine);
    const listed = await runCommand({ args: ['cluster', '--json'], env: { DATABASE_URL: server.url } });
    expect(JSON.parse(listed.stdout)).toMatchObject({
      serving: { role: 'all', address: writer.url },
      webs: expect.arrayContaining([
        expect.objectContaining({ role: 'web', address: web.url.replace('http://', ''), marks_behind: 0 }),
      ]) as unknown,
    });
    const board = '/api/leaderboard?league=spot_crypto';
    const before = await get(web, board);
    await writer.service.stop('SIGKILL');
    const after = await get(web, board);
    expect([after.status, after.text]).toEqual([200, before.text]);
    expect((await get(web, '/bots')).status).toBe(200);
    // What comes with a credential is nobody's but the serving process's.
    for (const headers of [{ authorization: `Bearer ${bot.api_key}` }, { cookie: 'a=b' }]) {
      const refused = await get(web, board, { headers: headers as Record<string, string> });
      expectError(refused, 'not_ready');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expectError(await post(web, '/api/agents/register', { ...entrant, name: 'Second' }), 'not_ready');
    await waits.service.says(readyLine);
    await expect
      .poll(async () => (await post(web, '/api/agents/register', { ...entrant, name: 'Second' })).status)
      .toBe(200);
    await expect.poll(async () => (await get(web, '/bots')).text).toContain('Second');
    expect((await get(web, '/readyz')).status).toBe(200);
    expect((await waits.service.stop()).code).toBe(0);
    // Another version takes its place, with a step that this one cannot work with.
    await onPostgres(
      server.url,
      `insert into ledger.migrations (name, kind) values ('core/9999-later', 'contract')`,
      `insert into cluster.processes (id, role, base_url, version, rules_version, seen_at)
       values ('other', 'all', 'http://127.0.0.1', '2', 'others', clock_timestamp())`,
    );
    expect(await web.service.ended).toMatchObject({ code: 1, stderr: expect.stringContaining('core/9999-later') });
  });
});
