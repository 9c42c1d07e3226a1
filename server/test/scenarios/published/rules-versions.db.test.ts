/** Versions of the rules: kept since when they are in force and with their text; every order and every close names its own. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, verifyReceipt, type OrderAck } from '../../../../client/src/index.ts';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { runExport } from '../../../src/cli/export-proofs.ts';
import { runVerify } from '../../../src/cli/verify.ts';
import { currentRules } from '../../../src/published/deciding-rules.ts';
import { rulesChangelog } from '../../../src/published/rules-changelog.ts';
import { seededBytes } from '../../../src/lib/seeded-random.ts';
import type { RulesVersions } from 'papertape-contract/rules';
import { openLeague, type Bot, type League } from '../../harness/league.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';

const start = '2026-03-02T00:00:00.000Z';
const rulesOf = (botsPerTier: number): string => currentRules({ botsPerTier }).version;
const clientOf = (league: League, bot: Bot) => createClient({ baseUrl: league.url, agentId: bot.id, apiKey: bot.key });

async function verified(league: League, target: string): Promise<string[]> {
  const lines: string[] = [];
  const code = await runVerify(target, { url: league.url, write: (l) => lines.push(l), sleep: async () => undefined });
  expect([target, code, lines.filter((l) => /^(DIFFERS|NOT)/.test(l))]).toEqual([target, 0, []]);
  return lines;
}

async function auditIsClean(league: League): Promise<void> {
  expect((await runAudit(league.app.storage)).differences).toEqual([]);
}

/** Goes on with the data of a league that was stopped, at the instant where it stood, with other seats. */
async function reopen(before: League, botsPerTier?: number, name = String(botsPerTier)): Promise<League> {
  const at = before.now();
  await before.stop();
  return await openLeague({
    start: new Date(at).toISOString(),
    source: createSimulatedSource({ seed: 7, origin: Date.parse(start) }),
    database: before.database,
    overrides: { random: seededBytes(`rules ${name} ${at}`), ...(botsPerTier === undefined ? {} : { botsPerTier }) },
  });
}

