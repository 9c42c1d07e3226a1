/**
 * The art of the house: on Mondays, once the close with which a week ends is on the board, the first house bot of a league posts the
 * drawing of the week into the showcase (docs/bots/house-bots.md). Whether it is there already is read from the showcase, and a request
 * that was sent before is one with its repetition, so nothing of it is kept.
 */
import { PapertapeError, type Client } from 'papertape-client';
import { parseIsoWeek, weekOfClose, type Week } from '../flow/ladder/iso-week.ts';
import { iso, type Instant } from '../lib/clock.ts';
import { dayMs, hourMs, weekStart } from '../lib/time.ts';
import { createClients } from './clients.ts';
import type { HouseDeps } from './house-deps.ts';
import type { Player } from './moves.ts';
import { drawWeek, weekCaption, weekTitle } from './week-art.ts';

export interface WeekPosts<Bot> {
  /** Is it Monday, and is nothing known yet of the drawing of the week? */
  readonly isDue: (player: Player<Bot>) => boolean;
  /** One attempt. Throws what the client throws. */
  readonly post: (player: Player<Bot>) => Promise<void>;
}

const entriesPerPage = 50;

export function createWeekPosts<Bot extends { readonly id: string }>(deps: HouseDeps): WeekPosts<Bot> {
  const { file, now, realNow, realMsUntil, pace } = deps;
  const clients = createClients(deps);
  /** By league: the week whose drawing is there, or is none. */
  const done = new Map<string, string>();

  async function post(player: Player<Bot>): Promise<void> {
    const { league, bot } = player;
    const { seats } = file.league(league);
    const seat = seats[bot.id];
    const week = weekEnded(now());
    if (!seat || !week) return;
    const board = await clients.open.leaderboard({ league, perPage: 1 });
    if (board.as_of !== iso(week.end)) {
      player.notBefore = realNow() + realMsUntil(now() + hourMs);
      return;
    }
    const own = Object.values(seats).map(({ agentId }) => agentId);
    const lines = own.flatMap((id) => board.house.find((row) => row.agent_id === id) ?? []);
    const poster = lines.filter((row) => row.agent_id === seat.agentId);
    const title = weekTitle(week, board.name);
    const art = drawWeek(title, week, poster) && drawWeek(title, week, lines);
    if (art !== undefined && !(await isThere(clients.open, week.end, own))) {
      await pace();
      const entry = { board: 'art', title, kind: 'svg', art, caption: weekCaption } as const;
      await clients
        .of(seat)
        .postToShowcase(entry, { idempotencyKey: `house ${week.name}` })
        .catch(passIfThere);
    }
    done.set(league, week.name);
  }

  return {
    isDue: ({ league }) => {
      const week = weekEnded(now());
      return week !== undefined && done.get(league) !== week.name;
    },
    post,
  };
}

/** The week that ended on this day; undefined when it is no Monday. */
function weekEnded(at: Instant): Week | undefined {
  const monday = weekStart(at);
  return at - monday < dayMs ? parseIsoWeek(weekOfClose(monday)) : undefined;
}

/** Did one of these bots post since an instant? */
async function isThere(open: Pick<Client, 'showcase'>, since: Instant, bots: readonly string[]): Promise<boolean> {
  for (let page = 1; ; page++) {
    const asked = { board: 'art', sort: 'new', withoutArt: true, page, perPage: entriesPerPage } as const;
    const { entries, list } = await open.showcase(asked);
    const fresh = entries.filter(({ created }) => Date.parse(created) >= since);
    if (fresh.some(({ bot }) => bots.includes(bot.id))) return true;
    if (fresh.length < entriesPerPage || page >= list.pages) return false;
  }
}

/** Another drawing was sent in this week's name: the one that is there stays. */
function passIfThere(e: unknown): void {
  if (!(e instanceof PapertapeError) || e.code !== 'idempotency_conflict') throw e;
}
