import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { tierNames } from '../../league/tiers.ts';
import { dayMs } from '../../lib/time.ts';
import { decideLadder } from './ladder.ts';
import { heldMost, mayComeBack, seatsHeld } from './seats-held.ts';

test('the example of the header', () => {
  const seats = seatsHeld([
    { tier: 0, back: 0, bots: 90 },
    { tier: 1, back: 0, bots: 10 },
  ]);
  expect(seats.slice(0, 2)).toEqual([
    { taken: 90, held: 100 },
    { taken: 10, held: 10 },
  ]);
  expect(seats).toHaveLength(tierNames.length);
  expect(heldMost(seats)).toBe(100);
  expect(heldMost([])).toBe(0);
});

describe('the latest close', () => {
  const close = Date.parse('2026-03-09T00:00:00Z');
  it.each([
    ['is done', { close, voided: false }, close, true],
    ['may be voided at the next one, before that is done', { close, voided: false }, close + dayMs, true],
    ['is too old, since the next one could not be done', { close, voided: false }, close + dayMs + 1, false],
    ['was voided', { close, voided: true }, close, false],
    ['never was', undefined, close, false],
  ])('%s', (_, latest, mark, may) => expect(mayComeBack(latest, mark)).toBe(may));
});

/** A league as plain objects: what the rules of registration, of the ladder and of voided closes make of it. */
interface Bot {
  tier: number;
  /** Where the latest close, if it moved the bot and may still be voided, took it from. */
  from: number | undefined;
  retired: boolean;
}

const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('register' as const), tries: fc.integer({ min: 1, max: 30 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('retire' as const), which: fc.nat(200) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('monday' as const), seed: fc.nat(1_000) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('close' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('seats' as const), seats: fc.integer({ min: 1, max: 30 }) }) },
);

test('a tier never holds more bots than it has seats, whatever is voided, and no seat is kept beyond the next close', () => {
  const seen = { voided: 0, keptOut: 0, cameBackIntoFull: 0, lowered: 0 };
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), fc.integer({ min: 1, max: 24 }), (events, first) => {
      const bots: Bot[] = [];
      let capacity = first;
      const there = (): Bot[] => bots.filter((b) => !b.retired);
      const held = () => seatsHeld(there().map(({ tier, from }) => ({ tier, back: from ?? tier, bots: 1 })));
      const inTier = (tier: number): number => there().filter((b) => b.tier === tier).length;
      for (const e of events) {
        if (e.kind === 'register') {
          for (let i = 0; i < e.tries; i++) {
            const isFree = (held()[0]?.held ?? 0) < capacity;
            if (isFree) bots.push({ tier: 0, from: undefined, retired: false });
            else if (inTier(0) < capacity) seen.keptOut++;
          }
        } else if (e.kind === 'retire') {
          const bot = bots[e.which % Math.max(1, bots.length)];
          if (bot) bot.retired = true;
        } else if (e.kind === 'close') for (const b of bots) b.from = undefined;
        else if (e.kind === 'seats') {
          if (e.seats < Math.max(1, heldMost(held()))) continue;
          if (e.seats < capacity) seen.lowered++;
          capacity = e.seats;
        } else if (e.kind === 'void') {
          if (bots.some((b) => b.from !== undefined)) seen.voided++;
          for (const b of bots) if (b.from !== undefined) b.tier = b.from;
          for (const b of bots) b.from = undefined;
          if (inTier(0) === capacity) seen.cameBackIntoFull++;
        } else {
          for (const b of bots) b.from = undefined;
          const present = there();
          const weekBps = Float64Array.from(present, (_, i) => ((i * 7919 + e.seed) % 41) - 15);
          const { moves } = decideLadder(
            {
              tier: Uint8Array.from(present, (b) => b.tier),
              weekBps,
              cents: weekBps,
              hasFill: Uint8Array.from(present, () => 1),
              registeredAt: Float64Array.from(present, (_, i) => i),
            },
            tierNames.length,
            capacity,
          );
          for (const { bot, from, to } of moves) Object.assign(present[bot] as Bot, { tier: to, from });
        }
        for (let tier = 0; tier < tierNames.length; tier++) expect(inTier(tier)).toBeLessThanOrEqual(capacity);
      }
      // After a close that moves nobody whatever is not taken is free.
      for (const b of bots) b.from = undefined;
      for (const { taken, held: kept } of held()) expect(kept).toBe(taken);
    }),
    { numRuns: 2_000 },
  );
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
});
