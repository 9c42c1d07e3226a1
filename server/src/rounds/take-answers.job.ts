/**
 * Takes a sheet of answers: reads it by the bot's own tasks, counts it, stamps it, chains it to the bot's last receipt, and acknowledges
 * it once it is durable. From the stamp on it cannot be changed; a later sheet may take its answers back.
 */
import type { CallerBot, Keep } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import { limits } from 'papertape-contract/limits';
import type { AnswersAck, AnswersRequest } from 'papertape-contract/round';
import { iso } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import { JsonNumber } from '../lib/json/json-number.ts';
import { shown } from '../lib/text.ts';
import type { Intake } from '../storage/intake.ts';
import { notStored } from '../storage/stored.ts';
import { checkOpen, roundOfBot, type RoundDeps } from './find-round.ts';
import { canonicalJson, type Json } from './json.ts';
import type { Read } from './make.ts';
import { answerReceipt, type Sheet } from './receipt.ts';
import { sheetRow } from './rounds.sql.ts';

export interface TakeAnswersDeps extends RoundDeps {
  readonly intake: Intake;
  readonly ids: Ids;
  /** Of the rules that are in force. */
  readonly rulesVersion: string;
  readonly registry: { readonly forget: (bot: CallerBot) => void };
}

interface AskedSheet {
  readonly bot: CallerBot;
  readonly asked: AnswersRequest;
  readonly warnings: readonly string[];
  /** Counts the sheet against the bot's limit, once it is known to be good. */
  readonly count: () => Promise<void>;
  readonly keep: Keep<AnswersAck>;
}

export async function takeAnswers(deps: TakeAnswersDeps, sent: AskedSheet): Promise<AnswersAck> {
  const { bot, asked, count } = sent;
  checkActive(bot);
  const { round, keyed } = await roundOfBot(deps, bot, asked.round);
  checkOpen(round, deps.clock.now());
  const { made } = keyed;
  const read = await deps.rounds.maker.read({ made, botId: bot.botId }, answersOf(asked));
  const answers = understood(read);
  await count();
  // Again, after what was waited for: from here to the stamp nothing is.
  checkActive(bot);
  const receivedAt = deps.clock.now();
  checkOpen(round, receivedAt);
  const sandbox = asked.sandbox ?? false;
  const draft = {
    botId: bot.botId,
    sequence: bot.head.sequence + 1,
    answerId: deps.ids.next('ans', receivedAt),
    league: round.league,
    roundId: round.id,
    receivedAt,
    sandbox,
    answers,
    nonce: deps.ids.nonce(),
    previous: bot.head.receipt,
    rulesVersion: deps.rulesVersion,
  };
  const sheet: Sheet = { ...draft, receipt: answerReceipt(draft, round.name) };
  const ack: AnswersAck = {
    agent_id: bot.botId,
    answer_id: sheet.answerId,
    league: round.league,
    round: round.name,
    received_at: iso(receivedAt),
    sandbox,
    not_understood: Object.fromEntries(faultsOf(read)),
    answers_text: answers,
    receipt: { hash: sheet.receipt, previous: sheet.previous, sequence: sheet.sequence, nonce: sheet.nonce },
    rules_version: sheet.rulesVersion,
    warnings: [...sent.warnings],
  };
  const idempotency = sent.keep(ack);
  bot.head.sequence = sheet.sequence;
  bot.head.receipt = sheet.receipt;
  try {
    await deps.intake.write({ sheet: sheetRow(sheet), idempotency });
  } catch (cause) {
    // What is in memory may be ahead of the database now: the bot's last receipt is read again.
    deps.registry.forget(bot);
    throw notStored(cause, 'the answers; none was taken');
  }
  return ack;
}

function checkActive({ botId, retired }: CallerBot): void {
  if (retired) throw new ApiError('agent_retired', `${botId} is retired and answers no more.`);
}

function answersOf({ answers }: AnswersRequest): Record<string, Json> {
  const entries = Object.entries(answers);
  const max = limits.answersPerSheetMax;
  if (entries.length > max)
    throw new ApiError('invalid_answers', `The sheet has ${entries.length} answers; the limit is ${max}.`, {
      fix: `Send at most ${max} at once; a later sheet adds to what was sent before.`,
    });
  if (entries.length === 0) throw new ApiError('invalid_answers', 'answers has no member.');
  return Object.fromEntries(entries.map(([id, answer]) => [id, plain(answer)]));
}

/** Numbers become doubles: an answer holds integers, and whatever is none of them is not understood. */
function plain(value: unknown): Json {
  if (value instanceof JsonNumber) return value.valueOf();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value as Json;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

/** How many that were not understood are told one by one. */
const toldMax = 10;

/** Canonical JSON of what was understood. Throws where nothing was. */
function understood(read: Readonly<Record<string, Read>>): string {
  const kept = Object.entries(read).flatMap(([id, of]): [string, Json][] =>
    of.state === 'understood' ? [[id, of.as]] : of.state === 'taken_back' ? [[id, null]] : [],
  );
  if (kept.length > 0) return canonicalJson(Object.fromEntries(kept));
  const told = faultsOf(read).slice(0, toldMax);
  const faults = told.map(([id, why]) => `${shown(id)}: ${why}.`).join(' ');
  throw new ApiError('invalid_answers', `No answer was understood. ${faults}`);
}

/** Why answers were not understood, by task. */
function faultsOf(read: Readonly<Record<string, Read>>): [string, string][] {
  return Object.entries(read).flatMap(([id, of]) =>
    of.state === 'not_understood'
      ? [[id, of.why]]
      : of.state === 'unknown_task'
        ? [[id, 'it is no task of the round']]
        : [],
  );
}
