import { expect, test } from 'vitest';
import { sha256 } from '../lib/hash.ts';
import { answerReceipt } from './receipt.ts';

test('a receipt is the SHA-256 of the text that receipt.ts says, part by part', () => {
  const sheet = {
    botId: 'agt_0e2k7v1m4c9q8h3t',
    sequence: 7,
    answerId: 'ans_0e2k7v1m4c9q8h3t',
    league: 'deal_finder',
    receivedAt: Date.parse('2026-11-18T09:14:03.118Z'),
    sandbox: false,
    answers: '{"t05":{"sum":3}}',
    nonce: '00112233445566778899aabbccddeeff',
    previous: 'ab'.repeat(32),
    rulesVersion: '8cac5fe2aa5f',
  };
  const text =
    '["papertape-answer/1","ans_0e2k7v1m4c9q8h3t","agt_0e2k7v1m4c9q8h3t",7,"2026-11-18T09:14:03.118Z","deal_finder","2026-W47-3",false,' +
    `"${sha256('{"t05":{"sum":3}}')}","00112233445566778899aabbccddeeff","${'ab'.repeat(32)}","8cac5fe2aa5f"]`;
  const receipt = answerReceipt(sheet, '2026-W47-3');
  expect(receipt).toBe(sha256(text));
  // Every part is in it.
  for (const changed of [
    { botId: 'agt_0000000000000000' },
    { sequence: 8 },
    { receivedAt: sheet.receivedAt + 1 },
    { sandbox: true },
    { answers: '{}' },
    { previous: '' },
  ])
    expect(answerReceipt({ ...sheet, ...changed }, '2026-W47-3')).not.toBe(receipt);
  expect(answerReceipt(sheet, '2026-W47-4')).not.toBe(receipt);
});
