/** A league's ladder as it stands at its last close: its bots by tier and running week, and where each would go if the week ended now. */
import type { LadderTier, LadderZones, Zone } from 'papertape-contract/ladder-zones';
import { limits } from 'papertape-contract/limits';
import { botsByIds } from '../bots/bots.sql.ts';
import { weekOfClose } from '../flow/ladder/iso-week.ts';
import { tiersOf } from '../flow/ladder/ladder.sql.ts';
import { decideLadder, type LadderBots } from '../flow/ladder/ladder.ts';
import { valueCents } from '../flow/rank/rank.ts';
import { decodeRecord } from '../flow/rank/record.ts';
import { weekReturn } from '../flow/rank/returns.ts';
import { compareWeeks } from '../flow/rank/week.ts';
import { tierName, tierNames } from '../league/tiers.ts';
import { iso } from '../lib/clock.ts';
import type { Db } from '../storage/storage.ts';
import { latestBoard, leagueAtClose } from './boards.sql.ts';
import { lastClosesOf } from './closes.sql.ts';
import { weekDecidedBy } from './weeks.sql.ts';

/** @param capacity seats of each tier. */
export async function ladderZones(db: Db, league: string, capacity: number): Promise<LadderZones> {
  const board = await latestBoard(db, league);
  if (!board) return { league, as_of: null, week: null, decided: false, tiers: emptyTiers(), listed: true };
  const { close } = board;
  const decided = (await weekDecidedBy(db, league, close)) !== undefined;
  const at = { league, as_of: iso(close), week: weekOfClose(close), decided };
  if (board.counts.valued > limits.ladderListBotsMax) {
    const lines = new Map(board.tiers.map((t) => [t.tier, t]));
    const tiers = emptyTiers().map((empty, i) => {
      const line = lines.get(tierNames.length - 1 - i);
      return line ? { ...empty, bots: line.bots, places: line.places } : empty;
    });
    return { ...at, tiers, listed: false };
  }
  return { ...at, tiers: await zonesAt(db, { league, close, capacity, decided }), listed: true };
}

interface LadderAt {
  readonly league: string;
  readonly close: number;
  readonly capacity: number;
  readonly decided: boolean;
}

async function zonesAt(db: Db, { league, close, capacity, decided }: LadderAt): Promise<LadderTier[]> {
  const rows = await leagueAtClose(db, league, close);
  const ids = rows.map((r) => r.botId);
  const tierOfBot = await tiersOf(db, league);
  const lasts = await lastClosesOf(db, ids);
  const names = new Map((await botsByIds(db, ids)).map((b) => [b.botId, b.name]));
  const cents = Float64Array.from(rows, (r) => valueCents(r.value));
  const bots: LadderBots = {
    tier: Uint8Array.from(ids, (id) => tierOfBot.get(id) ?? 0),
    weekBps: Float64Array.from(rows, (r, i) => weekReturn(decodeRecord(r.record), cents[i] ?? 0)),
    cents,
    hasFill: Uint8Array.from(ids, (id) => ((lasts.get(id)?.firstFillAt ?? null) === null ? 0 : 1)),
    registeredAt: Float64Array.from(rows, (r) => r.registeredAt),
  };
  const outcome = decideLadder(bots, tierNames.length, capacity);
  // At the close that ended the week all have moved by it: nobody moves by it again.
  const moves = decided ? [] : outcome.moves;
  const zones = new Map(moves.map((m): [number, Zone] => [m.bot, m.to > m.from ? 'up' : 'down']));
  const members = Map.groupBy(rows.keys(), (i) => bots.tier[i] ?? 0);
  return outcome.tiers.toReversed().map(({ tier, before, places }) => ({
    tier: tierName(tier),
    bots: before,
    places,
    list: (members.get(tier) ?? [])
      .toSorted((a, b) => compareWeeks(bots, a, b))
      .map((i) => ({
        agent_id: ids[i] ?? '',
        name: names.get(ids[i] ?? '') ?? '',
        week_return_pct: (bots.weekBps[i] ?? 0) / 100,
        zone: zones.get(i) ?? 'stay',
      })),
  }));
}

function emptyTiers(): LadderTier[] {
  return tierNames.toReversed().map((tier) => ({ tier, bots: 0, places: 0, list: [] }));
}
