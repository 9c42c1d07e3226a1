/** The receipt of a sheet of answers, recomputed on the bot's side (docs/bots/rounds.md). */
import { sha256Text } from './hashes.ts';
import type { Verification } from './verify.ts';
import type { AnswersAck } from './wire.ts';

export interface SheetExpectation {
  readonly agentId?: string | undefined;
  readonly sandbox?: boolean | undefined;
  /** Hash of the receipt before, "" for the first. Left out: the chain is not checked, only this receipt. */
  readonly previous?: string | undefined;
}

export async function verifyAnswers(sheet: AnswersAck, expected: SheetExpectation = {}): Promise<Verification> {
  const { receipt } = sheet;
  const received = Date.parse(sheet.received_at);
  if (Number.isNaN(received)) return { ok: false, reason: '`received_at` is no instant', computed: null };
  const computed = await sha256Text(
    JSON.stringify([
      'papertape-answer/1',
      sheet.answer_id,
      sheet.agent_id,
      receipt.sequence,
      new Date(received).toISOString(),
      sheet.league,
      sheet.round,
      sheet.sandbox,
      await sha256Text(sheet.answers_text),
      receipt.nonce,
      receipt.previous,
      sheet.rules_version,
    ]),
  );
  const reason = computed === receipt.hash ? unexpected(sheet, expected) : 'the receipt is not the hash of this sheet';
  return { ok: reason === null, reason, computed };
}

function unexpected(sheet: AnswersAck, { agentId, sandbox, previous }: SheetExpectation): string | null {
  const { receipt } = sheet;
  if (agentId !== undefined && agentId !== sheet.agent_id) return 'the sheet is of another bot';
  if (sandbox !== undefined && sandbox !== sheet.sandbox)
    return sheet.sandbox ? 'the sheet became a test' : 'the test became a sheet that counts';
  if (previous !== undefined && previous !== receipt.previous)
    return 'the receipt does not follow the one that was given as the one before';
  if ((receipt.sequence === 1) !== (receipt.previous === '')) return 'only the first receipt may have none before it';
  return null;
}
