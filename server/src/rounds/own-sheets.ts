/** A bot's own sheets, each with its receipt, and what they scored. */
import type { SheetList, SheetView } from 'papertape-contract/round';
import { iso, type Clock } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { whatRoundsDid } from './agent-rounds.ts';
import { parOf } from './facts.ts';
import { knownRounds, type FoundRound } from './find-round.ts';
import { tasksScored } from './task-scores.ts';
import type { Sheet } from './receipt.ts';
import { countOwnSheets, ownSheetsPage, type OwnSheets } from './listing.sql.ts';
import { scoresOf, type Rows } from './rounds.sql.ts';

interface SheetDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** A page of them, the newest first, and how many there are in all. */
export async function sheetList(
  { db, clock }: SheetDeps,
  { league, ...which }: OwnSheets & { readonly league: string },
  rows: Rows,
): Promise<Pick<SheetList, 'total' | 'sheets'>> {
  const sheets = await ownSheetsPage(db, which, rows);
  const ids = [...new Set(sheets.map((s) => s.roundId))];
  const rounds = new Map((await knownRounds(db, league, ids, clock.now())).map((r) => [r.round.id, r]));
  return {
    total: await countOwnSheets(db, which),
    sheets: sheets.map((sheet) => asTaken(sheet, needRound(rounds.get(sheet.roundId), sheet))),
  };
}

export async function sheetView({ db, clock }: SheetDeps, sheet: Sheet): Promise<SheetView> {
  const { botId, league, roundId } = sheet;
  const [found] = await knownRounds(db, league, [roundId], clock.now());
  const round = needRound(found, sheet);
  return { agent_id: botId, ...asTaken(sheet, round), result: await resultOf(db, sheet, round) };
}

/** Nobody learns of a score before the round is scored, its own bot included. */
async function resultOf(
  db: Db,
  { botId, roundId, sandbox }: Sheet,
  { state, facts }: FoundRound,
): Promise<SheetView['result']> {
  if (state !== 'scored') return null;
  const [scored] = await scoresOf(db, roundId, { sandbox, botIds: [botId] });
  if (!scored) return null;
  const tasks = tasksScored(scored.tasks);
  if (sandbox) return { ...unpaid, score: scored.score, par: parOf(facts), tasks };
  const did = (await whatRoundsDid(db, botId, [roundId])).get(roundId);
  return did ? { ...did, tasks } : null;
}

const unpaid = { place: null, of: null, return_pct: null, cash_before: null, cash_after: null };

function needRound(found: FoundRound | undefined, { answerId, roundId }: Sheet): FoundRound {
  if (!found) throw new Error(`sheet ${answerId} is of ${roundId}, which is no round`);
  return found;
}

function asTaken(sheet: Sheet, { round, state }: FoundRound): SheetList['sheets'][number] {
  return {
    league: round.league,
    round: round.name,
    state,
    answer_id: sheet.answerId,
    received_at: iso(sheet.receivedAt),
    closes_at: iso(round.closesAt),
    sandbox: sheet.sandbox,
    answers_text: sheet.answers,
    receipt: { hash: sheet.receipt, previous: sheet.previous, sequence: sheet.sequence, nonce: sheet.nonce },
    rules_version: sheet.rulesVersion,
  };
}
