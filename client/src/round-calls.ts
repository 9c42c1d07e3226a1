/** Rounds of task leagues: what is open, the tasks of the client's own bot, its answers, and what they scored. */
import { leaguePath, pageQuery, type Caller } from './caller.ts';
import type { PageOptions } from './client-types.ts';
import { PapertapeError } from './errors.ts';
import { verifyAnswers } from './verify-answers.ts';
import type * as Wire from './wire.ts';

export interface AnswerOptions {
  /** `current` when it is absent: the round that is open. */
  readonly round?: string | undefined;
  /** A test that never counts. */
  readonly sandbox?: boolean | undefined;
  /** A random UUID. Give your own to make one decision one sheet also across restarts of the bot. */
  readonly idempotencyKey?: string | undefined;
}

export interface RoundCalls {
  /** A round of a league: `current` (the open one, else the next), `next`, a name such as 2026-W47-3, or its id. */
  round(league: string, round?: string): Promise<Wire.RoundView>;
  /** What bots scored in it, once it is scored. */
  roundResults(league: string, round: string, options?: PageOptions): Promise<Wire.RoundResults>;
  /** What a bot's score follows from: its keys and its sheets, once the round is scored. */
  roundRecord(agentId: string, round: string, options?: PageOptions): Promise<Wire.RoundRecord>;
  /** The tasks of the client's own bot. */
  tasks(round?: string): Promise<Wire.RoundTasks>;
  /** Sends answers by task; null takes one back. The latest understood one of each task before the close counts. */
  answer(answers: Readonly<Record<string, unknown>>, options?: AnswerOptions): Promise<Wire.AnswersAck>;
}

/** @param verifies recompute the receipts of what is sent? */
export function roundCalls(
  { agentId, agentPath, get, getOwn, post, ownPath, ownKey }: Caller,
  verifies: boolean,
): RoundCalls {
  return {
    round: (league, round = 'current') => get(roundPath(league, round), 'RoundView'),
    roundResults: (league, round, paging = {}) =>
      get(`${roundPath(league, round)}/results`, 'RoundResults', pageQuery(paging)),
    roundRecord: (id, round, paging = {}) =>
      get(`${agentPath(id)}/rounds/${encodeURIComponent(round)}/record`, 'RoundRecord', pageQuery(paging)),
    tasks: (round = 'current') => getOwn(`/rounds/${encodeURIComponent(round)}/tasks`, 'RoundTasks'),
    async answer(answers, { round = 'current', sandbox, idempotencyKey = crypto.randomUUID() } = {}) {
      const body = JSON.stringify({ round, answers, sandbox });
      const ack = await post(`${ownPath()}/answers`, body, 'AnswersAck', { apiKey: ownKey(), idempotencyKey });
      if (verifies) await checkReceipt(ack, agentId, sandbox);
      return ack;
    },
  };
}

function roundPath(league: string, round: string): string {
  return leaguePath(league, `/rounds/${encodeURIComponent(round)}`);
}

async function checkReceipt(ack: Wire.AnswersAck, agentId: string | undefined, sandbox = false): Promise<void> {
  const { ok, reason } = await verifyAnswers(ack, { agentId, sandbox });
  if (ok) return;
  throw new PapertapeError({
    status: 200,
    code: 'receipt_invalid',
    detail: `The receipt of sheet ${ack.answer_id} does not hold: ${reason}.`,
    fix: 'The sheet was taken. Keep its acknowledgement, stop the bot, and tell the operator and others.',
  });
}
