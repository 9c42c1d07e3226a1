/** Weeks, champions, moves between tiers, and what separates a bot from the next one. */
import { tierName, topTier } from '../league/tiers.ts';
import type {
  AllChampions,
  Champions,
  DecidedWeekView,
  DistanceToNextTier,
  TierMoves,
  TierMoveView,
} from 'papertape-contract/league';
import { iso } from '../lib/clock.ts';
import type { Bot } from '../bots/bot.ts';
import type { Db } from '../storage/storage.ts';
import { weekOfClose } from '../flow/ladder/iso-week.ts';
import { tiersOfBots } from '../flow/ladder/ladder.sql.ts';
import type { TierMove } from '../flow/ladder/moves.ts';
import { distanceUp } from '../flow/ladder/distance.ts';
import { promotionFillsMin } from '../flow/ladder/ladder.ts';
import { valueCents } from '../flow/rank/rank.ts';
import { decodeRecord } from '../flow/rank/record.ts';
import { weekReturn } from '../flow/rank/returns.ts';
import { recordsAt } from './boards.sql.ts';
import type { BoardClose, BotClose } from './close.ts';
import { paged, type Page } from './paging.ts';
import {
  countMoves,
  countWeeks,
  countWeeksOf,
  latestWeeks,
  mostTitles,
  newestMoves,
  weekDecidedBy,
  weeksOf,
  weeksOfLeagues,
  type DecidedWeek,
} from './weeks.sql.ts';

export async function championsView(db: Db, league: string, at: Page): Promise<Champions> {
  const weeks = await weeksOf(db, league, at);
  return { league, ...paged(at, await countWeeks(db, league)), champions: weeks.map(weekView) };
}

/** Bots with most titles that an answer names. */
const titlesMax = 10;

/** Of one league, or of all that are on the lists. @param league null for those of `leagues`. */
export async function allChampions(
  db: Db,
  league: string | null,
  leagues: readonly string[],
  at: Page,
): Promise<AllChampions> {
  const of = league === null ? leagues : [league];
  const weeks = await weeksOfLeagues(db, of, at);
  const titles = await mostTitles(db, of, titlesMax);
  return {
    league,
    ...paged(at, await countWeeksOf(db, of)),
    titles: titles.map((t) => ({
      agent_id: t.botId,
      name: t.name,
      titles: t.titles,
      best_week_return_pct: t.bestBps / 100,
    })),
    champions: weeks.map(weekView),
  };
}

/** Weeks of a league that its entry in the catalogue lists. */
const latestWeeksListed = 5;

/** The latest decided weeks by league. */
export async function latestChampions(db: Db): Promise<Map<string, DecidedWeekView[]>> {
  return Map.groupBy((await latestWeeks(db, latestWeeksListed)).map(weekView), (w) => w.league);
}

export function weekView({ league, week, decidedAt, bots, champion }: DecidedWeek): DecidedWeekView {
  return {
    league,
    week,
    decided_at: iso(decidedAt),
    bots,
    champion: champion
      ? {
          agent_id: champion.botId,
          name: champion.name,
          week_return_pct: champion.weekBps / 100,
          value_usd: valueCents(champion.value) / 100,
        }
      : null,
  };
}

/** Moves of a league, or of one bot of it. */
export async function movesView(db: Db, league: string, at: Page, botId: string | null = null): Promise<TierMoves> {
  const of = botId === null ? { league } : { botId };
  const moves = await newestMoves(db, of, at);
  return { league, agent_id: botId, ...paged(at, await countMoves(db, of)), moves: moves.map(moveView) };
}

export function moveView(m: TierMove): TierMoveView {
  return {
    agent_id: m.botId,
    league: m.league,
    week: m.week,
    close: iso(m.close),
    at: iso(m.atMark),
    from: tierName(m.from),
    to: tierName(m.to),
    why: m.why,
    place: m.place,
    week_return_pct: m.weekBps / 100,
  };
}

/** The tier of a bot now. */
export async function tierOf(db: Db, botId: string): Promise<number> {
  return (await tiersOfBots(db, [botId])).get(botId) ?? 0;
}

/** @param board the league's last valid board. @param last the bot's last valid close. */
export async function distanceToNextTier(
  db: Db,
  bot: Pick<Bot, 'botId' | 'league' | 'registeredAt' | 'retiredAt'>,
  board: BoardClose | undefined,
  last: BotClose | undefined,
): Promise<DistanceToNextTier> {
  const tier = await tierOf(db, bot.botId);
  const close = board?.close;
  const none: DistanceToNextTier = {
    tier: tierName(tier),
    next_tier: tier === topTier ? null : tierName(tier + 1),
    week: null,
    as_of: close === undefined ? null : iso(close),
    places: null,
    week_return_pct: null,
    needed_week_return_pct: null,
    points: null,
    would_go_up: false,
    reason: null,
  };
  if (tier === topTier) return { ...none, reason: 'There is no tier above this one.' };
  if (bot.retiredAt !== null) return { ...none, reason: 'A retired bot does not move.' };
  if (!board || !last || close === undefined || last.close !== close)
    return { ...none, reason: 'The bot was not valued at a close yet.' };
  if ((await weekDecidedBy(db, bot.league, close)) !== undefined)
    return { ...none, reason: 'The last close ended the week; the new one has no close yet.' };
  const week = weekOfClose(close);
  const stored = (await recordsAt(db, [bot.botId], close)).get(bot.botId);
  const line = board.tiers.find((t) => t.tier === tier);
  if (stored === undefined || !line) return { ...none, week, reason: 'The last close has no places for this tier.' };
  const { cents } = last;
  const weekBps = weekReturn(decodeRecord(stored), cents);
  const hasFill = last.firstFillAt !== null;
  if (line.places === 0)
    return {
      ...none,
      week,
      places: 0,
      week_return_pct: weekBps / 100,
      reason: `Nobody goes up: fewer than ${promotionFillsMin} bots of ${tierName(tier)} have a scored fill.`,
    };
  const climber = { botId: bot.botId, weekBps, cents, registeredAt: bot.registeredAt, hasFill };
  const { neededBps, missingBps, wouldGoUp } = distanceUp(climber, line);
  return {
    ...none,
    week,
    places: line.places,
    week_return_pct: weekBps / 100,
    needed_week_return_pct: neededBps / 100,
    points: missingBps / 100,
    would_go_up: wouldGoUp,
    reason: hasFill ? null : 'Only a bot with a scored fill goes up.',
  };
}
