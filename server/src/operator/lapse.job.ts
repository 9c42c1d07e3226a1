/** Seats that lapse at a close, stored within the mark's transaction: each bot is retired by an entry of the public log. */
import { lapsingUpTo, seatsCountFrom } from '../flow/ladder/seat.ts';
import { boughtAt } from '../flow/rank/baseline.ts';
import { lapsingSeats } from '../flow/mark/seat.sql.ts';
import { goneAt } from '../flow/mark/presence.sql.ts';
import { byLeague, lapseIncident } from './lapses.ts';
import { seatsOf, type SettingsByLeague } from './league-settings.ts';
import { appendIncident, type OperatorDeps } from './operator.job.ts';

export interface LapseDeps extends Pick<OperatorDeps, 'trx' | 'mark' | 'marks' | 'acted' | 'retired'> {
  readonly state: { readonly settings: SettingsByLeague };
}

/** @returns how many there were. */
export async function lapseSeats({ trx, mark, marks, state, acted, retired }: LapseDeps): Promise<number> {
  const gone = await goneAt(trx, mark, mark + 1);
  let lapsed = 0;
  for (const [league, windowStart] of boughtAt(marks.baselines).toSorted(byLeague)) {
    const from = seatsCountFrom(seatsOf(state.settings.get(league), windowStart));
    const upTo = lapsingUpTo(mark, from);
    if (upTo === undefined) continue;
    for (const botId of await lapsingSeats(trx, league, upTo, mark, gone)) {
      await appendIncident(trx, lapseIncident(botId, mark));
      retired.add(botId);
      acted.add(league);
      lapsed++;
    }
  }
  return lapsed;
}
