/** How many bots a record stands against, over many closes, counted a second way: from who was valued when. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startValue } from '../fill/fill.ts';
import { emptyBoardContext, rivalsOf, type BoardContext } from '../rank/statistics.ts';
import type { BotBefore } from './bot-close.ts';
import { createLeagueClose } from './league-close.ts';

interface Life {
  /** The first close at which it is valued, the first at which it has a fill, and the last. */
  readonly from: number;
  readonly fill: number;
  readonly to: number;
}

const days = 12;
const life = fc
  .tuple(fc.nat(days), fc.nat(days), fc.nat(days))
  .map(([from, idle, lived]): Life => ({ from, fill: from + idle, to: from + lived }));

/** Closes of which some were voided: they leave nothing behind. */
function close(lives: readonly Life[], day: number, before: Map<number, BotBefore>, earlier: BoardContext) {
  const present = lives.flatMap(({ from, to }, i) => (from <= day && day <= to ? [i] : []));
  const league = createLeagueClose(
    {
      prices: new Map(),
      market: { change: undefined, atFirstFill: () => undefined },
      earlier,
      weekEnd: false,
    },
    present.length,
  );
  const now = new Map<number, BotBefore>();
  for (const i of present) {
    const bot = { id: `agt_${i}`, registeredAt: 0, cash: startValue, holdings: [], trades: 0, traded: 0n };
    const firstFillAt = (lives[i] as Life).fill <= day ? 1 : undefined;
    const record = league.add({ ...bot, firstFillAt, before: before.get(i) });
    now.set(i, { value: startValue, rank: 1, drawdown: { peak: startValue, max: 0n }, record });
  }
  return { now, context: league.rank().context };
}

test('bots with a fill that were valued at any close since the one before the record began, retired ones included', () => {
  fc.assert(
    fc.property(fc.array(life, { maxLength: 25 }), fc.uniqueArray(fc.nat(days * 2)), (lives, voided) => {
      let before = new Map<number, BotBefore>();
      let context = emptyBoardContext;
      const valid: number[] = [];
      for (let day = 0; day <= days * 2; day++) {
        const done = close(lives, day, before, context);
        if (voided.includes(day)) continue;
        before = done.now;
        context = done.context;
        valid.push(day);
        for (const [i, { record }] of before) {
          const own = lives[i] as Life;
          const k = valid.findIndex((d) => d >= own.fill && d >= own.from);
          if (k === -1) continue;
          const seen = valid.slice(Math.max(0, k - 1));
          const rivals = lives.filter((l) => seen.some((d) => d >= l.from && d >= l.fill && d <= l.to));
          expect(rivalsOf(record, context)).toBe(rivals.length);
        }
      }
    }),
  );
});

test("who retires losers before a close lowers no other bot's number", () => {
  const lives = [
    { from: 0, fill: 0, to: 9 },
    ...Array.from({ length: 9 }, (_, i): Life => ({ from: 0, fill: 0, to: i })),
  ];
  let before = new Map<number, BotBefore>();
  let context = emptyBoardContext;
  for (let day = 0; day <= 9; day++) {
    ({ now: before, context } = close(lives, day, before, context));
    expect(context.bots).toBe(10 - day);
    expect(rivalsOf(before.get(0)!.record, context)).toBe(10);
  }
});
