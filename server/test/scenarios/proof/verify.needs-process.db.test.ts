/**
 * `papertape verify`: everything that a service publishes of a league that saw every fault holds, and each figure of it that is altered
 * on the way is found.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askToVoid } from '../../../src/desk/admin-acts.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import type { AgentProofs, CloseProof, FillProof } from 'papertape-contract/proof';
import { insertAction } from '../../../src/operator/action.sql.ts';
import { runCommand } from '../../harness/command.ts';
import { expectError, get, okJson } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { makeVow, vowing } from '../../rooms/vows.api.ts';
import { faultyTable } from '../../simulation/faulty-table.ts';
import { createTableSource } from '../../simulation/table-source.ts';

const start = Date.parse('2026-03-02T00:00:00Z');
const hour = 60 * 60_000;
const at = (hours: number): number => start + hours * hour;

let league: League;
let bots: readonly [Bot, Bot, Bot, Bot, Bot];
const orders: Record<string, string> = {};
let beforeVoiding: CloseProof;
const voidedProof = '/api/closes/spot_crypto/2026-03-06/proof';

beforeAll(async () => {
  league = await openLeague({
    start: new Date(start).toISOString(),
    source: createTableSource(faultyTable({ start, hours: 99, dogeUntil: 15 })),
    rooms: [vowing],
  });
  await league.advanceTo(at(1));
  const enter = async (name: string, of: string): Promise<Bot> => await league.enter({ name, league: of });
  bots = [
    await enter('Verified A', 'spot_crypto'),
    await enter('Verified B', 'spot_crypto'),
    await enter('Verified C', 'spot_crypto'),
    await enter('Verified D', 'spot_crypto'),
    await enter('Verified E', 'multi'),
  ];
  const [a, b, c, d, e] = bots;
  const order = async (name: string, bot: Bot, ...args: Parameters<Bot['weights']>): Promise<void> => {
    orders[name] = (await bot.weights(...args)).order_id;
  };
  const act = async (id: string, action: 'suspend' | 'delist', symbol: string): Promise<void> =>
    await insertAction(league.app.storage.db, {
      id,
      at: league.now(),
      action,
      about: { kind: 'symbol', id: symbol },
      reason: 'To look at it.',
    });
  const vow = async (bot: Bot): Promise<unknown> =>
    await bot.call(makeVow, { params: { agent_id: bot.id }, body: { words: 'to be paid' } });
  await order('first', a, { 'BTC-USD': 0.5, 'ETH-USD': 0.3 }, { reason: 'to begin with' });
  await order('two', b, { 'DOGE-USD': 0.4, 'SOL-USD': 0.4 });
  await order('cad', e, { 'MAP-CAD': 0.6, 'BTC-USD': 0.4 });
  await league.advanceTo(at(10.1));
  await order('apart', c, { 'BTC-USD': 1 });
  await league.advanceTo(at(13));
  await order('sandbox', a, { 'SOL-USD': 1 }, { sandbox: true });
  await league.advanceTo(at(14.2));
  await order('late', a, { 'ETH-USD': 0.7 });
  await order('behind', a, { 'ETH-USD': 0.2, 'SOL-USD': 0.3 });
  await league.advanceTo(at(16));
  await order('in vain', d, { 'DOGE-USD': 0.5 });
  await league.advanceTo(at(25));
  await act('act_1', 'suspend', 'SOL-USD');
  await league.advanceTo(at(26));
  await order('frozen', b, { 'BTC-USD': 0.3, 'DOGE-USD': 0.3 });
  await league.advanceTo(at(88));
  await act('act_2', 'delist', 'DOGE-USD');
  await vow(b);
  await league.advanceTo(at(89));
  await order('after', b, {});
  await order('cad out', e, { 'MAP-CAD': 0.1 });
  await league.advanceTo(at(90));
  // A close follows, and no order.
  await vow(e);
  // It never trades.
  await vow(d);
  await league.advanceTo(at(96.5));
  // What is kept of it must be made again.
  beforeVoiding = okJson<CloseProof>(await get(league, voidedProof));
  await askToVoid(
    league.app.storage.db,
    { league: 'spot_crypto', date: '2026-03-06', reason: 'A wrong price.' },
    { now: league.now(), nextMark: league.now() + 300_000 },
  );
  await league.advanceTo(at(97));
  await order('pending', a, {});
});
afterAll(() => league.close());

async function run(target: string, url = league.url): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const code = await runVerify(target, { url, alone: true, write, sleep: async () => undefined });
  return { code, lines };
}

describe('what holds', () => {
  test('every order that has an outcome', async () => {
    for (const name of ['first', 'two', 'cad', 'apart', 'late', 'behind', 'in vain', 'frozen', 'after', 'cad out']) {
      const { code, lines } = await run(orders[name] as string);
      expect([name, code, lines.filter((l) => !l.startsWith('ok'))]).toMatchObject([name, 0, {}]);
      expect(lines.at(-1)).toMatch(
        /^verify: All holds\. \d+ steps hold\. The prices are simulated: no chain has them\.$/,
      );
      expect(lines.length).toBeGreaterThan(30);
    }
  });

  test('the outcomes are those that they were meant to be', async () => {
    const proof = async (name: string) => okJson<FillProof>(await get(league, `/api/fills/${orders[name]}/proof`));
    expect(await proof('apart')).toMatchObject({ state: 'rejected', reason_code: 'pools_apart' });
    expect(await proof('in vain')).toMatchObject({ state: 'rejected', reason_code: 'price_unavailable' });
    const silent = (await proof('late')).windows[0]?.pools.find((p) => p.pool === 'ETH-USD:2');
    expect(silent?.end.map((r) => [r.attempt, r.used, r.reason])).toEqual([
      [0, false, 'no_answer'],
      [1, true, null],
    ]);
    expect((await proof('frozen')).prices.map((p) => [p.symbol, p.state])).toContainEqual(['SOL-USD', 'frozen']);
    const after = await proof('after');
    expect(after.before_from.delistings.map((d) => d.symbol)).toEqual(['DOGE-USD']);
    expect(after.before_from.payouts).toEqual([
      { at: '2026-03-05T16:05:00.000Z', room: 'vowing', id: 'vow', cash: '25' },
    ]);
    expect(after.after.holdings).toEqual({ 'SOL-USD': after.before.holdings['SOL-USD'] });
    expect((await proof('cad')).windows[0]?.symbols.map((s) => [s.symbol, s.priced_in])).toContainEqual([
      'MAP-CAD',
      'CAD',
    ]);
  });

  test.each(['spot_crypto/2026-03-03', 'multi/2026-03-03', 'spot_crypto/2026-03-06'])('the close %s', async (name) => {
    const { code, lines } = await run(name);
    expect([code, lines.filter((l) => !l.startsWith('ok'))]).toMatchObject([0, {}]);
  });

  test.each(['spot_crypto', 'multi', 'log'])('%s', async (name) => {
    const { code, lines } = await run(name);
    expect([code, lines]).toEqual([0, [expect.stringMatching(/^verify: All holds\. \d+ steps hold\./)]]);
  });

  test('a bot, and its league with it', async () => {
    const lines: string[] = [];
    const write = (line: string): void => void lines.push(line);
    expect(await runVerify(bots[4].id, { url: league.url, write })).toBe(0);
    expect(Number(/(\d+) steps hold/.exec(lines.at(-1) ?? '')?.[1])).toBeGreaterThan(lines.length + 500);
  });

  test('every bot, from $100,000 on, with every value at a close', async () => {
    for (const bot of bots) {
      const { code, lines } = await run(bot.id);
      expect([code, lines.filter((l) => l.startsWith('DIFFERS') || l.startsWith('NOT'))]).toEqual([0, []]);
      expect(lines.filter((l) => /^ok {7}value at close/.test(l))).toHaveLength(8);
    }
    const b = okJson<CloseProof>(await get(league, `/api/closes/spot_crypto/2026-03-03/proof?agent_id=${bots[1].id}`));
    const e = okJson<CloseProof>(await get(league, `/api/closes/multi/2026-03-06/proof?agent_id=${bots[4].id}`));
    expect(e.bot?.portfolio_from.payouts.map((p) => p.cash)).toEqual(['25']);
    expect(b.prices.map((p) => [p.symbol, p.state])).toEqual([
      ['DOGE-USD', 'stale'],
      ['SOL-USD', 'stale'],
    ]);
    expect(b.bot?.stale).toBe(true);
  });
});

describe('a close that was voided', () => {
  const voided = { at: new Date(at(96) + 35 * 60_000).toISOString(), reason: 'A wrong price.' };

  test('its proof says so, and verify does; another league counts on', async () => {
    expect(beforeVoiding.voided).toBeNull();
    expect(okJson<CloseProof>(await get(league, voidedProof))).toEqual({ ...beforeVoiding, voided });
    const sentence = `The operator voided close spot_crypto 2026-03-06 at ${voided.at} (A wrong price.): it counts for nothing.`;
    const isNote = (line: string): boolean => line.includes('operator voided');
    expect((await run('spot_crypto/2026-03-06')).lines.filter(isNote)).toEqual([`         ${sentence}`]);
    expect((await run('multi/2026-03-06')).lines.filter(isNote)).toEqual([]);
  });

  test('is proved of a bot, and stands in no value that is published', async () => {
    const list = okJson<AgentProofs>(await get(league, `/api/agents/${bots[0].id}/proofs`));
    expect(list.closes.map((c) => [c.date, c.voided])).toEqual([
      ['2026-03-03', null],
      ['2026-03-04', null],
      ['2026-03-05', null],
      ['2026-03-06', voided],
    ]);
    const { lines } = await run(bots[0].id);
    expect(lines.filter((l) => l.includes('2026-03-06 as it is published'))).toHaveLength(1);
    expect(lines.filter((l) => l.includes('operator voided close 2026-03-06'))).toHaveLength(1);
  });

  test('what its proof and the list say of it is held against the public log', async () => {
    const meddler = await meddle();
    try {
      const list = `/api/agents/${bots[0].id}/proofs?page=1&per_page=100`;
      const unvoided = (body: unknown): unknown => ({ ...(body as object), voided: null });
      const cases = [
        ['spot_crypto/2026-03-06', voidedProof, unvoided],
        ['spot_crypto/2026-03-06', voidedProof, (b: unknown) => altered(b, ['voided', 'at'])],
        ['spot_crypto/2026-03-06', voidedProof, (b: unknown) => altered(b, ['voided', 'reason'])],
        [bots[0].id, `${voidedProof}?agent_id=${bots[0].id}`, unvoided],
        [bots[0].id, list, (b: unknown) => altered(b, ['closes', 3, 'voided', 'reason'])],
        [bots[0].id, list, (b: unknown) => altered(b, ['closes', 0, 'voided'])],
      ] as const;
      for (const [target, path, change] of cases) {
        meddler.alter = { path, change };
        const { code, lines } = await run(target, meddler.url);
        const found = lines.filter((l) => /^DIFFERS {2}whether .* was voided/.test(l));
        expect([target, path, code, found.length]).toEqual([target, path, 1, 1]);
      }
    } finally {
      await meddler.close();
    }
  });
});

describe('who may see what', () => {
  test('pending orders are in no proof, sandbox orders only for their own bot', async () => {
    const path = (name: string): string => `/api/fills/${orders[name]}/proof`;
    expectError(await get(league, path('pending')), 'fill_not_found');
    expectError(await get(league, path('pending'), { key: bots[0].key }), 'fill_not_found');
    expectError(await get(league, path('sandbox')), 'fill_not_found');
    expectError(await get(league, path('sandbox'), { key: bots[1].key }), 'fill_not_found');
    const own = await get(league, path('sandbox'), { key: bots[0].key });
    expect(own.headers.get('cache-control')).toBe('no-store');
    expect(okJson<FillProof>(own)).toMatchObject({ sandbox: true, state: 'filled' });
    expectError(await get(league, path('sandbox')), 'fill_not_found');
    const listed = okJson<AgentProofs>(await get(league, `/api/agents/${bots[0].id}/proofs`));
    expect(listed.orders.map((o) => o.order_id)).toEqual([orders['first'], orders['late'], orders['behind']]);
  });

  test('a proof is the same for everyone, and is asked for again with its tag', async () => {
    const first = await get(league, `/api/fills/${orders['first']}/proof`);
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toContain('public');
    expect(
      (await get(league, `/api/fills/${orders['first']}/proof`, { headers: { 'if-none-match': tag } })).status,
    ).toBe(304);
  });
});

/** Stands between the reader and the service, and alters one leaf of the JSON of one path. */
interface Meddler {
  readonly url: string;
  alter: { readonly path: string; readonly change: (body: unknown) => unknown } | undefined;
  readonly asked: Set<string>;
  close(): Promise<void>;
}

