/** Reads files as a bot would: lines of a PDF, texts, entries of calendars. */
import type { Shown } from '../../../source.ts';

/** The texts of one task's files, by their names without its folder. */
export type Folder = ReadonlyMap<string, string>;

export function folderOf({ files }: Shown, taskId: string): Folder {
  return new Map(
    files
      .filter(({ name }) => name.startsWith(`${taskId}/`))
      .map(({ name, bytes }) => [
        name.slice(taskId.length + 1),
        name.endsWith('.pdf') ? pdfText(bytes) : bytes.toString(),
      ]),
  );
}

function pdfText(bytes: Buffer): string {
  return [...bytes.toString('latin1').matchAll(/^\((.*)\) Tj T\*$/gm)].map(([, line]) => line).join('\n');
}

export interface Entry {
  readonly id: string;
  /** Minutes since 1970. */
  readonly start: number;
  readonly end: number;
}

/** Entries of a calendar that are not cancelled. */
export function entriesOf(calendar: string): Entry[] {
  return calendar
    .split('BEGIN:VEVENT')
    .slice(1)
    .filter((text) => !text.includes('CANCELLED'))
    .map((text) => ({
      id: /UID:(\w+)/.exec(text)?.[1] ?? '',
      start: minuteOf(/DTSTART:(\w+)/.exec(text)?.[1] ?? ''),
      end: minuteOf(/DTEND:(\w+)/.exec(text)?.[1] ?? ''),
    }));
}

/** @param stamp `20310314T090000Z`. */
function minuteOf(stamp: string): number {
  return Date.parse(stamp.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d).*/, '$1-$2-$3T$4:$5Z')) / 60_000;
}

/** `34.00` is 3400. */
export function cents(text: string | undefined): number {
  return Number((text ?? '').replace('.', ''));
}

/** @param date `4 March 1988`, or one that stands as `1988-03-04`. @returns days since 1970. */
export function dayNumber(date: string): number {
  return Date.parse(date.includes('-') ? date : `${date} UTC`) / 86_400_000;
}
