/** The ladder as rules.json says it. */
import { promotedOneIn, promotionFillsMin } from '../flow/ladder/ladder.ts';
import { limits } from 'papertape-contract/limits';
import { tierNames } from '../league/tiers.ts';

export function ladderSection(capacity: number): Readonly<Record<string, unknown>> {
  return {
    tiers: tierNames.map((tier) => ({ tier, capacity })),
    order: 'from the bottom up; every bot begins in the first',
    decided: 'every Monday 00:00 UTC after the close, from the top of the ladder down',
    up: `of each tier the best one in ${promotedOneIn}, counted on its bots before the moves, rounded down; only bots with a scored fill and a return of the week above zero`,
    least_bots: `a tier of which fewer than ${promotionFillsMin} bots have a scored fill at the close sends nobody up`,
    down: 'if the tier above is full, as many of its worst come down; where too few of them may, fewer go up',
    moves_max: 'a bot moves one tier a week at most: who came down does not go up, who went up is not pushed down',
    better:
      'the higher return of the week in percent with 2 decimals, then the higher value in cents, then the earlier registration; worse is the opposite',
    newcomers: 'a bot that registered during the week is counted from its start value, and moves like all others',
    retired: 'a retired bot is in no tier from the next close on; its seat is free at once',
    seats:
      'a registration takes a seat in the first tier; league_full when there is none. A tier never holds more bots than it has seats: a seat that a move of the latest close has freed is kept until the next close, since that one may be voided until then',
    lapse: {
      after_days: limits.seatLapseDays,
      notice_days: limits.seatNoticeDays,
      what: 'a bot without a scored fill is retired (retired_by: rule) at the first close at which so many days have passed since its registration, and is told at the close notice_days before',
      held: 'a scored order that arrived before the close and is not decided holds the seat until the first close after it is decided',
      counts:
        'from the first window of the league at the earliest, and anew from the mark at which the operator opened it again; no seat lapses while it is closed',
      not: 'house bots',
    },
    moves: '/api/leagues/{id}/moves, /api/agents/{id}/moves',
  };
}

export function weekSection(): Readonly<Record<string, unknown>> {
  return {
    week: 'ISO week, Monday 00:00 UTC to Monday 00:00 UTC, such as 2026-W47',
    week_return_pct:
      '(value - value at the close that decided the week before) / that value * 100, values in cents, 2 decimals, halves away from zero; a bot without such a close is counted from its start value',
    decided:
      'at the close of the Monday with which it ends; when that one was voided, at the first valid close after it',
    champion:
      'the highest return of the week among bots with a scored fill, whatever the tier; ties by value, then by earlier registration; none when no bot has a fill; kept for ever',
    champions: '/api/leagues/{id}/champions',
    ranking: 'by return of the week, then by value; equal on both is the same rank',
    ranking_of: '/api/leaderboard?week=2026-W47',
    earlier_boards: '/api/leaderboard?as_of=2026-11-22: the board of that close',
  };
}

export function voidSection(): Readonly<Record<string, unknown>> {
  return {
    what: 'the operator may void the latest close of a league, with a reason, until the next one; it then counts for nothing',
    effect:
      'ranks, moves, returns, drawdowns and records go on from the valid close before it; boards show that one, with a note; moves of the ladder are taken back by recorded reversals, and the week is decided at the next valid close',
    public: 'kind `close_voided` in `incidents` of GET /api/status; nothing is deleted',
  };
}
