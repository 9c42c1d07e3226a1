/**
 * Random leagues through the real app, held against the reference model: every fill, portfolio, close and rank, to the last digit, with
 * faults of the price source and with the league stopped and opened again at random marks.
 *
 * PAPERTAPE_SEEDS=500 runs 500 of them; PAPERTAPE_SEED=17 replays one.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../client/src/index.ts';
import { PapertapeError } from '../../../client/src/errors.ts';
import { runAudit } from '../../src/audit/audit.job.ts';
import { decodeTrades, decodeWeights, encodeHoldings } from '../../src/flow/fill/portfolio-text.ts';
import { seededBytes, seededUniform } from '../../src/lib/seeded-random.ts';
import { openStorage } from '../../src/storage/storage.ts';
import { openLeague, type League } from '../harness/league.ts';
import { pick, randomTable } from './random-market.ts';
import { createModelBot, type ModelOrder } from './reference-bot.ts';
import { runModel } from './reference-model.ts';
import { createTableSource, type Table } from './table-source.ts';

const markMs = 5 * 60_000;
const dayMs = 24 * 60 * 60_000;
const start = Date.parse('2026-03-02T00:00:00Z');

const only = process.env['PAPERTAPE_SEED'];
const seeds =
  only === undefined
    ? Array.from({ length: Number(process.env['PAPERTAPE_SEEDS'] ?? 30) }, (_, i) => i + 1)
    : [Number(only)];

/** What happened in all leagues together: proof that the random ones are not too tame. */
const seen = new Map<string, number>(
  [
    ['filled', 'pools_apart', 'price_unavailable', 'filled late', 'rejected late as apart', 'sandbox', 'fee', 'spread'],
    ['nothing to trade', 'all cash spent but for rounding', 'arrived on a mark', 'suspended', 'resumed'],
    [
      'still waiting',
      'several waiting of one bot',
      'stale close',
      'marked down',
      'lower price read',
      'tie',
      'drawdown',
      'moved',
    ],
  ].flatMap((names) => names.map((name) => [name, 0] as const)),
);
function see(what: string, count: number | boolean): void {
  seen.set(what, (seen.get(what) ?? 0) + Number(count));
}

describe('a random league is what the reference model says', () => {
  let league: League | undefined;
  afterEach(async () => {
    await league?.close();
    league = undefined;
  });

  it.each(seeds)('seed %i (PAPERTAPE_SEED replays it)', async (seed) => {
    const random = seededUniform(seed * 7919);
    const days = 2 + Math.floor(random() * 3);
    const opened = start + Math.floor(random() * dayMs * 0.5);
    const table = randomTable(random, start, days);
    const source = createTableSource(table);
    let generation = 0;
    const open = async (at: number, before?: League): Promise<League> =>
      await openLeague({
        start: new Date(at).toISOString(),
        source,
        overrides: { random: seededBytes(`${seed} ${generation++}`) },
        ...(before ? { database: before.database } : {}),
      });
    league = await open(opened);

    const keys: { id: string; key: string }[] = [];
    const count = 5 + Math.floor(random() * 11);
    const steps = 25 + Math.floor(random() * 40);
    const end = start + days * dayMs;
    for (let step = 0; step < steps; step++) {
      if (keys.length < count && random() < 0.5) {
        const bot = await league.enter({
          name: `Bot ${keys.length} of it`,
          contact: `m${keys.length}@a.test`,
          league: pick(random, ['spot_crypto', 'multi']),
        });
        keys.push({ id: bot.id, key: bot.key });
      }
      for (let n = Math.floor(random() * 4); n > 0 && keys.length > 0; n--) {
        const bot = pick(random, keys);
        const client = createClient({ baseUrl: league.url, agentId: bot.id, apiKey: bot.key });
        await client.weights(randomWeights(random, table), { sandbox: random() < 0.2 }).catch(refusal);
      }
      const left = (end - league.now()) / (steps - step);
      let next = Math.min(end, league.now() + Math.floor(random() * 2 * left));
      if (random() < 0.3) next = Math.floor(next / markMs) * markMs;
      await league.advanceTo(Math.max(next, league.now()));
      if (random() < 0.25) {
        const at = league.now();
        await league.stop();
        league = await open(at, league);
      }
    }
    await league.advanceTo(end);

    await compare(league, table, Math.ceil(opened / markMs) * markMs, end);
    const reader = openStorage(league.database.target, { connections: 1 });
    try {
      expect((await runAudit(reader)).differences).toEqual([]);
    } finally {
      await reader.close();
    }
  });

  it.runIf(seeds.length >= 30)('and all that can happen did happen', () => {
    expect([...seen].filter(([, count]) => count === 0)).toEqual([]);
    if (process.env['PAPERTAPE_SEEDS']) process.stderr.write(`${JSON.stringify(Object.fromEntries(seen))}\n`);
  });
});

/** An order for a symbol that has no price yet is refused; anything else must be taken. */
function refusal(e: unknown): void {
  if (!(e instanceof PapertapeError) || !['symbol_not_tradable', 'unknown_symbol'].includes(e.code)) throw e;
}

