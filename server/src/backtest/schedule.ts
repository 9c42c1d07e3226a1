/** When strategies decide in a backtest: `--every` by the code that `papertape-bot run` reads it with, on every mark. */
import { parseSchedule, type Schedule } from 'papertape-client';

const marks = { minutes: 5, because: 'a strategy decides at a mark' } as const;

/** @param text `day`, `4h`, `15m`, or five fields of cron. Throws a RangeError that says what is wrong with it. */
export function decisionTimes(text: string): Schedule {
  const read = parseSchedule(text, marks);
  if (typeof read === 'string') throw new RangeError(read);
  return read;
}
