/** Figures of bots after forty days: what a reader can recompute from what is public, notes on twins, and that nothing is shown unexplained. */
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentStatistics, AgentView, Board, BoardRow, Equity } from '../../../../client/src/index.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { askToVoid } from '../../../src/desk/admin-acts.ts';
import { decodeRecord } from '../../../src/flow/rank/record.ts';
import { computedFigures, figureCatalogue } from '../../../src/flow/rank/statistics/catalogue.ts';
import { seededUniform } from '../../../src/lib/seeded-random.ts';
import { openStorage, type Storage } from '../../../src/storage/storage.ts';
import { bootstrapSeed, excessReturns } from '../../../src/read/figures-view.ts';
import { meanInterval } from '../../../src/flow/rank/statistics/bootstrap.ts';
import type { Leg, PoolId } from '../../../src/league/symbol.ts';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { createTableSource, type Table } from '../../simulation/table-source.ts';

const start = Date.parse('2026-01-20T00:00:00Z');

/** Forty-one days of three symbols: small, so that the days go by quickly. */
function market(): Table {
  const count = 41 * 1440 + 120;
  const uniform = seededUniform(40);
  const minutes = new Map<PoolId, bigint[]>();
  const routes = new Map<string, { primary: Leg[]; second: Leg[] }>();
  for (const [name, price] of [
    ['BTC-USD', 60_000],
    ['ETH-USD', 2_500],
    ['SOL-USD', 150],
  ] as const) {
    let p = price * 1e8;
    let drift = 0;
    const prices = Array.from({ length: count }, (_, k) => {
      if (k % 360 === 0) drift = (uniform() - 0.48) * 1e-4;
      p *= 1 + drift;
      return BigInt(Math.round(p));
    });
    for (const pool of [1, 2]) minutes.set(`${name}:${pool}`, prices);
    routes.set(name, { primary: [{ pool: `${name}:1` }], second: [{ pool: `${name}:2` }] });
  }
  const leagues = new Map([...routes.keys()].map((name) => [name, ['spot_crypto']]));
  return { start, minutes, faults: [], routes, leagues };
}

let league: League;
let storage: Storage;
const bots: Record<string, Bot> = {};

const get = async <T>(path: string): Promise<T> => {
  const answer = await fetch(`${league.url}${path}`);
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as T;
};
const statisticsOf = (bot: Bot): Promise<AgentStatistics> => get(`/api/agents/${bot.id}/statistics`);
const rowOf = async (bot: Bot): Promise<BoardRow> => {
  const board = await get<Board>('/api/leaderboard?league=spot_crypto');
  return board.rows.find((r) => r.agent_id === bot.id) as BoardRow;
};

beforeAll(async () => {
  league = await openLeague({ start: new Date(start).toISOString(), source: createTableSource(market()) });
  const holdings: Record<string, Record<string, number>> = {
    Mixed: { 'BTC-USD': 0.5, 'ETH-USD': 0.5 },
    'Mixed less': { 'BTC-USD': 0.45, 'ETH-USD': 0.45 },
    'Bitcoin one': { 'BTC-USD': 1 },
    'Bitcoin two': { 'BTC-USD': 0.9 },
    Ether: { 'ETH-USD': 0.7 },
  };
  for (const [i, [name, weights]] of Object.entries(holdings).entries()) {
    // Two of the bots are of one maker.
    const bot = await league.enter({ name, contact: `maker${Math.max(1, i)}@example.test` });
    bots[name] = bot;
    await bot.weights(weights);
  }
  await league.advanceTo('2026-02-20T12:00:00Z');
  bots['Late'] = await league.enter({ name: 'Late' });
  await bots['Late'].weights({ 'SOL-USD': 0.5 });
  // A seat without a fill lapses after seven days.
  await league.advanceTo('2026-02-24T12:00:00Z');
  bots['Idle'] = await league.enter({ name: 'Idle' });
  await league.advanceTo('2026-03-01T01:00:00Z');
  storage = openStorage(league.database.target, { connections: 2 });
});

