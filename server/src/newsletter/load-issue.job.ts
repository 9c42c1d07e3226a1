/** Loads what happened in a week. */
import { boardIds, boardNames } from 'papertape-contract/showcase-boards';
import { botsByIds } from '../bots/bots.sql.ts';
import type { Moderated } from '../bots/moderated.ts';
import type { Bot } from '../bots/bot.ts';
import { parseIsoWeek, type Week } from '../flow/ladder/iso-week.ts';
import { valueCents } from '../flow/rank/rank.ts';
import { decodeRecord } from '../flow/rank/record.ts';
import { weekReturn } from '../flow/rank/returns.ts';
import { rankWeek } from '../flow/rank/week.ts';
import { leagueAtClose } from '../read/boards.sql.ts';
import type { MarketView } from '../read/snapshot.ts';
import { weekInLeagues, type DecidedWeek } from '../read/weeks.sql.ts';
import { picksOfWeek } from '../showcase/picks-of-week.ts';
import type { Db } from '../storage/storage.ts';
import { botsEntered, promotionsAt } from './issue.sql.ts';
import {
  composeIssue,
  type Issue,
  type LeagueWeek,
  type NamedBot,
  type NewBot,
  type PickedEntry,
  type Promotion,
  type RankedBot,
} from './issue.ts';

export interface LoadIssueDeps {
  readonly db: Db;
  readonly market: Pick<MarketView, 'snapshot' | 'info'>;
  readonly moderated: Pick<Moderated, 'isBanned' | 'bannedBots' | 'decidedEntries'>;
}

/** @returns undefined for what is no week, and for one that no league has decided. */
export async function loadIssue(deps: LoadIssueDeps, name: string): Promise<Issue | undefined> {
  const week = parseIsoWeek(name);
  if (!week) return undefined;
  const { incidents, settings } = await deps.market.snapshot();
  const isShown = (league: string): boolean => settings.get(league)?.hidden === undefined;
  const decided = (await weekInLeagues(deps.db, name)).filter(({ league }) => isShown(league));
  if (decided.length === 0) return undefined;
  return composeIssue({
    week: name,
    start: week.start,
    end: week.end,
    leagues: await oneByOne(decided, (of) => leagueWeek(deps, of)),
    promotions: (await oneByOne(decided, (of) => promotionsOf(deps, of))).flat(),
    newBots: await newBots(deps, week, isShown),
    picks: await picksIn(deps, week),
    incidents: incidents
      .filter(({ atMark, kind }) => atMark >= week.start && atMark < week.end && kind !== 'day_filed')
      .map(({ atMark, kind, about, reason }) => ({ at: atMark, kind, about: about.id, reason })),
    caution: deps.market.info.caution,
  });
}

/** One after another: an issue is in no hurry, and requests go on beside it. */
async function oneByOne<A, B>(all: readonly A[], work: (one: A) => Promise<B>): Promise<B[]> {
  const done: B[] = [];
  for (const one of all) done.push(await work(one));
  return done;
}

async function leagueWeek(
  deps: LoadIssueDeps,
  { league, bots, champion, decidedAt }: DecidedWeek,
): Promise<LeagueWeek> {
  if (!champion) return { league, bots, champion: undefined, second: undefined };
  const next = await runnerUp(deps.db, league, decidedAt, champion.botId);
  const named = await namedBots(deps, [champion.botId, ...(next ? [next.botId] : [])]);
  const ranked = (botId: string, weekBps: number): RankedBot | undefined => {
    const bot = named.get(botId);
    return bot && { bot, weekBps };
  };
  return {
    league,
    bots,
    champion: ranked(champion.botId, champion.weekBps),
    second: next && ranked(next.botId, next.weekBps),
  };
}

/** The best of the others that have traded. */
async function runnerUp(
  db: Db,
  league: string,
  close: number,
  champion: string,
): Promise<{ readonly botId: string; readonly weekBps: number } | undefined> {
  const rows = (await leagueAtClose(db, league, close))
    .map((row) => ({ ...row, record: decodeRecord(row.record), cents: valueCents(row.value) }))
    .filter(({ botId, record }) => botId !== champion && record.traded > 0n);
  const weekBps = rows.map(({ record, cents }) => weekReturn(record, cents));
  const cents = rows.map((row) => row.cents);
  const registeredAt = rows.map((row) => row.registeredAt);
  const [best] = rankWeek({ weekBps, cents, registeredAt }).order;
  const row = best === undefined ? undefined : rows[best];
  return row && { botId: row.botId, weekBps: weekBps[best as number] as number };
}

async function promotionsOf(deps: LoadIssueDeps, { league, decidedAt }: DecidedWeek): Promise<Promotion[]> {
  const moves = await promotionsAt(deps.db, league, decidedAt);
  const named = await namedBots(
    deps,
    moves.map(({ botId }) => botId),
  );
  return moves.flatMap(({ botId, to, weekBps }) => {
    const bot = named.get(botId);
    return bot ? [{ bot, league, to, weekBps }] : [];
  });
}

async function newBots(
  { db, moderated }: LoadIssueDeps,
  { start, end }: Week,
  isShown: (league: string) => boolean,
): Promise<NewBot[]> {
  const entered = await botsEntered(db, start, end);
  return entered.filter(({ bot, league }) => isShown(league) && !moderated.isBanned(bot.botId));
}

/** The same that /showcase/picks/{week} has: what is hidden or of a banned bot is not among them. */
async function picksIn(deps: LoadIssueDeps, week: Week): Promise<PickedEntry[]> {
  const { db, moderated } = deps;
  const picks = await picksOfWeek(db, { ...moderated.decidedEntries(), banned: moderated.bannedBots() }, week);
  const picked = boardIds.flatMap((board) => picks[board]);
  const named = await namedBots(
    deps,
    picked.map(({ botId }) => botId),
  );
  return picked.flatMap(({ id, board, title, botId }) => {
    const bot = named.get(botId);
    return bot ? [{ id, board: boardNames[board], title, bot }] : [];
  });
}

/** Of them those that are not banned. A name that the operator hid is not in the row any more. */
async function namedBots({ db, moderated }: LoadIssueDeps, ids: readonly string[]): Promise<Map<string, NamedBot>> {
  const bots = await botsByIds(db, ids);
  return new Map(bots.filter((bot) => !moderated.isBanned(bot.botId)).map((bot) => [bot.botId, nameOf(bot)]));
}

function nameOf({ botId, name, house }: Bot): NamedBot {
  return { botId, name, house };
}