async function meddle(): Promise<Meddler> {
  const kept = new Map<string, { status: number; body: Buffer }>();
  const server: Server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '';
      meddler.asked.add(path);
      let answer = kept.get(path);
      if (!answer) {
        const passed = await fetch(league.url + path);
        answer = { status: passed.status, body: Buffer.from(await passed.arrayBuffer()) };
        kept.set(path, answer);
      }
      const altered =
        meddler.alter?.path === path
          ? JSON.stringify(meddler.alter.change(JSON.parse(answer.body.toString())))
          : answer.body;
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(altered);
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const meddler: Meddler = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    alter: undefined,
    asked: new Set(),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return meddler;
}

type Path = readonly (string | number)[];

function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([k, v]) => leaves(v, [...path, Array.isArray(value) ? Number(k) : k]));
}

/** The same text with one character or digit changed, the next number, the other truth, something for nothing. */
function other(v: unknown): unknown {
  if (typeof v === 'number') return v + 1;
  if (typeof v === 'boolean') return !v;
  if (typeof v !== 'string') return '1';
  const i = v.search(/[1-8](?=[^1-8]*$)/);
  if (i >= 0) return `${v.slice(0, i)}${Number(v[i]) + 1}${v.slice(i + 1)}`;
  return v === '' ? 'x' : `${v}x`;
}

