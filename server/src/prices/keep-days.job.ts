/** Keeps each day of prices once it is over, so that nobody has to make it again of its readings. */
import { errorText, type Log } from '../lib/log.ts';
import { startLoop, type Loop } from '../lib/loop.ts';
import type { Intake } from '../storage/intake.ts';
import type { Storage } from '../storage/storage.ts';
import { encodeFold } from './day/day-text.ts';
import type { Days } from './days.ts';
import { insertDay } from './price-days.sql.ts';

export interface KeepDaysDeps {
  readonly days: Days;
  readonly intake: Pick<Intake, 'write'>;
  readonly insertMany: Storage['insertMany'];
}

/** @returns false when there is no day to keep. */
export async function keepNextDay({ days, intake, insertMany }: KeepDaysDeps): Promise<boolean> {
  const fold = await days.nextToKeep();
  if (!fold) return false;
  const symbols = encodeFold(fold);
  await intake.write({ also: (trx) => insertDay(trx, insertMany, fold.day, symbols) });
  days.kept(fold.day);
  return true;
}

/** Real milliseconds between two looks whether a day is over: a day that is not kept yet only takes longer to read. */
const lookMs = 20_000;
/** Of many days that were missed each follows a moment after the last. */
const restMs = 50;
const faultMs = { first: 5_000, max: 60_000 };

export interface KeepDaysServices {
  readonly prices: { readonly days: Days };
  readonly intake: Intake;
  readonly storage: Pick<Storage, 'insertMany'>;
  readonly log: Log;
}

export function keepDays({ prices, intake, storage, log }: KeepDaysServices): Loop {
  const deps = { days: prices.days, intake, insertMany: storage.insertMany };
  return startLoop({
    round: async () => ((await keepNextDay(deps)) ? restMs : lookMs),
    onFault: (e) => log.warn('a day of prices was not kept; it is tried again', { error: errorText(e) }),
    pauseMs: faultMs,
    // A service that has just started has other things to do.
    firstMs: lookMs,
  });
}
