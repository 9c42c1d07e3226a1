/** A feature room that pays at a mark: stored as a fact, in the portfolio, in the close, in the audit; what may not be paid sets the room aside. */
import { afterEach, expect, test } from 'vitest';
import { runAudit } from '../../../src/audit/audit.job.ts';
import { lastMarkDone } from '../../../src/engine/progress.sql.ts';
import type { Payout } from '../../../src/flow/mark/portfolio.ts';
import { allIncidents } from '../../../src/operator/incident.sql.ts';
import { parseFixed, moneyScale } from '../../../src/lib/decimal.ts';
import { portfolioAsOf } from '../../../src/proof/make/portfolio-before.ts';
import { engineWithRoom } from '../../harness/engine-with-room.ts';
import { openLeague, type League } from '../../harness/league.ts';

const usd = (dollars: string): bigint => parseFixed(dollars, moneyScale);

let league: League | undefined;
afterEach(async () => {
  await league?.close();
  league = undefined;
});

const payout = (botId: string, id: string, cash: string, more: Partial<Payout> = {}): Payout => ({
  kind: 'payout',
  botId,
  league: 'spot_crypto',
  cash: usd(cash),
  why: { room: 'rounds', id },
  ...more,
});

test('a payout is in the portfolio, in the value of the close, in proofs, and the audit takes it as a fact', async () => {
  league = await openLeague();
  const [winner, other] = [await league.enter({ name: 'Winner' }), await league.enter({ name: 'Other' })];
  await winner.weights({ 'BTC-USD': 0.5 });
  await league.advance({ minutes: 40 });
  const { db } = league.app.storage;
  const cashOf = async (id: string): Promise<bigint | undefined> =>
    (await db.selectFrom('ledger.portfolios').select('cash').where('agent_id', '=', id).executeTakeFirst())?.cash;
  const before = (await cashOf(winner.id)) ?? 0n;
  const first = league.now();
  const engine = await engineWithRoom(league, async ({ mark }) =>
    mark === Math.ceil((first + 1) / 300_000) * 300_000
      ? [payout(winner.id, 'round_1', '25'), payout(winner.id, 'round_2', '-5'), payout(other.id, 'round_1', '7.5')]
      : [],
  );
  await engine.runUntil(first + 26 * 3_600_000);

  expect(await cashOf(winner.id)).toBe(before + usd('20'));
  expect(await cashOf(other.id)).toBe(usd('100007.5'));
  const closed = await db.selectFrom('ledger.closes').select('value').where('agent_id', '=', other.id).execute();
  expect(closed.map((c) => c.value)).toEqual([usd('100007.5')]);
  const asOf = await portfolioAsOf(db, winner.id, (await lastMarkDone(db)) ?? 0);
  expect(asOf.portfolio.cash).toBe(before + usd('20'));
  expect((await runAudit(league.app.storage)).differences).toEqual([]);

  await db
    .updateTable('ledger.payouts')
    .set({ cash: usd('8') })
    .where('agent_id', '=', other.id)
    .execute();
  const found = (await runAudit(league.app.storage)).differences;
  expect(found.map((d) => `${d.table} ${d.field}`)).toEqual(
    expect.arrayContaining(['ledger.closes value', 'ledger.portfolios cash']),
  );
});

test.each([
  ['of another room', { why: { room: 'showcase', id: 'x' } }],
  ['to a bot that is not there', { botId: 'agt_nobody' }],
  ['in another league', { league: 'multi' }],
  ['of more than there is', { cash: usd('-100000.01') }],
] as const)('of a payout %s nothing is stored: the room is set aside, and the mark is done', async (_, more) => {
  league = await openLeague();
  const bot = await league.enter();
  await league.advance({ minutes: 5 });
  let works = false;
  const engine = await engineWithRoom(league, async () => (works ? [] : [payout(bot.id, 'round_1', '1', more)]));
  await engine.runUntil(league.now() + 300_000);
  await engine.runUntil(league.now() + 600_000);
  const { db } = league.app.storage;
  expect(await lastMarkDone(db)).toBe(league.now() + 600_000);
  expect(await db.selectFrom('ledger.payouts').selectAll().execute()).toEqual([]);
  works = true;
  await engine.runUntil(league.now() + 900_000);
  const told = (await allIncidents(db)).map((i) => [i.kind, i.about, i.atMark - (league?.now() ?? 0)]);
  const about = { kind: 'room', id: 'rounds' };
  expect(told).toEqual([
    ['set_aside', about, 300_000],
    ['readmitted', about, 900_000],
  ]);
  expect((await runAudit(league.app.storage)).differences).toEqual([]);
});