afterAll(async () => {
  await storage.close();
  await league.close();
});

describe('statistics of a bot', () => {
  test('are what a reader computes from the equity that is public', async () => {
    const bot = bots['Mixed'] as Bot;
    const s = await statisticsOf(bot);
    const equity = await get<Equity>(`/api/agents/${bot.id}/equity`);
    expect(s).toMatchObject({
      league: 'spot_crypto',
      as_of: '2026-03-01T00:00:00.000Z',
      closes: 40,
      daily_returns: 40,
    });
    expect(equity.points.length).toBe(40);
    const values = [equity.start_value_usd, ...equity.points.map((p) => p.value_usd)];
    const returns = values.slice(1).map((v, k) => v / (values[k] as number) - 1);
    const mean = returns.reduce((a, b) => a + b, 0) / 40;
    const deviation = Math.sqrt(returns.reduce((a, r) => a + (r - mean) ** 2, 0) / 39);
    const f = s.figures;
    expect(f.return_pct).toBe(equity.points.at(-1)?.return_pct);
    expect(f.volatility_day_pct).toBeCloseTo(deviation * 100, 3);
    expect(f.sharpe_day).toBeCloseTo(mean / deviation, 3);
    expect(f.day_return_pct).toBeCloseTo((returns.at(-1) as number) * 100, 1);
    expect(f.hit_rate_pct).toBeCloseTo((100 * returns.filter((r) => r > 0).length) / 40, 2);
    // Fully invested on the first day, and never traded since.
    expect(f.exposure_pct).toBeGreaterThan(99.9);
    const average = values.slice(1).reduce((a, b) => a + b, 0);
    expect(f.turnover_day_pct).toBeCloseTo((100_000 / average) * 100, 1);
    // Nothing is scaled to a year yet.
    expect([f.volatility_pct, f.sharpe, f.sortino, f.calmar, f.information_ratio]).toEqual(Array(5).fill(null));
    expect(f.luck).toBeGreaterThan(1 - (f.probabilistic_sharpe as number));
    expect(f.luck_own).toBeGreaterThan(1 - (f.probabilistic_sharpe as number));
    expect(f.luck_own).toBeLessThan(f.luck as number);
    expect(s.provisional).toBe(false);
  });

  test('against the market: the interval is made of the very days of the record, and anyone draws it again', async () => {
    for (const name of ['Mixed', 'Late']) {
      const bot = bots[name] as Bot;
      const s = await statisticsOf(bot);
      const close = Date.parse(s.as_of as string);
      const row = await storage.db
        .selectFrom('ledger.records')
        .select('record')
        .where('agent_id', '=', bot.id)
        .where('close', '=', BigInt(close))
        .executeTakeFirstOrThrow();
      const { excess } = decodeRecord(row.record);
      const days = await excessReturns(storage.db, { botId: bot.id, league: 'spot_crypto' }, close);
      expect(days.length).toBe(excess.n);
      expect(days.reduce((a, b) => a + b, 0) / days.length).toBeCloseTo(excess.mean, 14);
      if (name === 'Late') {
        expect(s.excess_day_interval_pct).toBeNull();
        continue;
      }
      const drawn = meanInterval(days, seededUniform(bootstrapSeed(bot.id, close)));
      expect(s.excess_day_interval_pct?.low).toBeCloseTo((drawn?.low as number) * 100, 4);
      expect(s.excess_day_interval_pct?.high).toBeCloseTo((drawn?.high as number) * 100, 4);
      expect(s.excess_day_interval_pct?.low).toBeLessThan(s.figures.excess_day_pct as number);
      expect(s.excess_day_interval_pct?.high).toBeGreaterThan(s.figures.excess_day_pct as number);
    }
  });

  test('of an idle bot, and of a young one, claim nothing', async () => {
    const idle = await statisticsOf(bots['Idle'] as Bot);
    expect(idle).toMatchObject({ closes: 5, daily_returns: 0, provisional: true, excess_day_interval_pct: null });
    expect(computedFigures.filter((id) => idle.figures[id] !== null)).toEqual([
      'return_pct',
      'week_return_pct',
      'day_return_pct',
      'max_drawdown_pct',
    ]);
    const late = await statisticsOf(bots['Late'] as Bot);
    expect(late).toMatchObject({ closes: 9, daily_returns: 9, provisional: true });
    expect([late.figures.sharpe_day, late.figures.luck, late.figures.hit_rate_pct]).toEqual([null, null, null]);
    const fresh = await league.enter({ name: 'Fresh', contact: 'fresh@example.test' });
    const before = await statisticsOf(fresh);
    expect(before).toMatchObject({ as_of: null, closes: 0, provisional: true, rank_interval: null });
    expect((await rowOf(fresh)).rank_interval).toBeNull();
  });

  test('say the same on the board and on the profile', async () => {
    for (const bot of Object.values(bots)) {
      const s = await statisticsOf(bot);
      const row = await rowOf(bot);
      const agent = await get<AgentView>(`/api/agents/${bot.id}`);
      for (const id of ['return_pct', 'week_return_pct', 'day_return_pct', 'max_drawdown_pct'] as const)
        expect(row[id]).toBe(s.figures[id]);
      for (const id of ['volatility_pct', 'sharpe', 'sortino', 'excess_return_pct', 'luck'] as const)
        expect(row[id]).toBe(s.figures[id]);
      expect(row.provisional).toBe(s.provisional);
      expect(agent.provisional).toBe(s.provisional);
      expect(agent.rank_interval).toEqual(row.rank_interval);
      expect(agent.twins).toEqual(s.twins);
      expect(agent.links.statistics).toBe(`${league.url}/api/agents/${bot.id}/statistics`);
      const { from, to } = row.rank_interval as { from: number; to: number };
      expect(from <= row.rank && row.rank <= to).toBe(true);
    }
  });

  test('answer 404 for a bot that there is not', async () => {
    expect((await fetch(`${league.url}/api/agents/agt_0000000000000000/statistics`)).status).toBe(404);
  });
});