function randomWeights(random: () => number, table: Table): Record<string, string> {
  const symbols = [...table.leagues.keys()].filter(() => random() < 0.5);
  const kind = random();
  if (kind < 0.05 || symbols.length === 0) return {};
  if (kind < 0.2) return { [symbols[0] as string]: '1' };
  const shares = symbols.map(() => (random() < 0.1 ? 0 : Math.floor(random() * 10_000)));
  const sum = shares.reduce((a, b) => a + b, 0) || 1;
  const whole = random() < 0.5 ? 10 ** 12 : Math.floor(random() * 10 ** 12);
  return Object.fromEntries(
    symbols.map((s, i) => [s, (Math.floor((whole / sum) * (shares[i] as number)) / 10 ** 12).toFixed(13)]),
  );
}

async function compare(league: League, table: Table, from: number, to: number): Promise<void> {
  const { db } = league.app.storage;
  const orders = await db.selectFrom('intake.orders').selectAll().orderBy('agent_id').orderBy('sequence').execute();
  const agents = await db.selectFrom('intake.bots').selectAll().orderBy('agent_id').execute();
  const bots = agents.map((a) => {
    const own = orders.filter((o) => o.agent_id === a.agent_id);
    const list = own.map((o): ModelOrder => ({
      sequence: Number(o.sequence),
      at: Number(o.received_at),
      sandbox: o.sandbox === 1n,
      weights: decodeWeights(o.weights),
    }));
    return createModelBot(a.agent_id, a.league, Number(a.registered_at), list);
  });
  runModel(table, bots, from, to);

  const fills = await db.selectFrom('ledger.fills').selectAll().orderBy('agent_id').orderBy('sequence').execute();
  expect(
    fills.map((f) => ({
      key: `${f.agent_id} ${f.sequence}`,
      at: Number(f.at_mark),
      state: f.state,
      reason: f.reason_code,
      trades: decodeTrades(f.trades).map((t) => [
        t.symbol,
        t.side === 'buy' ? t.units : -t.units,
        t.price,
        t.cost,
        t.fee,
        t.spread,
      ]),
      cash: f.cash_after,
      before: f.value_before,
      after: f.value_after,
    })),
  ).toEqual(
    bots.flatMap((b) =>
      [...b.fills].toSorted(([m], [n]) => m - n).map(([sequence, fill]) => ({ key: `${b.id} ${sequence}`, ...fill })),
    ),
  );

  for (const f of fills) {
    const late = f.at_mark > f.window_start + 30n * 60_000n;
    see(f.reason_code ?? 'filled', 1);
    see('filled late', late && f.state === 'filled');
    see('rejected late as apart', late && f.reason_code === 'pools_apart');
    see('sandbox', f.sandbox === 1n);
    see(
      'fee',
      decodeTrades(f.trades).some((t) => t.fee > 0n),
    );
    see(
      'spread',
      decodeTrades(f.trades).some((t) => t.spread > 0n),
    );
    see('nothing to trade', f.state === 'filled' && f.trades === '[]');
    see('all cash spent but for rounding', f.state === 'filled' && f.cash_after < 1_000n);
  }
  see('arrived on a mark', orders.filter((o) => Number(o.received_at) % markMs === 0).length);
  for (const i of await db.selectFrom('ledger.incidents').selectAll().execute()) see(i.kind, 1);

  const waiting = await db
    .selectFrom('ledger.waiting_orders')
    .selectAll()
    .orderBy('agent_id')
    .orderBy('sequence')
    .execute();
  expect(waiting.map((w) => `${w.agent_id} ${w.sequence}`)).toEqual(
    bots.flatMap((b) => b.waiting.map((o) => `${b.id} ${o.sequence}`)),
  );

  const portfolios = await db.selectFrom('ledger.portfolios').selectAll().orderBy('agent_id').execute();
  expect(portfolios.map((p) => [p.agent_id, p.cash, p.holdings, Number(p.trades), Number(p.first_fill_at)])).toEqual(
    bots.filter((b) => b.first !== null).map((b) => [b.id, b.cash, encodeHoldings(b.holdings), b.trades, b.first]),
  );

  see('still waiting', waiting.length);
  see('several waiting of one bot', waiting.length - new Set(waiting.map((w) => w.agent_id)).size);

  for (const s of await db.selectFrom('ledger.stale_prices').selectAll().execute()) {
    see('marked down', s.mark - s.agreed_at >= 6n * 3_600_000n);
    see('lower price read', s.read_at !== null);
  }
  const closes = await db.selectFrom('ledger.closes').selectAll().orderBy('agent_id').orderBy('close').execute();
  for (const c of closes) {
    see('stale close', c.stale === 1n);
    see('tie', c.tied === 1n && c.trades > 0n);
    see('drawdown', c.max_drawdown > 0n);
    see('moved', c.move !== null && c.move !== 0n);
  }
  expect(
    closes.map((c) => ({
      key: `${c.agent_id} ${c.close}`,
      value: c.value,
      stale: c.stale === 1n,
      rank: Number(c.rank),
      tied: c.tied === 1n,
      peak: c.peak,
      drawdown: c.max_drawdown,
      trades: Number(c.trades),
      first: c.first_fill_at === null ? null : Number(c.first_fill_at),
    })),
  ).toEqual(bots.flatMap((b) => [...b.closes].map(([close, row]) => ({ key: `${b.id} ${close}`, ...row }))));
}
