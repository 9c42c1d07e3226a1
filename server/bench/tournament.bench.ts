/**
 * The tournament in its long form: every adversary over a simulated year on several markets, and over the recorded hours of 2021 to 2023
 * where they lie beside the repository. `npm run tournament`, with `--days N` (365) and `--seeds N` (3).
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { openPrices } from '../src/backtest/prices-file.ts';
import { dayMs } from '../src/lib/time.ts';
import { cases, paidCase, type Case } from '../test/simulation/tournament/cases.ts';
import { judge, luckMax, type Verdict } from '../test/simulation/tournament/judge.ts';
import { leastPushUsd } from '../test/simulation/tournament/kill-switch.ts';
import { manyTickets } from '../test/simulation/tournament/many-tickets.ts';
import { isStopped } from '../test/simulation/tournament/rules-in.ts';
import { wash } from '../test/simulation/tournament/wash.ts';

const hours = resolve(import.meta.dirname, '../../../shared/data/hourly-closes-usdt-2021-04_2023-12.csv');

export function run(): void {
  const days = option('--days', 365);
  console.log(
    '| adversary | market | return % | market % | excess a day, low end, % | luck | luck own | wins | by the rules that are in |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (let seed = 1; seed <= option('--seeds', 3); seed++) {
    for (const each of cases(seed, days, days - 1)) print(each, `seed ${seed}`);
  }
  for (const each of recordedHours()) print(each, 'recorded hours 2021–2023');
  judgeLuck();
  for (let seed = 1; seed <= option('--seeds', 3); seed++) reportPaid(seed, Math.min(days, 28));
}

/** Of adversaries that play luck: markets on which they played, and on which they won. */
const lucky = { played: 0, won: 0 };

/** Luck wins now and then. More often than its share, and it is not luck: then the tournament fails. */
function judgeLuck(): void {
  const { played, won } = lucky;
  const chance = tailOf(won, played, luckMax);
  console.log(
    `luck alone won ${won} of ${played} markets; where each is won with ${luckMax}, so many or more are won with ${chance.toFixed(3)}`,
  );
  if (chance < 0.01) process.exitCode = 1;
}

/** Chance of at least `least` successes of `n`, each with probability `p`. */
function tailOf(least: number, n: number, p: number): number {
  let [tail, term] = [0, (1 - p) ** n];
  for (let k = 0; k <= n; k++) {
    if (k >= least) tail += term;
    term *= ((n - k) / (k + 1)) * (p / (1 - p));
  }
  return tail;
}

/** It wins paper money for real money: no rule stops it, and it is no case of the table. */
function reportPaid(seed: number, days: number): void {
  const paid = paidCase(seed, days);
  const { returnPct, wins: won } = judge(paid.adversary, paid.venue(), paid.tournament);
  const cost = Math.round(paid.pushes() * leastPushUsd());
  console.log(
    `apart: ${paid.adversary.id}, seed ${seed}, ${days} days: return ${returnPct.toFixed(2)}%, ${won ? 'wins' : 'does not win'}, ${paid.pushes()} pushes of a real pool for $${cost} at the least`,
  );
}

/** Daily orders on 20 coins. */
function recordedHours(): Case[] {
  if (!existsSync(hours)) {
    console.log(`left out: ${hours} is not there`);
    return [];
  }
  const source = openPrices(hours, 'spot_crypto');
  const from = Math.ceil(source.coverage.from / dayMs) * dayMs;
  const to = Math.floor((source.coverage.to - 1) / dayMs) * dayMs;
  return [manyTickets, wash].map((adversary) => ({
    adversary,
    venue: () => ({ source, league: 'spot_crypto' }),
    tournament: { from, to, seed: '1', everyMs: dayMs },
  }));
}

function print({ adversary, venue, tournament }: Case, where: string): void {
  const verdict = judge(adversary, venue(), tournament);
  const stopped = isStopped(adversary.stoppedBy);
  const days = (tournament.to - tournament.from) / dayMs;
  const expected = adversary.isLuck ? 'luck' : stopped ? 'must not' : `may, until ${adversary.stoppedBy.join(' or ')}`;
  const { excessLow, luck, luckOwn, returnPct, marketPct } = verdict;
  console.log(
    `| ${adversary.id} | ${where}, ${days} days | ${returnPct.toFixed(2)} | ${marketPct.toFixed(2)} | ${shown(excessLow)} | ${shown(luck)} | ${shown(luckOwn)} | ${wins(verdict)} | ${expected} |`,
  );
  if (adversary.isLuck) {
    lucky.played++;
    if (verdict.wins) lucky.won++;
  } else if (stopped && verdict.wins) process.exitCode = 1;
}

function wins({ wins: won, failures }: Verdict): string {
  return `${won ? 'yes' : 'no'}${failures.length > 0 ? ` (${failures.join('; ')})` : ''}`;
}

function shown(x: number | null): string {
  return x === null ? '–' : x.toFixed(4);
}

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}