describe('a league that is started anew with other seats', () => {
  let league: League;
  let bot: Bot;
  const acks: OrderAck[] = [];
  const own = () => clientOf(league, bot);

  beforeAll(async () => {
    league = await openLeague({ start });
    bot = await league.enter();
    acks.push(await bot.weights({ 'BTC-USD': 0.5 }));
    await league.advance({ hours: 23, minutes: 58 });
    league = await reopen(league, 50);
    // The close of 00:00 is done by the service that was started two minutes before it.
    acks.push(await own().weights({ 'ETH-USD': 0.5 }, { sandbox: true }));
    await league.advance({ hours: 30 });
    // Nothing of these two says anything new.
    league = await reopen(league, 50, 'again');
    league = await reopen(league, 50, 'and again');
    acks.push(await own().weights({ 'ETH-USD': 0.5 }));
    await league.advance({ hours: 20 });
    league = await reopen(league);
    acks.push(await own().weights({ 'SOL-USD': 0.2 }));
    await league.advance({ hours: 25 });
  });
  afterAll(() => league.close());

  test('the list has each time that a version came into force, and nothing of restarts without a change', async () => {
    const list = await league.client.rulesVersions();
    const entry = (seats: number, from: string, until: string | null, first: string): RulesVersions['versions'][0] => ({
      rules_version: rulesOf(seats),
      rule_book: rulesChangelog[0].version,
      from,
      until,
      first_mark: first,
      text: `/api/rules/versions/${rulesOf(seats)}`,
    });
    expect(list).toEqual({
      rules_version: rulesOf(100),
      page: 1,
      per_page: 50,
      pages: 1,
      total: 3,
      versions: [
        entry(100, '2026-03-05T01:58:00.000Z', null, '2026-03-05T02:00:00.000Z'),
        entry(50, '2026-03-02T23:58:00.000Z', '2026-03-05T01:58:00.000Z', '2026-03-03T00:00:00.000Z'),
        entry(100, start, '2026-03-02T23:58:00.000Z', start),
      ],
    });
    const second = await league.client.rulesVersions({ page: 2, perPage: 1 });
    expect([second.pages, second.versions.map((v) => v.rules_version)]).toEqual([3, [rulesOf(50)]]);
  });

  test('each text is kept, has its name by any SHA-256, and says what the service played by', async () => {
    for (const seats of [100, 50]) {
      const version = rulesOf(seats);
      const { rules, sha256, in_force, ...rest } = await league.client.rulesVersion(version);
      expect(createHash('sha256').update(JSON.stringify(rules)).digest('hex')).toBe(sha256);
      expect(sha256.slice(0, 12)).toBe(version);
      expect(rest).toEqual({ rules_version: version, rule_book: rulesChangelog[0].version });
      expect(in_force).toHaveLength(seats === 100 ? 2 : 1);
      expect(rules).toMatchObject({
        rule_book: rulesChangelog[0].version,
        tiers: { tiers: [{ tier: 'Qualifying', capacity: seats }, {}, {}, {}, {}, {}] },
      });
    }
    expect((await league.client.rules())['rules_version']).toBe(rulesOf(100));
  });

  test('an order keeps the version of its arrival, wherever it is shown, and its receipt holds', async () => {
    const expected = [100, 50, 50, 100].map(rulesOf);
    expect(acks.map((a) => a.rules_version)).toEqual(expected);
    const { orders } = await own().orders();
    expect(orders.map((o) => o.rules_version)).toEqual(expected.toReversed());
    let previous = '';
    for (const ack of acks) {
      const order = await own().order(ack.order_id);
      expect(order.rules_version).toBe(ack.rules_version);
      expect(await verifyReceipt(order, { previous })).toMatchObject({ ok: true });
      for (const rules_version of [rulesOf(7), ''])
        expect(await verifyReceipt({ ...order, rules_version })).toMatchObject({ ok: false });
      previous = order.receipt.hash;
      if (!ack.sandbox) expect(await own().fillProof(ack.order_id)).toMatchObject({ rules_version: ack.rules_version });
    }
  });

  test('pending orders, previews and the entry check name it', async () => {
    const { order } = await own().check();
    expect(order.rules_version).toBe(rulesOf(100));
    const { pending } = await own().state();
    expect(pending.map((o) => [o.order_id, o.rules_version])).toEqual([[order.order_id, rulesOf(100)]]);
    expect(await own().preview({ 'BTC-USD': 0.1 })).toMatchObject({ rules_version: rulesOf(100) });
  });

  test('a close keeps the version that it was done under: on boards, in its proof, on the value line', async () => {
    const closes = { '2026-03-03': 50, '2026-03-04': 50, '2026-03-05': 50, '2026-03-06': 100 };
    for (const [date, seats] of Object.entries(closes)) {
      const board = await league.client.leaderboard({ league: 'spot_crypto', asOf: date });
      const proof = await league.client.closeProof('spot_crypto', date, bot.id);
      expect([date, board.rules_version, proof.rules_version]).toEqual([date, rulesOf(seats), rulesOf(seats)]);
    }
    const { points } = await league.client.equity(bot.id);
    expect(points.map((p) => [p.date, p.rules_version])).toEqual(
      Object.entries(closes).map(([d, s]) => [d, rulesOf(s)]),
    );
    expect(await league.client.leaderboard({ league: 'spot_crypto' })).toMatchObject({ rules_version: rulesOf(100) });
    expect(await league.client.leaderboard({ league: 'multi' })).toMatchObject({ rules_version: rulesOf(100) });
    expect(await league.client.leaderboard({ league: 'bug_fixers' })).toMatchObject({
      as_of: null,
      rules_version: null,
    });
  });

  test('papertape audit and verify find all of it in order, and the files of days as well', async () => {
    await auditIsClean(league);
    const lines = await verified(league, acks[0]?.order_id ?? '');
    for (const step of ['version of the rules is the hash of their text', 'these rules were in force'])
      expect(
        lines.some((l) => l.startsWith('ok') && l.includes(step)),
        step,
      ).toBe(true);
    await verified(league, bot.id);
    await verified(league, 'spot_crypto/2026-03-03');
    const folder = mkdtempSync(join(tmpdir(), 'papertape-rules-'));
    try {
      for (const date of ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']) {
        await runExport(league.database.env, date, folder);
        const told = await verified(league, join(folder, `papertape-${date}.jsonl.gz`));
        const versions = ['2026-03-02', '2026-03-04'].includes(date) ? '1 version' : '2 versions';
        expect([date, told.some((l) => l.includes(`${versions} of the rules`))]).toEqual([date, true]);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
