/**
 * What everyone may know of the last marks, as events with ids that sort in their order: by mark, and within one by kind and name. An
 * event has the same id and text whenever it is made, so a reader goes on where it stood after the service was started anew, too.
 */
import type { LiveEvent, PublicFill } from 'papertape-contract/fill';
import { limits } from 'papertape-contract/limits';
import { leagues, leagueById } from '../../league/catalogue.ts';
import { tierName } from '../../league/tiers.ts';
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import { idsFrom } from '../../lib/ids.ts';
import { closeAfter, dayMs, windowMs } from '../../lib/time.ts';
import type { Incident } from '../../operator/incident.ts';
import type { Db } from '../../storage/storage.ts';
import type { MarketSnapshot } from '../load-snapshot.ts';
import { weeksDecidedFrom } from '../weeks.sql.ts';
import { closesFrom, movesFrom } from './live.sql.ts';
import { publicFill } from './tape-view.ts';
import { fillsBefore } from './tape.sql.ts';

/** Events go back so far at most. */
export const liveMsMax = dayMs;

const leagueIds = leagues.map((l) => l.id);
const nameOf = (league: string): string => leagueById.get(league)?.name ?? league;

/** Kinds in the order in which they stand within a mark. The mark itself comes last: whoever has it has all of it. */
const kinds = ['fill', 'close', 'champion', 'tier_move', 'incident', 'mark'] as const;

function event(
  type: LiveEvent['type'],
  at: Instant,
  key: string,
  told: Pick<LiveEvent, 'league' | 'text' | 'href'> & { readonly fill?: PublicFill },
): LiveEvent {
  const id = `${liveIdFrom(at)}${kinds.indexOf(type)}${key}`;
  return { id, type, mark: iso(at), league: told.league, text: told.text, href: told.href, fill: told.fill ?? null };
}

/** What sorts before the ids of a mark's events. Digits of a fixed number sort as the numbers do. */
export function liveIdFrom(at: Instant): string {
  return `live_${String(at).padStart(13, '0')}_`;
}

export const liveIdPattern = /^live_\d{13}_[\w-]{0,80}$/;

/** What the closes of the last day decided, up to the last mark. It stays what it is until the next close. */
export async function closeEvents(db: Db, lastMark: Instant): Promise<LiveEvent[]> {
  const from = closeAfter(lastMark) - 2 * dayMs;
  const closes = await closesFrom(db, leagueIds, from);
  const weeks = await weeksDecidedFrom(db, leagueIds, from);
  const moves = await movesFrom(db, leagueIds, from);
  const events = [
    ...closes.map(({ league, close, bots }) =>
      event('close', close, league, {
        league,
        text: `${nameOf(league)} closed the day: ${bots} ${bots === 1 ? 'bot was' : 'bots were'} valued.`,
        href: `/leagues/${league}?as_of=${isoDate(close)}`,
      }),
    ),
    ...weeks.flatMap(({ league, week, decidedAt, champion }) =>
      champion === undefined
        ? []
        : [
            event('champion', decidedAt, league, {
              league,
              text: `${champion.name} is the champion of ${week} in ${nameOf(league)}.`,
              href: `/leagues/${league}/champions`,
            }),
          ],
    ),
    ...moves.map((m) =>
      event('tier_move', m.atMark, `${m.botId}-${m.why}`, {
        league: m.league,
        text: `${m.name} moved from ${tierName(m.from)} to ${tierName(m.to)}.`,
        href: `/bots/${m.botId}`,
      }),
    ),
  ];
  // A mark that is still open has leagues that are closed already. Whoever was told of them would not be told of what sorts before them.
  return events.filter((e) => Date.parse(e.mark) <= lastMark);
}

/** All of the last day up to the last mark, the oldest first; the newest `liveEventsMax` of them. */
export async function liveEventsUpTo(
  db: Db,
  { lastMark, incidents }: Pick<MarketSnapshot, 'incidents'> & { readonly lastMark: Instant },
  atCloses: readonly LiveEvent[],
): Promise<LiveEvent[]> {
  const from = lastMark - liveMsMax;
  const fills = await fillsBefore(db, idsFrom('ord', lastMark - windowMs), limits.liveEventsMax);
  const events = [
    ...fills.filter((f) => f.atMark > from).map((f) => fillEvent(publicFill(f), f.atMark)),
    ...atCloses.filter((e) => Date.parse(e.mark) > from),
    ...incidents.filter((i) => i.atMark > from).map(incidentEvent),
    event('mark', lastMark, '', { league: null, text: `The mark of ${iso(lastMark)} is done.`, href: '/' }),
  ];
  return events.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(-limits.liveEventsMax);
}

function fillEvent(fill: PublicFill, at: Instant): LiveEvent {
  const { length } = fill.trades;
  const text = `An order of ${fill.name} filled: ${length} ${length === 1 ? 'trade' : 'trades'}.`;
  return event('fill', at, fill.order_id, { league: fill.league, text, href: fill.page, fill });
}

function incidentEvent({ id, atMark, kind }: Incident): LiveEvent {
  const text = `The incident log has an entry: ${kind.replaceAll('_', ' ')}.`;
  return event('incident', atMark, String(id).padStart(9, '0'), { league: null, text, href: '/incidents' });
}
