/**
 * Takes a sheet of answers: reads it by the bot's own tasks, counts it, stamps it, chains it to the bot's last receipt, and acknowledges
 * it once it is durable. From the stamp on it cannot be changed; a later sheet may take its answers back.
 */
import type { CallerBot, Keep } from 'papertape-contract/call';
import { ApiError } from 'papertape-contract/errors';
import type { AnswersAck, AnswersRequest } from 'papertape-contract/round';
import { iso } from '../lib/clock.ts';
import type { Ids } from '../lib/ids.ts';
import type { Intake } from '../storage/intake.ts';
import { notStored } from '../storage/stored.ts';
import { checkOpen, roundOfBot, type RoundDeps } from './find-round.ts';
import { answersText, understood } from './read-sheet.ts';
import { answerReceipt, type Sheet } from './receipt.ts';
import { sheetRow } from './rounds.sql.ts';

export interface TakeAnswersDeps extends RoundDeps {
  readonly intake: Intake;
  readonly ids: Ids;
  /** Of the rules that are in force. */
  readonly rulesVersion: string;
  readonly registry: { readonly forget: (bot: CallerBot) => void };
  /** What is kept for bots. */
  readonly own: { readonly changed: (botId: string) => void };
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
  const read = await deps.rounds.maker.read({ made, botId: bot.botId }, answersText(asked.answers));
  const answers = understood(read);
  const sandbox = asked.sandbox ?? false;
  const oneMore = await deps.rounds.sheets.of(bot, round.id, sandbox);
  await count();
  // Again, after what was waited for: from here to the stamp nothing is.
  checkActive(bot);
  const receivedAt = deps.clock.now();
  checkOpen(round, receivedAt);
  oneMore();
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
    closes_at: iso(round.closesAt),
    sandbox,
    not_understood: Object.fromEntries(read.faults),
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
  } finally {
    deps.own.changed(bot.botId);
  }
  return ack;
}

function checkActive({ botId, retired }: CallerBot): void {
  if (retired) throw new ApiError('agent_retired', `${botId} is retired and answers no more.`);
}