describe('twins', () => {
  test('are noted on both, with why when both hold the same one symbol', async () => {
    const { twins } = await statisticsOf(bots['Bitcoin one'] as Bot);
    expect(twins).toMatchObject({ compared_at: '2026-03-01T00:00:00.000Z', state: 'done', total: 1 });
    expect(twins?.notes[0]).toMatchObject({
      agent_id: bots['Bitcoin two']?.id,
      kind: 'twin',
      days: 38,
      same_symbol: 'BTC-USD',
    });
    expect(twins?.notes[0]?.correlation).toBeGreaterThan(0.995);
    expect(twins?.notes[0]?.note).toContain('alike of necessity');
    const other = (await statisticsOf(bots['Bitcoin two'] as Bot)).twins;
    expect(other?.notes.map((n) => n.name)).toEqual(['Bitcoin one']);
    const mixed = (await statisticsOf(bots['Mixed less'] as Bot)).twins;
    expect(mixed?.notes).toMatchObject([{ name: 'Mixed', same_symbol: null }]);
    expect(mixed?.notes[0]?.note).toContain('A note, no penalty.');
    for (const name of ['Ether', 'Idle', 'Late'])
      expect((await statisticsOf(bots[name] as Bot)).twins).toMatchObject({ state: 'done', total: 0, notes: [] });
    const page = await (await fetch(`${league.url}/bots/${bots['Bitcoin two']?.id}`)).text();
    expect(page).toContain('Moves as one with');
    expect(page).toContain(`href="/bots/${bots['Bitcoin one']?.id}"`);
    expect(await (await fetch(`${league.url}/bots/${bots['Idle']?.id}`)).text()).not.toContain('Moves as one with');
  });
});

