/** What rounds did to a bot of a task league, as events at the marks that did it. */
import { botById } from '../bots/bots.sql.ts';
import { leagueById } from '../league/catalogue.ts';
import { iso } from '../lib/clock.ts';
import { formatFixed, moneyScale } from '../lib/decimal.ts';
import { markMs } from '../lib/time.ts';
import { whatRoundsDid } from '../rounds/agent-rounds.ts';
import { parseRoundId, type Round } from '../rounds/calendar.ts';
import { readFacts, reversalOf, type Voided } from '../rounds/facts.ts';
import type { Sheet } from '../rounds/receipt.ts';
import { factsOfRounds } from '../rounds/rounds.sql.ts';
import type { Db } from '../storage/storage.ts';
import type { EventBody } from './event-view.ts';
import type { Span } from './events.sql.ts';
import { places, type Happening } from './merge.ts';
import { roundsPaidWithin, roundsToldWithin, sheetsWithin } from './round-events.sql.ts';

type Happened = Happening<EventBody>;

/** Lists of them, each by mark. None for a bot that trades. */
export async function roundEvents(
  db: Db,
  { botId, league }: { readonly botId: string; readonly league: string },
  span: Span,
): Promise<Happened[][]> {
  if (leagueById.get(league)?.kind.takes !== 'answers') return [];
  const bot = await botById(db, botId);
  if (!bot) return [];
  const roundOf = (id: string): Round => {
    const round = parseRoundId([league], id);
    if (!round) throw new Error(`${id} is no round of ${league}`);
    return round;
  };
  const told = await roundsToldWithin(db, bot, span);
  return [
    (await sheetsWithin(db, botId, span)).map((sheet) => answersReceived(sheet, roundOf(sheet.roundId))),
    told.map((f) =>
      f.name === 'void'
        ? roundVoid(roundOf(f.id), f.mark, JSON.parse(f.text) as Voided)
        : roundOpened(roundOf(f.id), f.mark),
    ),
    await paid(db, botId, span, roundOf),
  ];
}

function answersReceived({ answerId, receivedAt, sandbox, receipt, sequence }: Sheet, round: Round): Happened {
  const at = (Math.floor(receivedAt / markMs) + 1) * markMs;
  const data = { ...named(round), answer_id: answerId, received_at: iso(receivedAt), sandbox, receipt, sequence };
  const what = { id: `answers_received/${answerId}`, type: 'answers_received', data } as const;
  return { at, place: places.answersReceived, what };
}

function roundOpened(round: Round, at: number): Happened {
  const data = { ...named(round), closes_at: iso(round.closesAt) };
  return { at, place: places.roundOpened, what: { id: `round_opened/${round.id}`, type: 'round_opened', data } };
}

function roundVoid(round: Round, at: number, { reason }: Voided): Happened {
  const data = { ...named(round), reason };
  return { at, place: places.roundVoid, what: { id: `round_void/${round.id}`, type: 'round_void', data } };
}

async function paid(db: Db, botId: string, span: Span, roundOf: (id: string) => Round): Promise<Happened[]> {
  const payouts = await roundsPaidWithin(db, botId, span);
  const ids = [...new Set(payouts.map(({ id }) => id.split('/')[0] ?? id))];
  const facts = Map.groupBy(await factsOfRounds(db, ids), (f) => f.id);
  const did = await whatRoundsDid(db, botId, ids);
  return payouts.map(({ id, mark, cash }): Happened => {
    const [roundId = id] = id.split('/');
    const round = roundOf(roundId);
    if (id === reversalOf(roundId)) {
      const reason = readFacts(facts.get(roundId) ?? []).reversed?.reason ?? '';
      const data = { ...named(round), cash: formatFixed(cash, moneyScale), reason };
      const what = { id: `round_reversed/${roundId}`, type: 'round_reversed', data } as const;
      return { at: mark, place: places.roundReversed, what };
    }
    const result = did.get(roundId);
    if (!result) throw new Error(`${roundId} paid ${botId} and has no result of it`);
    const what = { id: `round_scored/${roundId}`, type: 'round_scored', data: { ...named(round), ...result } } as const;
    return { at: mark, place: places.roundScored, what };
  });
}

function named({ league, name, id }: Round) {
  return { league, round: name, round_id: id };
}