function altered(body: unknown, path: Path): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return other(body);
  if (Array.isArray(body)) return body.map((v, i) => (i === first ? altered(v, rest) : v));
  const object = body as Record<string, unknown>;
  return { ...object, [first]: altered(object[first], rest) };
}

/** Words for people, from which nothing follows. */
const wordsOnly = /^(how|price_source\.note|(delistings\.\d+\.)?windows\.\d+\.pools\.\d+\.label)$/;

/** A leg of a symbol that has no price: whichever way round, there is none. */
function isOfNoPrice(body: unknown, leaf: Path): boolean {
  if (leaf.at(-1) !== 'inverted') return false;
  const symbol = leaf.slice(0, -3).reduce((v, k) => (v as Record<string | number, unknown>)[k], body);
  return (symbol as { state: string }).state === 'unavailable';
}

/** One leaf of each kind: `windows.*.pools.*.end.*.cumulative`; the last one that there is. */
function oneOfEach(all: readonly Path[]): Path[] {
  return [...new Map(all.map((leaf) => [leaf.map((k) => (typeof k === 'number' ? '*' : k)).join('.'), leaf])).values()];
}

describe('what is altered on the way is found', () => {
  let meddler: Meddler;
  beforeAll(async () => {
    meddler = await meddle();
  });
  afterAll(() => meddler.close());

  /** Alters every leaf of every answer that a verification asks for. @returns the leaves that were not found, and how many there were. */
  async function meddleWithAll(
    target: string,
    only: (path: string) => boolean,
    choose: (all: readonly Path[]) => readonly Path[] = oneOfEach,
  ): Promise<{ unseen: string[]; tried: number }> {
    meddler.alter = undefined;
    meddler.asked.clear();
    expect((await run(target, meddler.url)).code).toBe(0);
    const unseen: string[] = [];
    let tried = 0;
    for (const path of [...meddler.asked].filter(only)) {
      const body: unknown = (await (await fetch(meddler.url + path)).json()) as unknown;
      const meant = leaves(body).filter((leaf) => !wordsOnly.test(leaf.join('.')) && !isOfNoPrice(body, leaf));
      for (const leaf of choose(meant)) {
        meddler.alter = { path, change: (b) => altered(b, leaf) };
        tried++;
        const { code } = await run(target, meddler.url);
        meddler.alter = undefined;
        if (code !== 1) unseen.push(`${path} ${leaf.join('.')} (exit code ${code})`);
      }
    }
    return { unseen, tried };
  }

  test('every leaf of the proof of an order', async () => {
    const isProof = (path: string): boolean =>
      path.includes(`/fills/${orders['first']}`) || path.includes('/proofs/orders/');
    const { unseen, tried } = await meddleWithAll(orders['first'] as string, isProof, (all) => all);
    expect(unseen).toEqual([]);
    expect(tried).toBeGreaterThan(150);
  });

  test.each(['apart', 'late', 'after', 'cad'])('each kind of leaf of the order %s', async (name) => {
    const { unseen, tried } = await meddleWithAll(orders[name] as string, (p) => p.includes(`/fills/${orders[name]}`));
    expect(unseen).toEqual([]);
    expect(tried).toBeGreaterThan(50);
  });

  test('in the marks that an order rests on', async () => {
    const { unseen, tried } = await meddleWithAll(orders['first'] as string, (p) => p.includes('/proofs/marks/'));
    expect(unseen).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual(7 * 8);
  });

  test('in the close of a league', async () => {
    const { unseen } = await meddleWithAll('spot_crypto/2026-03-03', (p) => p.includes('/closes/'));
    expect(unseen).toEqual([]);
  });

  test('in the record of a bot', async () => {
    // Windows are checked in the same way wherever they stand.
    const ownLeaves = (all: readonly Path[]): Path[] => oneOfEach(all.filter((leaf) => !leaf.includes('windows')));
    const isOwn = (path: string): boolean => path.includes('/2026-03-03/') || path.includes('/proofs?page=');
    const { unseen } = await meddleWithAll(bots[1].id, isOwn, ownLeaves);
    expect(unseen).toEqual([]);
  });
});

