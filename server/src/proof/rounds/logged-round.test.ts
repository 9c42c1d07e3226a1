import { expect, test } from 'vitest';
import type { LogEntryOf } from 'papertape-contract/log-entries';
import { parseRoundName, type Round } from '../../rounds/calendar.ts';
import { createRoundReader } from './logged-round.ts';

const round = parseRoundName('deal_finder', '2026-W10-3') as Round;
const mark = round.opensAt + 600_000;

function sheetFact(id: string, botId: string, sequence: number): LogEntryOf<'fact'> {
  const text = JSON.stringify({ round_id: round.id, sequence, counts: true, receipt: `receipt ${botId} ${sequence}` });
  return { type: 'fact', room: 'rounds', about: 'deal_finder', fact_id: id, name: 'sheet', agent_id: botId, text };
}

test('sheets of one millisecond stand in the order of their numbers, whatever the order of their ids', () => {
  const reader = createRoundReader(round);
  const facts = [sheetFact('ans_a', 'agt_b', 2), sheetFact('ans_b', 'agt_b', 1), sheetFact('ans_c', 'agt_a', 1)];
  const head = { type: 'mark', mark: new Date(mark).toISOString(), rules: '', market: '', readings: '' } as const;
  reader.add({ mark, head, entries: facts.map((entry, index) => ({ index, entry, text: JSON.stringify(entry) })) });
  expect(reader.read().sheets.map((s) => [s.answerId, s.previous])).toEqual([
    ['ans_c', ''],
    ['ans_b', ''],
    ['ans_a', 'receipt agt_b 1'],
  ]);
});
