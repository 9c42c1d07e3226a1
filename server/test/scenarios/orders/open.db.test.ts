/** Orders are open while every source that a league needs is healthy; symbols that cannot be priced say why. */
import { afterEach, describe, expect, test } from 'vitest';
import { PapertapeError } from '../../../../client/src/index.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { createScaledClock } from '../../../src/lib/real-clock.ts';
import { createSteppedClock, type Clock, type SteppedClock } from '../../../src/lib/clock.ts';
import type { MarkReadings, NoReadingReason, PriceSource } from '../../../src/sources/source.ts';
import type { Pool } from '../../../src/league/symbol.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { ordersOpen } from '../../../src/flow/order/entry.ts';
import { entryTime } from '../../../src/read/entry-time.ts';
import type { MarketSnapshot } from '../../../src/read/load-snapshot.ts';
import { post } from '../../harness/http.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';

const start = '2026-03-02T00:00:00Z';
const at = (time: string): number => Date.parse(`2026-03-02T${time}Z`);

let league: League;
afterEach(async () => league.close());

/**
 * A simulated market whose symbols are on two chains: BTC and ETH on the first, SOL on the second. LINK is priced in ether on the first
 * chain and by itself on the second.
 */
function chains(): PriceSource & { readonly out: Map<string, NoReadingReason>; delay: number | undefined } {
  const real = createSimulatedSource({
    seed: 7,
    origin: Date.parse(start),
    symbols: ['BTC-USD', 'ETH-USD', 'SOL-USD', 'LINK-USD'],
  });
  const chainOf = (id: string): number => (/SOL|LINK-USD:2/.test(id) ? 2 : 1);
  const pools = new Map<string, Pool>([...real.pools].map(([id, p]) => [id, { ...p, chain: chainOf(id) }]));
  const out = new Map<string, NoReadingReason>();
  return {
    ...real,
    pools,
    chains: new Map([
      [1, 'First Chain'],
      [2, 'Second Chain'],
    ]),
    out,
    delay: undefined,
    get readDelayMs() {
      return this.delay ?? 0;
    },
    async read(mark, only): Promise<MarkReadings> {
      const read = await real.read(mark, only);
      return new Map(
        [...read].map(([id, r]) => {
          const reason = out.get(id) ?? out.get(`chain ${chainOf(id)}`);
          return [id, reason ? { ok: false, reason } : r];
        }),
      );
    },
  };
}

async function stateOf(id = 'spot_crypto'): Promise<boolean | undefined> {
  const { leagues } = await league.client.leagues();
  return leagues.find((l) => l.id === id)?.orders_open;
}

async function refusal(bot: Bot, path: 'weights' | 'check' = 'weights') {
  const body = path === 'check' ? {} : { date: '2026-03-02', weights: { 'BTC-USD': 0.5 } };
  const answer = await post(league, `/api/agents/${bot.id}/${path}`, body, { key: bot.key });
  const { detail } = answer.json as { detail?: string };
  return { status: answer.status, detail, retryAfter: answer.headers.get('retry-after') };
}

