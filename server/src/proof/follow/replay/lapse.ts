/** Seats that lapse, decided again from the log; of a league that is not followed they are taken as the log tells them. */
import { lapsingUpTo, seatsCountFrom } from '../../../flow/ladder/seat.ts';
import { boughtAt } from '../../../flow/rank/baseline.ts';
import { canRetire } from '../../../flow/mark/presence.ts';
import { byLeague, lapseIncident } from '../../../operator/lapses.ts';
import { seatsOf } from '../../../operator/league-settings.ts';
import { entriesOf } from '../marks.ts';
import type { Acts, ActsInput } from './operator.ts';

export async function lapseAgain({ state, book, logged, isFollowed }: ActsInput, acts: Acts): Promise<void> {
  const { mark } = logged;
  const asked = new Set(entriesOf(logged, 'order').flatMap((o) => (o.counts ? [o.agent_id] : [])));
  const told = new Set(entriesOf(logged, 'incident').flatMap((i) => (i.by === 'engine' ? [i.about.id] : [])));
  for (const [league, windowStart] of boughtAt(state.baselines).toSorted(byLeague)) {
    const upTo = lapsingUpTo(mark, seatsCountFrom(seatsOf(state.settings.get(league), windowStart)));
    if (upTo === undefined) continue;
    const lapsing = [...state.bots.values()].filter((bot) => {
      if (bot.league !== league || bot.registeredAt > upTo || !canRetire(bot, mark)) return false;
      if (!isFollowed(league)) return told.has(bot.id);
      const booked = book.bots.get(bot.id);
      const isHeld = asked.has(bot.id) || booked?.house === true || (booked?.open.length ?? 0) > 0;
      return !isHeld && bot.now.firstFillAt === undefined;
    });
    for (const bot of lapsing.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await acts.retire(bot.id, league);
      await acts.log(lapseIncident(bot.id, mark));
    }
  }
}
