/**
 * The tournament in its short form: adversaries against honest bots, on markets where their trick could work, through the product's own
 * steps. Whether one wins is judged by the product's own figures (judge.ts). The long form: `npm run bench -- tournament`.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideFill, startValue, type Portfolio } from '../../../src/flow/fill/fill.ts';
import type { UsdPrices } from '../../../src/flow/price/usd.ts';
import { pow10, priceScale, weightScale } from '../../../src/lib/decimal.ts';
import { dayMs } from '../../../src/lib/time.ts';
import { makeReplayFolder, type ReplayFolder } from '../../acceptance/recorded-days.ts';
import { cases, paidCase, recordedCases } from './cases.ts';
import { leastPushUsd } from './kill-switch.ts';
import { judge } from './judge.ts';
import { isStopped, rulesIn } from './rules-in.ts';
import { climb } from './squatting.ts';

const days = 28;
const slowDays = 120;

describe('on markets made for it, whether an adversary beats buy-and-hold by more than luck explains', () => {
  for (const { adversary, venue, tournament } of cases(1, days, slowDays)) {
    const stopped = isStopped(adversary.stoppedBy);
    const outcome = stopped ? 'does not win' : `is expected to win until rule ${adversary.stoppedBy.join(' or ')}`;
    test(`${adversary.id} ${outcome}: ${adversary.tries}`, () => {
      const { standings, ...verdict } = judge(adversary, venue(), tournament);
      expect(standings.length).toBeGreaterThan(8);
      expect(verdict.wins, JSON.stringify(verdict)).toBe(!stopped);
      // A bot that was refused before its trick could work proves nothing, unless a rule refuses the trick.
      if (adversary.stoppedBy.length === 0 || !stopped) expect(verdict.failures).toEqual([]);
    });
  }
});

test('the kill switch with a holding is let by the rules, and pays real money for every order that it cancels', () => {
  const paid = paidCase(1, days);
  const { standings, ...verdict } = judge(paid.adversary, paid.venue(), paid.tournament);
  const cost = paid.pushes() * leastPushUsd();
  const rejected = standings.find((s) => s.name === verdict.best)?.bot.rejected['pools_apart'] ?? 0;
  expect(verdict.failures).toEqual([]);
  // Each push is an order that is rejected, which its profile counts for everyone.
  expect(rejected).toBe(paid.pushes());
  expect(leastPushUsd()).toBeGreaterThan(250);
  expect(cost, JSON.stringify({ ...verdict, cost })).toBeGreaterThan((verdict.returnPct / 100) * 100_000);
});

describe('squatting', () => {
  const top = 5;
  test.each([
    ['alone', 0],
    ['with 99 idle bots beside it', 99],
  ])('a bot that gains 0.01%% a week %s climbs only where the rules let it', (_, idle) => {
    const { tiers } = climb(idle, 6);
    if (rulesIn.has('promotion_least_bots')) expect(tiers).toEqual([0, 0, 0, 0, 0, 0]);
    // Expected to win until rule promotion_least_bots.
    else expect(tiers).toEqual([1, 2, 3, 4, top, top]);
  });
});

describe('prices and rounding give nothing away', () => {
  const usd = (price: string): bigint => BigInt(price) * pow10(priceScale - 8);
  const prices: UsdPrices = new Map([
    ['A-USD', { state: 'agreed', price: usd('333333333') }],
    ['B-USD', { state: 'agreed', price: usd('7000000000001') }],
    ['C-USD', { state: 'agreed', price: 123_456_789n * pow10(priceScale - 18) }],
  ]);
  const full = pow10(weightScale);
  const fill = (weights: [string, bigint][], before: Portfolio): Portfolio & { value: bigint } => {
    const out = decideFill(new Map(weights), before, prices, new Map());
    if (out.outcome !== 'filled') throw new Error(out.outcome);
    return { ...out.portfolio, value: out.valueAfter };
  };

  test('wash: two orders in one slot, a thousand times, lose at most their rounding and never gain', () => {
    let portfolio: Portfolio & { value: bigint } = { cash: startValue, holdings: new Map(), value: startValue };
    for (let i = 0; i < 1_000; i++) {
      const before = portfolio.value;
      const symbol = ['A-USD', 'B-USD', 'C-USD'][i % 3] as string;
      portfolio = fill(i % 2 === 0 ? [[symbol, full]] : [], portfolio);
      expect(portfolio.value).toBeLessThanOrEqual(before);
    }
    expect(startValue - portfolio.value).toBeLessThan(2_000n);
  });

  test('dust: what is worth less than a cent can be sold once the rule is in', () => {
    const before: Portfolio = { cash: 0n, holdings: new Map([['A-USD', 1_000n]]) };
    const after = fill([], before);
    // Expected to stay until rule whole_holding_sold.
    expect(after.holdings.has('A-USD')).toBe(!rulesIn.has('whole_holding_sold'));
  });
});

describe('on the recorded days of August 2023', () => {
  let replay: ReplayFolder | undefined;
  beforeAll(() => {
    replay = makeReplayFolder();
  });
  afterAll(() => replay?.remove());

  // Three days bear no figure of luck. Of one symbol nothing can be had but holding it, whatever is done meanwhile: that is exact.
  test('wash, dust and fifty tickets of ether alone end where the market took them', () => {
    const played = recordedCases((replay as ReplayFolder).folder, 1);
    expect(played.length).toBe(3);
    for (const { adversary, venue, tournament } of played) {
      expect(tournament.to - tournament.from).toBe(3 * dayMs);
      const { standings, ...verdict } = judge(adversary, venue(), tournament);
      expect(verdict.failures).toEqual([]);
      expect(verdict.wins).toBe(false);
      const honest = standings.find((s) => s.name === 'honest: buys once');
      const own = standings.filter((s) => !s.name.startsWith('honest'));
      // The dust keeps up to ten cents in cash, on which it cannot lose.
      for (const s of own) expect(Math.abs(s.cents - (honest?.cents ?? 0)), s.name).toBeLessThanOrEqual(5);
    }
  });
});
