/** Dates as requests name them. */

const datePattern = /^(\d{4})-(\d\d)-(\d\d)$/;

/** The last date that was found to exist: nearly all orders name the same one. */
let lastGood: string | undefined;

/** YYYY-MM-DD of a day that exists. */
export function isCalendarDate(text: string): boolean {
  if (text === lastGood) return true;
  const exists = existsInCalendar(text);
  if (exists) lastGood = text;
  return exists;
}

function existsInCalendar(text: string): boolean {
  const m = datePattern.exec(text);
  if (!m) return false;
  const [year, month, day] = [Number(m[1]), Number(m[2]), Number(m[3])];
  const d = new Date(Date.UTC(year, month - 1, day));
  d.setUTCFullYear(year);
  return d.getUTCFullYear() === year && d.getUTCMonth() === month - 1 && d.getUTCDate() === day;
}