describe('nothing is published unexplained', () => {
  /** What is no figure: names, links, labels, facts of an entry. */
  const plain = [
    'agent_id name company country icon tier competition retired_at first_fill_at stale line house verified pro open_strategy_url pledge_pct',
    'league as_of closes daily_returns excess_day_interval_pct figures versions figures_url price_source',
  ]
    .join(' ')
    .split(' ');

  test('on the board, in the statistics, or in rules.json', async () => {
    const row = await rowOf(bots['Mixed'] as Bot);
    const s = await statisticsOf(bots['Mixed'] as Bot);
    const known = new Set<string>([...Object.keys(figureCatalogue), ...plain]);
    const shown = [...Object.keys(row), ...Object.keys(s), ...Object.keys(s.figures)];
    expect(shown.filter((key) => !known.has(key))).toEqual([]);
    expect(Object.keys(s.figures)).toEqual([...computedFigures]);
    expect(Object.keys(s.versions).toSorted()).toEqual(Object.keys(figureCatalogue).toSorted());
    const rules = await get<{ figures: { list: { id: string; formula: string; needs: string; source: string }[] } }>(
      '/rules.json',
    );
    expect(rules.figures.list.map((f) => f.id)).toEqual(Object.keys(figureCatalogue));
    for (const f of rules.figures.list) expect([f.formula, f.needs, f.source].every((t) => t.length > 3)).toBe(true);
  });

  test('nor on the pages: each figure of a bot leads to its description', async () => {
    const page = await (await fetch(`${league.url}/bots/${bots['Mixed']?.id}`)).text();
    const described = await (await fetch(`${league.url}/figures`)).text();
    const linked = [...page.matchAll(/href="\/figures#(\w+)"/g)].map((m) => m[1] as string);
    expect(linked.length).toBeGreaterThan(20);
    for (const id of linked) expect(described).toContain(`id="${id}"`);
    for (const id of Object.keys(figureCatalogue)) expect(described).toContain(`id="${id}"`);
    const document = readFileSync(new URL('../../../../docs/bots/statistics.md', import.meta.url), 'utf8');
    for (const id of Object.keys(figureCatalogue)) expect(document).toContain(`\`${id}\`, version`);
  });
});

describe('a voided close', () => {
  test('is left out: figures go on from the close before, and the interval has the days of the record', async () => {
    const bot = bots['Mixed'] as Bot;
    const before = await statisticsOf(bot);
    await askToVoid(
      league.app.storage.db,
      { league: 'spot_crypto', date: '2026-03-01', reason: 'A pool was drained.' },
      { now: league.now(), nextMark: league.now() + 300_000 },
    );
    await league.advance({ minutes: 10 });
    const voided = await statisticsOf(bot);
    expect(voided).toMatchObject({ as_of: '2026-02-28T00:00:00.000Z', closes: 39, daily_returns: 39 });
    // The bots were compared over the closes before it.
    expect(voided.twins).toEqual(before.twins);
    await league.advanceTo('2026-03-02T00:10:00Z');
    const after = await statisticsOf(bot);
    expect(after).toMatchObject({ as_of: '2026-03-02T00:00:00.000Z', closes: 40, daily_returns: 40 });
    const row = await storage.db
      .selectFrom('ledger.records')
      .select('record')
      .where('agent_id', '=', bot.id)
      .where('close', '=', BigInt(Date.parse(after.as_of as string)))
      .executeTakeFirstOrThrow();
    const { excess } = decodeRecord(row.record);
    const days = await excessReturns(
      storage.db,
      { botId: bot.id, league: 'spot_crypto' },
      Date.parse(after.as_of as string),
    );
    expect(days.length).toBe(excess.n);
    expect(days.reduce((a, b) => a + b, 0) / days.length).toBeCloseTo(excess.mean, 14);
    const shown = await rowOf(bot);
    expect([shown.return_pct, shown.week_return_pct]).toEqual([
      after.figures.return_pct,
      after.figures.week_return_pct,
    ]);
  });
});