describe('a source that does not answer', () => {
  test('healthy exactly 10 minutes ago is open, one mark more is closed, one reading later it is open again', async () => {
    const source = chains();
    league = await openLeague({ start, source });
    const bot = await league.enter();
    await league.advanceTo(at('01:00:00'));
    source.out.set('chain 2', 'no_answer');
    await league.advanceTo(at('01:10:00'));
    expect(await league.client.status()).toMatchObject({ orders_open: true, reason: null });
    await league.advanceTo(at('01:14:59'));
    expect(await stateOf()).toBe(true);
    expect((await bot.weights({ 'BTC-USD': 0.1 })).state).toBe('pending');

    await league.advanceTo(at('01:15:00'));
    const since = 'Second Chain has given no reading since 2026-03-02T01:00:00.000Z.';
    expect(await league.client.status()).toMatchObject({ orders_open: false, reason: since });
    expect(await stateOf()).toBe(false);
    const closed = { status: 503, detail: `spot_crypto takes no orders now. ${since}`, retryAfter: '300' };
    expect(await refusal(bot)).toEqual(closed);
    expect(await refusal(bot, 'check')).toEqual(closed);
    expect(await bot.preview({ 'BTC-USD': 0.1 })).toMatchObject({ preview: true });
    expect((await bot.orders()).total).toBe(1);
    await league.advanceTo(at('01:17:40'));
    expect((await refusal(bot)).retryAfter).toBe('140');

    source.out.clear();
    await league.advanceTo(at('01:20:00'));
    expect(await league.client.status()).toMatchObject({ orders_open: true, reason: null });
    expect((await bot.weights({ 'BTC-USD': 0.2 })).state).toBe('pending');
    expect((await runAudit(league.app.storage)).differences).toEqual([]);
  });

  test('a league needs only the chains of its own tradable symbols', async () => {
    const source = chains();
    league = await openLeague({ start, source });
    await league.advanceTo(at('01:00:00'));
    // Of the two chains crypto_l1 has symbols on both, tokenized on none, crypto_l2 is a preview.
    source.out.set('chain 2', 'stale');
    await league.advanceTo(at('02:00:00'));
    const { leagues } = await league.client.leagues();
    const open = new Map(leagues.map((l) => [l.id, l.orders_open]));
    expect(open.get('spot_crypto')).toBe(false);
    const onFirst = leagues.filter((l) => l.state === 'live' && l.orders_open).map((l) => l.id);
    expect(onFirst).toContain('tokenized');
    for (const id of onFirst) {
      const { symbols } = await league.client.universe(id);
      expect(symbols.some((s) => ['SOL-USD', 'LINK-USD'].includes(s.symbol))).toBe(false);
    }
    for (const l of leagues.filter((x) => x.kind === 'trading' && x.state === 'live' && !x.orders_open)) {
      const { symbols } = await league.client.universe(l.id);
      expect(symbols.some((s) => ['SOL-USD', 'LINK-USD'].includes(s.symbol))).toBe(true);
    }
    // 24 hours later its symbols are suspended: nothing tradable needs the chain.
    await league.advanceTo(Date.parse('2026-03-03T01:00:00Z'));
    expect(await stateOf()).toBe(true);
    expect((await league.client.status()).incidents.map((i) => i.about.id).toSorted()).toEqual(['LINK-USD', 'SOL-USD']);
  });

  test('a pool that does not answer is no source that does not', async () => {
    const pool = 'sim:BTC-USD:2';
    const fault = { pool, kind: 'no_answer', from: at('01:00:00'), to: at('05:00:00') } as const;
    league = await openLeague({ start, faults: [fault] });
    await league.advanceTo(at('04:00:00'));
    expect(await league.client.status()).toMatchObject({ orders_open: true });
    expect((await league.client.universe('spot_crypto')).symbols.every((s) => s.tradable)).toBe(true);
  });

  test('the simulated market as a whole', async () => {
    const pools = [...createSimulatedSource({ seed: 7, origin: 0 }).pools.keys()];
    const faults = pools.map(
      (pool) => ({ pool, kind: 'no_answer', from: at('01:00:00'), to: at('02:00:00') }) as const,
    );
    league = await openLeague({ start, faults });
    const bot = await league.enter();
    await league.advanceTo(at('01:05:00'));
    expect(await stateOf()).toBe(true);
    await league.advanceTo(at('01:10:00'));
    const reason = 'The price source has given no reading since 2026-03-02T00:55:00.000Z.';
    expect(await league.client.status()).toMatchObject({ orders_open: false, reason });
    // Another process finds the same in what is stored.
    const { database } = league;
    await league.stop();
    league = await openLeague({ start: '2026-03-02T01:12:00Z', database });
    expect(await league.client.status()).toMatchObject({ orders_open: false, reason });
    expect((await refusal(bot)).status).toBe(503);
  });

  test('an answer that is kept for its Idempotency-Key is given again', async () => {
    const source = chains();
    league = await openLeague({ start, source });
    const bot = await league.enter();
    const send = async () =>
      await post(
        league,
        `/api/agents/${bot.id}/weights`,
        { date: '2026-03-02', weights: { 'BTC-USD': 0.5 } },
        { key: bot.key, headers: { 'idempotency-key': 'once' } },
      );
    const first = await send();
    expect(first.status).toBe(200);
    source.out.set('chain 1', 'reorg');
    await league.advanceTo(at('00:30:00'));
    expect((await refusal(bot)).detail).toContain(
      'First Chain has given no reading since the start at 2026-03-02T00:00',
    );
    expect((await send()).json).toEqual(first.json);
  });
});

