/** Rounds of task leagues: what is open, the tasks of the client's own bot, its answers, and what they scored. */
import { leaguePath, pageQuery, type Caller } from './caller.ts';
import type { PageOptions, WaitOptions } from './client-types.ts';
import { PapertapeError } from './errors.ts';
import { verifyAnswers } from './verify-answers.ts';
import { waitForSheet, type SheetWaitDeps } from './wait.ts';
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
  /** Rounds that a league has committed to, the newest first; all states when none is given. */
  rounds(league: string, options?: RoundsOptions): Promise<Wire.RoundList>;
  /** Scored rounds that a bot answered, the newest first. */
  agentRounds(agentId?: string, options?: PageOptions): Promise<Wire.AgentRounds>;
  /** Sheets of the client's own bot with their receipts, the newest first; of all rounds when none is given. */
  sheets(options?: PageOptions & { readonly round?: string | undefined }): Promise<Wire.SheetList>;
  /** One of them, and what the bot scored once its round is scored. */
  sheet(answerId: string): Promise<Wire.SheetView>;
  /** Waits until the round of a sheet is scored or void, also of a sheet of an earlier run. */
  waitForSheet(answerId: string, options?: WaitOptions): Promise<Wire.SheetView>;
  /** What bots scored in it, once it is scored. */
  roundResults(league: string, round: string, options?: PageOptions): Promise<Wire.RoundResults>;
  /** What a bot's score follows from: its keys and its sheets, once the round is scored. */
  roundRecord(agentId: string, round: string, options?: PageOptions): Promise<Wire.RoundRecord>;
  /** The tasks of the client's own bot. */
  tasks(round?: string): Promise<Wire.RoundTasks>;
  /** Tasks to practise on, for anybody. */
  practice(league: string, options?: PracticeOptions): Promise<Wire.PracticeTasks>;
  /** Scores answers to practice tasks at once, and tells what was expected; nothing is stored. */
  tryAnswers(
    league: string,
    answers: Readonly<Record<string, unknown>>,
    options?: PracticeOptions,
  ): Promise<Wire.PracticeResult>;
  /** Sends answers by task; null takes one back. The latest understood one of each task before the close counts. */
  answer(answers: Readonly<Record<string, unknown>>, options?: AnswerOptions): Promise<SentSheet>;
}

/** Which rounds. */
export interface RoundsOptions extends PageOptions {
  readonly state?: 'committed' | 'open' | 'closed' | 'scored' | 'void' | undefined;
}

/** An acknowledgement that can be waited on. */
export interface SentSheet extends Wire.AnswersAck {
  /**
   * Waits for the score: sleeps until the round closes, then asks now and then. Rejects with a PapertapeError `round_void` when the round
   * is void. Not enumerable: the acknowledgement stays plain data.
   */
  scored(options?: WaitOptions): Promise<ScoredSheet>;
}

/** `result` is null where no answer stood at the close. */
export type ScoredSheet = Wire.SheetView & { readonly state: 'scored' };

/** Which practice tasks. */
export interface PracticeOptions {
  /** Any short text: each one has tasks of its own. `1` when it is absent. */
  readonly seed?: string | undefined;
  /** The lowest of five levels in a row, 1 to 5. 1. */
  readonly level?: number | undefined;
}

/** @param verifies recompute the receipts of what is sent? */
export function roundCalls(
  { agentId, agentPath, get, getOwn, post, ownPath, ownKey, now, sleep, random }: Caller,
  verifies: boolean,
): RoundCalls {
  const waiting: SheetWaitDeps = {
    sheet: (answerId, signal) => getOwn(`/answers/${encodeURIComponent(answerId)}`, 'SheetView', {}, signal),
    status: (signal) => get('/api/status', 'StatusView', {}, signal),
    sleep,
    now,
    random,
  };

  function sentSheet(ack: Wire.AnswersAck): SentSheet {
    const scored: SentSheet['scored'] = async (choices = {}) => {
      const sheet = await waitForSheet(waiting, ack.answer_id, choices, ack.closes_at);
      if (!isScored(sheet)) throw roundVoid(sheet);
      return sheet;
    };
    return Object.defineProperty(ack, 'scored', { value: scored }) as SentSheet;
  }

  return {
    round: (league, round = 'current') => get(roundPath(league, round), 'RoundView'),
    rounds: (league, { state, ...paging } = {}) =>
      get(leaguePath(league, '/rounds'), 'RoundList', { ...pageQuery(paging), state }),
    agentRounds: async (id, paging = {}) => get(`${agentPath(id)}/rounds`, 'AgentRounds', pageQuery(paging)),
    sheets: ({ round, ...paging } = {}) => getOwn('/answers', 'SheetList', { ...pageQuery(paging), round }),
    sheet: (answerId) => waiting.sheet(answerId, undefined),
    waitForSheet: (answerId, choices = {}) => waitForSheet(waiting, answerId, choices),
    roundResults: (league, round, paging = {}) =>
      get(`${roundPath(league, round)}/results`, 'RoundResults', pageQuery(paging)),
    roundRecord: (id, round, paging = {}) =>
      get(`${agentPath(id)}/rounds/${encodeURIComponent(round)}/record`, 'RoundRecord', pageQuery(paging)),
    tasks: (round = 'current') => getOwn(`/rounds/${encodeURIComponent(round)}/tasks`, 'RoundTasks'),
    practice: (league, { seed, level } = {}) => get(leaguePath(league, '/practice'), 'PracticeTasks', { seed, level }),
    tryAnswers: (league, answers, { seed, level } = {}) =>
      post(leaguePath(league, '/practice'), JSON.stringify({ seed, level, answers }), 'PracticeResult', {}),
    async answer(answers, { round = 'current', sandbox, idempotencyKey = crypto.randomUUID() } = {}) {
      const body = JSON.stringify({ round, answers, sandbox });
      const ack = await post(`${ownPath()}/answers`, body, 'AnswersAck', { apiKey: ownKey(), idempotencyKey });
      if (verifies) await checkReceipt(ack, agentId, sandbox);
      return sentSheet(ack);
    },
  };
}

function roundPath(league: string, round: string): string {
  return leaguePath(league, `/rounds/${encodeURIComponent(round)}`);
}

function isScored(sheet: Wire.SheetView): sheet is ScoredSheet {
  return sheet.state === 'scored';
}

/** The code by which the service refuses answers to such a round. */
function roundVoid({ answer_id: id, round, league }: Wire.SheetView): PapertapeError {
  return new PapertapeError({
    status: 200,
    code: 'round_void',
    detail: `${round} of ${league} is void: sheet ${id} is not scored.`,
    fix: 'Answer the next round; `facts.void` of this one says why.',
  });
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