/** Φ by the sum of areas of narrow strips. */
function phi(z: number): number {
  const step = 1e-4;
  let area = 0;
  for (let x = step / 2; x < Math.abs(z); x += step) area += Math.exp((-x * x) / 2);
  return 0.5 + (Math.sign(z) * area * step) / Math.sqrt(2 * Math.PI);
}

/** Its inverse, by halving. */
function quantile(p: number): number {
  let [low, high] = [-8, 8];
  for (let k = 0; k < 40; k++)
    if (phi((low + high) / 2) < p) low = (low + high) / 2;
    else high = (low + high) / 2;
  return low;
}

describe('bots that are retired before a close', () => {
  const momentsOf = async (bot: Bot) => {
    const row = await storage.db
      .selectFrom('ledger.records')
      .select('record')
      .where('agent_id', '=', bot.id)
      .orderBy('close', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { n, mean, m2, m3, m4 } = decodeRecord(row.record).returns;
    const sharpe = mean / Math.sqrt(m2 / (n - 1));
    return { n, sharpe, skewness: (Math.sqrt(n) * m3) / m2 ** 1.5, kurtosis: (n * m4) / m2 ** 2 };
  };

  test('stay among those that the others are judged against, and among the tries of their maker', async () => {
    const of = (name: string): Bot => bots[name] as Bot;
    const before = (await statisticsOf(of('Mixed'))).figures;
    // Two that are no winners; the second is of the same maker as the one that is looked at.
    await of('Ether').retire();
    await of('Mixed less').retire();
    await league.advanceTo('2026-03-03T00:10:00Z');
    const after = (await statisticsOf(of('Mixed'))).figures;
    const m = await momentsOf(of('Mixed'));
    const others = await Promise.all(['Bitcoin one', 'Bitcoin two'].map((name) => momentsOf(of(name))));
    const sharpes = [m.sharpe, ...others.map((o) => o.sharpe)];
    const mean = sharpes.reduce((a, b) => a + b, 0) / 3;
    const variance = sharpes.reduce((a, b) => a + (b - mean) ** 2, 0) / 2;
    const luckAmong = (bots: number): number => {
      const gamma = 0.5772156649015329;
      const [a, b] = [quantile(1 - 1 / bots), quantile(1 - 1 / (bots * Math.E))];
      const best = Math.sqrt(variance) * ((1 - gamma) * a + gamma * b);
      const spread = Math.sqrt(1 - m.skewness * m.sharpe + ((m.kurtosis - 1) / 4) * m.sharpe ** 2);
      return 1 - phi(((m.sharpe - best) * Math.sqrt(m.n - 1)) / spread);
    };
    // Five that trade from the first day and a late one; the idle one is no try.
    expect(after.luck).toBeCloseTo(luckAmong(6), 4);
    expect(luckAmong(6) - luckAmong(4)).toBeGreaterThan(0.001);
    expect(after.luck_own).toBeCloseTo(luckAmong(2), 4);
    expect(before.luck_own).not.toBeNull();
    expect((await rowOf(of('Mixed'))).luck).toBe(after.luck);
  });
});

describe('the audit', () => {
  test('is clean, and finds a note, a run and a notional that were changed', async () => {
    expect((await runAudit(storage)).differences).toEqual([]);
    const change = async (by: 1 | -1): Promise<void> => {
      await sql`update ledger.twin_notes set days = days + ${by}`.execute(storage.db);
      await sql`update ledger.twin_runs set pairs = pairs + ${by}`.execute(storage.db);
      await sql`update ledger.portfolios set traded = cast(cast(traded as numeric) + ${by} as text)`.execute(
        storage.db,
      );
    };
    await change(1);
    const { differences } = await runAudit(storage);
    await change(-1);
    expect(new Set(differences.map((d) => `${d.table} ${d.field}`))).toEqual(
      new Set(['ledger.twin_notes days', 'ledger.twin_runs pairs', 'ledger.portfolios traded']),
    );
  });
});