describe('marks that are late', () => {
  /** A real clock, as far as the service can tell. */
  async function openReal(source?: PriceSource): Promise<SteppedClock> {
    const stepped = createSteppedClock(Date.parse(start));
    const clock: Clock = { kind: 'real', realPerTick: 1, now: () => stepped.now() };
    league = await openLeague({ start, overrides: { clock }, ...(source ? { source } : {}) });
    return stepped;
  }

  test('10 minutes are open, one mark more is closed', async () => {
    const clock = await openReal();
    const bot = await league.enter();
    clock.set(at('01:00:00'));
    await league.app.runEngine();
    clock.set(at('01:14:59'));
    expect(await stateOf()).toBe(true);
    clock.set(at('01:15:00'));
    const reason = 'Marks are late: prices were last read at 2026-03-02T01:00:00.000Z.';
    expect(await league.client.status()).toMatchObject({ orders_open: false, reason, marks_late: 3 });
    expect(await refusal(bot)).toMatchObject({ status: 503, retryAfter: '300' });
    await league.app.runEngine();
    expect(await stateOf()).toBe(true);
  });

  test('a mark that cannot be had yet is not late', async () => {
    const source = chains();
    source.delay = 40_000;
    const clock = await openReal(source);
    clock.set(at('01:00:40'));
    await league.app.runEngine();
    clock.set(at('01:15:39'));
    expect(await stateOf()).toBe(true);
    clock.set(at('01:15:40'));
    expect(await stateOf()).toBe(false);
  });

  test('data without a mark is open for 10 minutes', async () => {
    const clock = await openReal();
    clock.set(at('00:14:59'));
    expect(await stateOf()).toBe(true);
    clock.set(at('00:15:00'));
    const reason = 'The price source has given no reading since the start at 2026-03-02T00:00:00.000Z.';
    expect(await league.client.status()).toMatchObject({ orders_open: false, reason });
  });

  test('on a fast clock marks may be 10 real seconds late', async () => {
    league = await openLeague({ start });
    await league.advanceTo(at('01:00:00'));
    const snapshot = await league.app.deps.market.snapshot();
    const { universe, source, leagues } = league.app.deps;
    const spot = universe.leagues.get('spot_crypto')!;
    const open = (clock: Clock, s: MarketSnapshot = snapshot) =>
      ordersOpen(spot, s, entryTime({ source, clock, openedAt: leagues.openedAt }));
    const fast = (now: number): Clock => ({ ...createScaledClock(now, 3_600), now: () => now });
    // 10 real seconds are 10 hours.
    expect(open(fast(at('11:00:00'))).open).toBe(true);
    expect(open(fast(at('11:04:59'))).open).toBe(true);
    expect(open(fast(at('11:05:00')))).toMatchObject({ open: false, retryAfterSeconds: 1 });
    // Whoever steps a clock does the marks.
    expect(open(createSteppedClock(at('23:00:00'))).open).toBe(true);
    // What was asked and gave nothing closes at once, on any clock.
    const gone = { ...snapshot, healthyAt: new Map([[0, at('00:45:00')]]) };
    expect(open(fast(at('01:00:00')), gone).open).toBe(false);
  });
});

