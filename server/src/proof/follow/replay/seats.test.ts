/** The seats of a league as a stranger counts them from the log. */
import { expect, test } from 'vitest';
import type { LogEntry, LogEntryOf } from 'papertape-contract/log-entries';
import { iso } from '../../../lib/clock.ts';
import { dayMs, markMs } from '../../../lib/time.ts';
import { heldMost, seatsHeld } from '../../../flow/ladder/seats-held.ts';
import type { LoggedMark } from '../marks.ts';
import { emptyBook, type BookedBot } from '../book.ts';
import { checkSeats, seatedBefore, type SeatsInput } from './seats.ts';
import { emptyReplay } from './state.ts';

const close = Date.parse('2026-03-09T00:00:00Z');
const league = 'spot_crypto';

function move(botId: string, from: number, to: number, why = 'promoted'): LogEntryOf<'move'> {
  return { type: 'move', agent_id: botId, why, league, week: '2026-W10', from, to, place: 1, week_bps: 1 };
}
const closed = { type: 'close', league, close: iso(close), bots: 3, board: '', records: '', baselines: '' } as const;

/** Of three seats: two bots in Qualifying, and one that the Monday of `close` took from there to Division 4. */
function input(mark: number, entries: readonly LogEntry[] = [], newcomers = 0): SeatsInput {
  const state = emptyReplay();
  const book = emptyBook();
  const ids = ['agt_a', 'agt_b', 'agt_c'];
  for (let i = 0; i < newcomers; i++) ids.push(`agt_new${i}`);
  for (const [i, id] of ids.entries()) {
    const times = { registeredAt: close - 1, retiredAt: undefined, retiredByOperatorAt: undefined };
    const more = { now: undefined as never, last: undefined, before: undefined, waited: [] };
    state.bots.set(id, { id, makerId: '', league, ...times, ...more });
    if (i < 3) book.bots.set(id, { league, tier: i === 2 ? 1 : 0 } as BookedBot);
  }
  book.closes.set(league, [{ close, voided: false, moves: [move('agt_c', 0, 1)] }]);
  const head = undefined as never;
  const logged: LoggedMark = { mark, head, entries: entries.map((entry, index) => ({ index, text: '', entry })) };
  return { state, book, logged };
}
function told(of: SeatsInput, capacity = 3): unknown[] {
  const found: unknown[] = [];
  checkSeats({ differs: (...difference) => void found.push(difference) }, of, league, capacity);
  return found;
}

test('a seat that a Monday has freed is no newcomer’s before the next close', () => {
  const at = close + markMs;
  expect(told(input(at))).toEqual([]);
  expect(told(input(at, [], 1))).toEqual([[`seats held in Qualifying of ${league} at ${iso(at)}`, 4, '3 at most']]);
  expect(told(input(close + dayMs + markMs, [], 1))).toEqual([]);
  expect(told(input(close + dayMs + markMs, [], 2))).toHaveLength(1);
});

test('what a close moves at the mark itself may come back; what is taken back is back', () => {
  const next = close + dayMs;
  expect(told(input(next, [move('agt_b', 0, 1), closed], 1))).toEqual([]);
  expect(told(input(next, [move('agt_b', 0, 1), closed], 2))).toHaveLength(1);
  const back = move('agt_c', 1, 0, 'voided');
  expect(told(input(close + markMs, [back]))).toEqual([]);
  expect(told(input(close + markMs, [back], 1))).toHaveLength(1);
  expect(told(input(next, [back, move('agt_c', 0, 1), closed]))).toEqual([]);
  expect(told(input(next, [back, move('agt_c', 0, 1), closed], 1))).toHaveLength(1);
});

test('the operator cannot set fewer seats than are held', () => {
  const most = (of: SeatsInput, isVoided = false): number => heldMost(seatsHeld(seatedBefore(of, league, isVoided)));
  expect(most(input(close + markMs))).toBe(3);
  expect(most(input(close + dayMs))).toBe(3);
  expect(most(input(close + dayMs + markMs))).toBe(2);
  expect(most(input(close + markMs), true)).toBe(3);
});
