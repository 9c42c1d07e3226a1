/** Which adversary plays on which market, in the short form of the tests and in the long one of the benchmark. */
import { createReplaySource } from '../../../src/sources/replay/replay.ts';
import { createSimulatedSource } from '../../../src/sources/simulated/simulated.ts';
import { leagueById } from '../../../src/league/catalogue.ts';
import { dayMs } from '../../../src/lib/time.ts';
import type { Adversary, Venue } from './adversary.ts';
import { dust } from './dust.ts';
import type { Tournament } from './judge.ts';
import { heldKillSwitch, killSwitch } from './kill-switch.ts';
import { manyTickets } from './many-tickets.ts';
import { isStopped } from './rules-in.ts';
import { seedReader } from './seed.ts';
import { coarsePrice, stalePrice } from './stale-price.ts';
import { staleVenue } from './stale-venue.ts';
import { wash } from './wash.ts';

export interface Case {
  readonly adversary: Adversary;
  readonly venue: () => Venue;
  readonly tournament: Tournament;
}

const from = Date.parse('2025-01-01T00:00:00Z');
/** Fees of first pools as decision 24 has them, so that the spread that is published for each symbol fits. */
const thin = (seed: number, days: number): Venue =>
  staleVenue({
    from,
    days,
    seed,
    symbols: [
      { symbol: 'BTC-USD', firstFee: 0.0005, secondFee: 0.003 },
      { symbol: 'ETH-USD', firstFee: 0.0005, secondFee: 0.003 },
      { symbol: 'LINK-USD', firstFee: 0.003, secondFee: 0.003 },
      { symbol: 'PEPE-USD', firstFee: 0.003, secondFee: 0.01 },
    ],
  });
/** Prices by the hour, as most recordings have them. */
const coarse = (seed: number, days: number): Venue =>
  staleVenue({
    from,
    days,
    seed,
    symbols: ['BTC-USD', 'ETH-USD'].map((symbol) => ({ symbol, firstFee: 0, secondFee: 0, hourly: true })),
  });
/** As the service plays it: with a seed that was drawn, of which nobody knows more than the hash. */
const simulated = (seed: string): Venue => {
  const symbols = leagueById.get('crypto_l1')?.symbols ?? [];
  const source = createSimulatedSource({ seed, salt: 'drawn', origin: from, symbols });
  return { source: { ...source, coverage: { from, to: from + 365 * dayMs } }, league: 'crypto_l1' };
};

/** An adversary that wins passes $92 billion within the year, where amounts overflow (D2): until a rule stops it, it plays for a month. */
const winningDaysMax = 28;

/** @param seed of the markets. @param days of those that are decided on at every mark. @param slowDays of the others. */
export function cases(seed: number, days: number, slowDays: number): Case[] {
  const played = (adversary: Adversary, wanted: number, venue: (days: number) => Venue, everyMs?: number): Case => {
    const length = isStopped(adversary.stoppedBy) ? wanted : Math.min(wanted, winningDaysMax);
    const tournament = {
      from,
      to: from + length * dayMs,
      seed: String(seed),
      ...(everyMs === undefined ? {} : { everyMs }),
    };
    return { adversary, venue: () => venue(length), tournament };
  };
  const invented = (): Venue => simulated(`drawn-4f1c9a7e-${seed}`);
  return [
    played(stalePrice, days, (length) => thin(seed, length)),
    played(coarsePrice, days, (length) => coarse(seed, length)),
    ...[killSwitch, wash, dust].map((adversary) => played(adversary, days, (length) => thin(seed, length))),
    ...[seedReader, manyTickets].map((adversary) => played(adversary, slowDays, invented, dayMs)),
  ];
}

/** The one that pays for moving a real pool: it is reported apart. @returns its case, and how often it pushed so far. */
export function paidCase(seed: number, days: number): Case & { readonly pushes: () => number } {
  let pushes = 0;
  return {
    adversary: heldKillSwitch,
    pushes: () => pushes,
    venue() {
      const venue = thin(seed, days);
      return {
        ...venue,
        push(symbol, mark) {
          pushes++;
          venue.push?.(symbol, mark);
        },
      };
    },
    tournament: { from, to: from + days * dayMs, seed: String(seed) },
  };
}

/** Those that need nothing but prices, on recorded ones. @param folder of recordings. */
export function recordedCases(folder: string, seed: number, everyMs?: number): Case[] {
  const venue = (): Venue => ({ source: createReplaySource({ folder }), league: 'spot_crypto' });
  const { coverage } = venue().source;
  const tournament: Tournament = {
    from: Math.ceil(coverage.from / dayMs) * dayMs,
    to: Math.floor((coverage.to - 1) / dayMs) * dayMs,
    seed: String(seed),
    ...(everyMs === undefined ? {} : { everyMs }),
  };
  return [wash, dust, manyTickets].map((adversary) => ({ adversary, venue, tournament }));
}