describe('symbols that cannot be priced', () => {
  test.each<[NoReadingReason, string]>([
    ['thin', 'The pool held too little to be believed.'],
    ['peg', 'The dollar token of the pool was off its peg.'],
    ['jump', 'The pool had moved far since the last close, and no other pool had moved with it.'],
    ['rate', 'The contract gave a rate that had fallen, or had risen faster than such a rate does.'],
    ['old_observation', 'The pool keeps no observations that are old enough.'],
  ])('%s: the guard says why, and its chain stays healthy', async (reason, sentence) => {
    const source = chains();
    league = await openLeague({ start, source });
    const bot = await league.enter();
    source.out.set('sim:SOL-USD:2', reason);
    await league.advanceTo(at('01:00:00'));
    const words = `${source.pools.get('sim:SOL-USD:2')!.label}: ${sentence}`;
    expect(await league.client.validate('spot_crypto', 'SOL-USD')).toMatchObject({
      valid: true,
      tradable: false,
      reason: words,
    });
    const { symbols } = await league.client.universe('spot_crypto');
    expect(symbols.find((s) => s.symbol === 'SOL-USD')).toMatchObject({ tradable: false, reason: words });
    expect(symbols.filter((s) => s.tradable).map((s) => s.symbol)).toContain('BTC-USD');
    expect(await stateOf()).toBe(true);
    const failed = await bot.weights({ 'SOL-USD': 0.1 }).catch((e: unknown) => e);
    expect(failed).toBeInstanceOf(PapertapeError);
    expect(failed).toMatchObject({ code: 'symbol_not_tradable', detail: `SOL-USD cannot be traded: ${words}` });
    expect((await bot.weights({ 'SOL-USD': 0, 'BTC-USD': 0.1 })).state).toBe('pending');
    source.out.clear();
    await league.advanceTo(at('01:05:00'));
    expect((await league.client.validate('spot_crypto', 'SOL-USD')).tradable).toBe(true);
    expect((await bot.weights({ 'SOL-USD': 0.1 })).state).toBe('pending');
  });

  test('what failed its checks at the start is listed, with the reason', async () => {
    const real = createSimulatedSource({ seed: 7, origin: Date.parse(start), symbols: ['BTC-USD', 'ETH-USD'] });
    const why = 'SOL/USDC 1% on Local: its ring buffer of 30 reaches back 0 s, 2700 s are needed';
    league = await openLeague({
      start,
      source: {
        ...real,
        unfit: new Map([
          ['SOL-USD', why],
          ['NO-SUCH', 'x'],
        ]),
      },
    });
    const bot = await league.enter();
    const reason = `It failed its checks at the start of the service: ${why}.`;
    const { symbols } = await league.client.universe('spot_crypto');
    expect(symbols.find((s) => s.symbol === 'SOL-USD')).toEqual({
      symbol: 'SOL-USD',
      name: 'Solana',
      priced_in: 'USD',
      spread_bps: 0,
      thin: null,
      tradable: false,
      reason,
      opens_at: null,
      suspended: false,
      route: { primary: [], second: [] },
      trading_hours: null,
      last_price: null,
      last_price_at: null,
      apart_bps: null,
    });
    expect(symbols.map((s) => s.symbol)).not.toContain('NO-SUCH');
    const spot = (await league.client.leagues()).leagues.find((l) => l.id === 'spot_crypto');
    expect(spot).toMatchObject({ state: 'live', orders_open: true, universe: { symbols: symbols.length } });
    expect(await league.client.validate('spot_crypto', 'SOL-USD')).toMatchObject({
      valid: true,
      tradable: false,
      reason,
      priced_in: 'USD',
    });
    const failed = await bot.weights({ 'SOL-USD': 0.1 }).catch((e: unknown) => e);
    expect(failed).toMatchObject({ code: 'symbol_not_tradable', detail: `SOL-USD cannot be traded: ${reason}` });
    expect((await bot.weights({ 'SOL-USD': 0, 'ETH-USD': 0.5 })).state).toBe('pending');
    await league.advance({ minutes: 40 });
    expect((await bot.positions()).positions.map((p) => p.symbol)).toEqual(['ETH-USD']);
  });
});
