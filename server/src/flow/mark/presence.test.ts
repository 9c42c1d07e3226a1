import { describe, expect, test } from 'vitest';
import { canRetire, leftBot, isPresent, type BotTimes } from './presence.ts';

const bot = (more: Partial<BotTimes> = {}): BotTimes => ({
  registeredAt: 100,
  retiredAt: undefined,
  retiredByOperatorAt: undefined,
  ...more,
});

describe('presence', () => {
  test.each([
    ['registered before', bot(), 101, true],
    ['registered at the very instant: it comes after', bot(), 100, false],
    ['retired by its owner before', bot({ retiredAt: 199 }), 200, false],
    ['retired at the very instant: that comes after, too', bot({ retiredAt: 200 }), 200, true],
    ['retired by the operator before, and the row does not say so yet', bot({ retiredByOperatorAt: 199 }), 200, false],
    ['retired by the operator at the mark itself', bot({ retiredByOperatorAt: 200 }), 200, true],
    ['retired by the operator, and later by its owner', bot({ retiredAt: 300, retiredByOperatorAt: 150 }), 200, false],
  ])('%s', (_, times, at, present) => {
    expect(isPresent(times, at)).toBe(present);
  });

  test('the operator retires a bot once, and not after its owner', () => {
    expect(canRetire(bot(), 200)).toBe(true);
    expect(canRetire(bot({ retiredAt: 150 }), 200)).toBe(false);
    expect(canRetire(bot({ retiredAt: 200 }), 200)).toBe(true);
    expect(canRetire(bot({ retiredByOperatorAt: 200 }), 200)).toBe(false);
    expect(canRetire(bot(), 100)).toBe(false);
  });

  test('what the log retired can be taken back, and what its owner retired before cannot', () => {
    const of = (more: Partial<BotTimes>) => ({ ...bot(more), league: 'multi' });
    expect(leftBot(of({}), 200)).toBeUndefined();
    expect(leftBot(of({ retiredAt: 150 }), 200)).toBeUndefined();
    expect(leftBot(of({ retiredByOperatorAt: 150 }), 200)).toEqual({ league: 'multi', retiredAt: 150 });
    expect(leftBot(of({ retiredByOperatorAt: 150, retiredAt: 199 }), 200)).toBeUndefined();
    expect(leftBot(of({ retiredByOperatorAt: 150, retiredAt: 200 }), 200)).toBeDefined();
    expect(leftBot(undefined, 200)).toBeUndefined();
  });
});
