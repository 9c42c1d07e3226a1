/** What failed, in the sentence that a verification ends with. */
import { expect, test } from 'vitest';
import { failedSentence, isOfLeague, noteFailed, type FailedPart } from './failed-parts.ts';

const at = (minute: number): number => Date.parse('2026-03-02T00:00:00Z') + minute * 60_000;
const bot = { kind: 'bot', id: 'agt_1' } as const;

test('nothing that failed is no sentence, and other incidents tell of nothing', () => {
  const parts: FailedPart[] = [];
  expect(noteFailed(parts, { kind: 'suspended', about: { kind: 'symbol', id: 'BTC-USD' } }, at(0))).toBeUndefined();
  expect(failedSentence(parts, () => 9)).toBe('');
});

test('each part is named with its instants, and the orders that wait', () => {
  const parts: FailedPart[] = [];
  noteFailed(parts, { kind: 'set_aside', about: bot }, at(0));
  expect(failedSentence(parts, () => 2)).toContain('agt_1 is set aside since 2026-03-02T00:00:00.000Z, 2 orders wait.');
  noteFailed(parts, { kind: 'readmitted', about: bot }, at(5));
  noteFailed(parts, { kind: 'set_aside', about: bot }, at(10));
  noteFailed(parts, { kind: 'value_kept', about: bot }, at(15));
  noteFailed(parts, { kind: 'close_missed', about: { kind: 'close', id: 'multi/2026-03-02' } }, at(20));
  const said = failedSentence(parts, () => 0);
  expect(said).toContain('agt_1 was set aside from 2026-03-02T00:00:00.000Z to 2026-03-02T00:05:00.000Z; agt_1 is set');
  expect(said).toContain('agt_1 kept its value at 2026-03-02T00:15:00.000Z; the close multi/2026-03-02 was missed.');
  const leagues = parts.map((p) => ['spot_crypto', 'multi'].filter((l) => isOfLeague(p, l, () => 'spot_crypto')));
  expect(leagues).toEqual([['spot_crypto'], ['spot_crypto'], ['spot_crypto'], ['multi']]);
});

test('a room concerns every league, and of many parts the first five are named', () => {
  const parts: FailedPart[] = [];
  for (let i = 0; i < 7; i++) noteFailed(parts, { kind: 'set_aside', about: { kind: 'room', id: `r${i}` } }, at(i));
  expect(isOfLeague(parts[0] as FailedPart, 'multi', () => undefined)).toBe(true);
  expect(failedSentence(parts, () => 0)).toMatch(/the room r4 is set aside since [^;]*; and 2 more\. Nobody outside/);
});