describe('the command', () => {
  test('is a process of its own that talks to the service alone', async () => {
    const good = await runCommand({ args: ['verify', orders['first'] as string, '--url', league.url] });
    expect([good.code, good.stderr]).toEqual([0, '']);
    expect(good.stdout).toContain('ok       trade 1: buy BTC-USD\n');
    const meddler = await meddle();
    try {
      const path = `/api/fills/${orders['first']}/proof`;
      meddler.alter = { path, change: (b) => altered(b, ['trades', 0, 'units']) };
      const bad = await runCommand({ args: ['verify', orders['first'] as string, '--url', meddler.url, '--json'] });
      expect(bad.code).toBe(1);
      const steps = bad.stdout
        .trim()
        .split('\n')
        .map((l) => JSON.parse(l) as Record<string, unknown>);
      expect(steps.filter((s) => s['status'] === 'differs')).toMatchObject([{ what: 'trade 1: buy BTC-USD' }]);
      expect(steps.at(-1)).toMatchObject({ result: 'differs', differs: 1, unchecked: 0 });
    } finally {
      await meddler.close();
    }
  });

  test('says what it could not check, and what is no target', async () => {
    const free = createServer();
    await new Promise<void>((done) => free.listen(0, '127.0.0.1', done));
    const { port } = free.address() as AddressInfo;
    await new Promise((done) => free.close(done));
    const { code, lines } = await run(orders['first'] as string, `http://127.0.0.1:${port}`);
    expect(code).toBe(2);
    expect(lines[0]).toMatch(/^NOT CHECKED {2}service: .*ECONNREFUSED/);
    expect((await run('ord_0000000000000000')).code).toBe(1);
    await expect(run('nothing')).rejects.toThrow('nothing that can be verified');
    await expect(run('spot_crypto/2026-02-30')).rejects.toThrow('nothing that can be verified');
    await expect(run(orders['first'] as string, 'ftp://x')).rejects.toThrow('no http address');
  });
});
