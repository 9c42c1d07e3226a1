/** Settings of what is kept, and for how long (docs/operators/disk.md). */
import { limits } from 'papertape-contract/limits';
import { dayMs } from '../lib/time.ts';
import { wrong, type Setting } from './setting.ts';

/** Nothing in the service looks further back than a day by itself; a week leaves time to find out that the files of days are not copied. */
const daysMin = 7;
const daysMax = 36_500;
const hoursMax = 168;

export const retentionSettings = {
  keepReadingsMs: {
    variable: 'PAPERTAPE_KEEP_READINGS',
    standard: 'forever',
    describe:
      'How long readings stay in the database: forever, or 30d, thirty days after theirs is over; then they stand in the file of their day alone, whose hash is in the public log (docs/operators/disk.md). 7d or more.',
    read: readDays,
  },
  keepAnswersHours: {
    variable: 'PAPERTAPE_KEEP_ANSWERS',
    standard: `${limits.idempotencyKeptHours}h`,
    describe:
      'How long the first answer for an Idempotency-Key is kept, and so how long a repeated request is done once: 1h to 168h. Bots read it as limits.idempotencyKeptHours of /rules.json.',
    read: readHours,
  },
  dayFiles: {
    variable: 'PAPERTAPE_DAY_FILES',
    standard: 'days in DATA_DIR',
    describe:
      'Folder of the files of days. What stands there and no longer in the database is read from there, by proofs and by the audit: keep it as you keep the data.',
    fallback: undefined,
    read: String,
  },
} satisfies { readonly [key in string]: Setting<unknown> };

/** @returns milliseconds; undefined keeps all. */
function readDays(text: string): number | undefined {
  if (text === 'forever') return undefined;
  const days = Number(/^([1-9]\d{0,4})d$/.exec(text)?.[1]);
  return days >= daysMin && days <= daysMax
    ? days * dayMs
    : wrong(`must be forever, or ${daysMin} to ${daysMax} days, such as 30d`);
}

function readHours(text: string): number {
  const hours = Number(/^([1-9]\d{0,2})h$/.exec(text)?.[1]);
  return hours <= hoursMax ? hours : wrong(`must be 1 to ${hoursMax} hours, such as ${limits.idempotencyKeptHours}h`);
}
