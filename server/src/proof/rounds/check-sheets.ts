/** Tasks, keys and scores made again: the revealed seed and the published sheets in, what they score out. */
import type { RoundRecord } from 'papertape-contract/round';
import { sha256 } from '../../lib/hash.ts';
import { byCodeUnits } from '../../lib/text.ts';
import { markMs } from '../../lib/time.ts';
import type { Round } from '../../rounds/calendar.ts';
import type { Json } from '../../rounds/json.ts';
import {
  keyFile,
  parWithout,
  planOf,
  prepare,
  scoreSheet,
  seedHex,
  standing,
  variantOf,
  type Made,
  type SheetScore,
} from '../../rounds/make.ts';
import { readAnswers } from '../../rounds/reading.ts';
import { answerReceipt } from '../../rounds/receipt.ts';
import { ticketOf } from '../../rounds/seed.ts';
import type { Generator, Variant } from '../../rounds/source.ts';
import type { Steps } from '../check/steps.ts';
import { pagesOf } from '../follow/shown-pages.ts';
import type { CheckedRound } from './checked-round.ts';
import type { LoggedSheet } from './logged-round.ts';

/** @returns by bot what its sheets score; undefined where it cannot be told. */
export async function scoresAgain(
  checked: CheckedRound,
  generator: Generator | undefined,
): Promise<ReadonlyMap<string, SheetScore> | undefined> {
  const { steps, round, logged, facts } = checked;
  const { committed, keyed, opened, beacon, scored, closed } = facts;
  if (!committed || !keyed || !opened || !beacon || !scored) return undefined;
  const counted = logged.sheets.filter((s) => s.counts);
  const answering = [...new Set(counted.map((s) => s.botId))].sort(byCodeUnits);
  const told = { sheets: counted.length, answered_by: answering.length };
  steps.same('sheets that count, and bots that sent them', closed, told);
  steps.same(
    'who answered was in the round',
    answering.filter((id) => !opened.entrants.includes(id)),
    [],
  );
  if (generator?.id !== committed.source) {
    steps.unchecked('tasks, keys and scores', `this program has not ${committed.source}`);
    return undefined;
  }
  const { levels, commitment } = committed;
  const seeding = { league: round.league, round: round.name, levels, commitment };
  const seeded = { ...seeding, secret: scored.secret, beacon: beacon.beacon };
  steps.same('attempt, par and keys, made again', keyed, prepare(generator, seeded, opened.entrants));
  const made: Made = { ...seeding, seed: seedHex(seeded, keyed.attempt) };
  const struck = facts.struck?.task;
  if (struck !== undefined) steps.same(`par without ${struck}`, scored.par, parWithout(generator, made, struck));
  const plan = planOf(generator, made);
  const scores = new Map<string, SheetScore>();
  for (const botId of answering)
    await steps.part(`answers of ${botId}`, async () => {
      const variant = variantOf(generator, plan, made, botId);
      const sheets = await checkRecord(checked, botId, keyFile(generator, made, [botId]));
      await checkMaterial(checked, variant, `${ticketOf(Buffer.from(made.seed, 'hex'), botId)}`, botId);
      for (const sheet of sheets) checkUnderstood(steps, variant, sheet);
      scores.set(botId, scoreSheet(variant, standing(sheets), struck));
    });
  return scores;
}

interface PublishedSheet {
  readonly answerId: string;
  readonly answers: string;
}

/** What is published of a bot's sheets, against the receipts of the log. */
async function checkRecord(
  { service, steps, round, logged }: CheckedRound,
  botId: string,
  keys: string,
): Promise<PublishedSheet[]> {
  const published: RoundRecord['sheets'][number][] = [];
  let line: string | null = null;
  published.push(
    ...(await pagesOf(service, `/api/agents/${botId}/rounds/${round.id}/record`, (page: RoundRecord) => {
      line = page.key_line;
      return page.sheets;
    })),
  );
  steps.same(`keys of ${botId}`, `${line ?? ''}\n`, keys);
  const expected = logged.sheets.filter((s) => s.botId === botId && s.counts);
  steps.same(
    `sheets of ${botId} are those of the log`,
    published.map((s) => [s.answer_id, s.receipt.sequence, s.receipt.hash]),
    expected.map((s) => [s.answerId, s.sequence, s.receipt]),
  );
  for (const [i, sheet] of published.entries()) checkSheet(steps, round, sheet, expected[i]);
  return published.map((s) => ({ answerId: s.answer_id, answers: s.answers_text }));
}

function checkSheet(
  steps: Steps,
  round: Round,
  sheet: RoundRecord['sheets'][number],
  logged: LoggedSheet | undefined,
): void {
  if (!logged) return;
  const { answer_id: answerId, receipt } = sheet;
  const receivedAt = Date.parse(sheet.received_at);
  const computed = answerReceipt(
    {
      answerId,
      botId: logged.botId,
      sequence: receipt.sequence,
      receivedAt,
      league: round.league,
      sandbox: false,
      answers: sheet.answers_text,
      nonce: receipt.nonce,
      previous: receipt.previous,
      rulesVersion: sheet.rules_version,
    },
    round.name,
  );
  steps.same(`receipt of ${answerId}`, receipt.hash, computed);
  steps.same(`the receipt before ${answerId}`, receipt.previous, logged.previous);
  const isInTime = receivedAt >= round.opensAt && receivedAt < round.closesAt;
  steps.same(`${answerId} came while the round was open`, isInTime, true);
  const isOfMark = receivedAt >= logged.mark - markMs && receivedAt < logged.mark;
  steps.same(`${answerId} stands in the log at the mark after it`, isOfMark, true);
}

/** What was stored is what is understood of it. */
function checkUnderstood(steps: Steps, variant: Variant, { answerId, answers }: PublishedSheet): void {
  const read = readAnswers(variant, JSON.parse(answers) as Record<string, Json>);
  const again = Object.entries(read).map(([id, of]) => [id, of.state === 'understood' ? of.as : null]);
  steps.same(`${answerId} is understood as it says`, JSON.parse(answers), Object.fromEntries(again));
}

/** Files and the first page as they are served now. */
async function checkMaterial(
  { service, steps, round }: CheckedRound,
  variant: Variant,
  ticket: string,
  botId: string,
): Promise<void> {
  const served: [string, string][] = [];
  for (const { name } of variant.files)
    served.push([name, sha256(await service.bytes(`/rounds/${round.id}/files/${ticket}/${name}`))]);
  const computed = variant.files.map(({ name, bytes }): [string, string] => [name, sha256(bytes)]);
  if (variant.paths.includes('')) {
    served.push(['', sha256(await service.text(`/rounds/${round.id}/site/${ticket}`))]);
    computed.push(['', sha256(variant.page('') ?? '')]);
  }
  steps.same(`files and first page of ${botId}`, served, computed);
}
