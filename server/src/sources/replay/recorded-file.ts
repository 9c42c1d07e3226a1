/**
 * Reads one recorded CSV file: a header, then one row per step, oldest first. Whatever does not fit is an error that names
 * the file, the line and what to do, since a wrong row would be a wrong price.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { iso } from '../../lib/clock.ts';
import type { Instant } from '../../lib/clock.ts';
import { SetupError } from '../../lib/setup-error.ts';

/** A recording that cannot be replayed: where, what is wrong, and what the operator should do. */
export class ReplayFormatError extends SetupError {
  constructor(where: string, what: string, fix: string) {
    super(`${where}: ${what}`, fix);
    this.name = 'ReplayFormatError';
  }
}

export interface RecordedFile {
  /** Name for messages. */
  readonly name: string;
  /** Stamp of every row, strictly rising. Row i stands in line i + 2. */
  readonly times: Float64Array;
  /** Cells of the columns that were asked for, by row. */
  readonly cells: ReadonlyMap<string, readonly string[]>;
}

/** The column names of a file, from its first line. */
export function readHeader(path: string): readonly string[] {
  return headerOf(readText(path), basename(path));
}

/** The rows of a file whose cell in the column `by` is the same, by that cell; all of them under '' where there is no such column. */
export type RowGroups = ReadonlyMap<string, RecordedFile>;

/** Reads the time column and `columns` of a file. @param by the column whose cells say which rows belong together. */
export function readRecordedFile(
  path: string,
  timeColumn: string,
  columns: ReadonlySet<string>,
  by?: string,
): RowGroups {
  const name = basename(path);
  const text = readText(path);
  const header = headerOf(text, name);
  const timeIndex = columnIndex(header, timeColumn, name);
  const byIndex = by === undefined ? undefined : columnIndex(header, by, name);
  const wanted = [...columns].map((column) => columnIndex(header, column, name));
  const groups = new Map<string, Group>();
  const parse = createTimeParser();

  let start = endOfLine(text, 0) + 1;
  for (let line = 2; start < text.length; line++) {
    const end = endOfLine(text, start);
    const row = text.slice(start, text.charCodeAt(end - 1) === 13 ? end - 1 : end);
    start = end + 1;
    if (row === '' && start >= text.length) break;
    const where = `${name}:${line}`;
    const values = row.split(',');
    if (values.length !== header.length)
      throw new ReplayFormatError(
        where,
        `the row has ${values.length} columns, the header ${header.length}`,
        'Repair or remove the row',
      );
    const time = parse(values[timeIndex] ?? '');
    if (time === undefined)
      throw new ReplayFormatError(
        where,
        `"${values[timeIndex]}" is no time`,
        'Write UTC times as 2023-08-14 00:01:00 or 2023-08-14T00:01:00Z, whole seconds, or as seconds or milliseconds since 1970',
      );
    const key = byIndex === undefined ? '' : (values[byIndex] ?? '');
    const { times, cells } = groupOf(groups, key, wanted.length);
    const previous = times.at(-1) ?? Number.NEGATIVE_INFINITY;
    if (time === previous)
      throw new ReplayFormatError(where, `the time ${iso(time)} stands twice`, 'Keep one row per time');
    if (time < previous)
      throw new ReplayFormatError(
        where,
        `${iso(time)} comes after ${iso(previous)}`,
        'Sort the rows by time, oldest first',
      );
    times.push(time);
    for (const [i, index] of wanted.entries()) cells[i]?.push(values[index] ?? '');
  }
  if (byIndex === undefined) groupOf(groups, '', wanted.length);
  return new Map(
    [...groups].map(([key, { times, cells }]) => [
      key,
      {
        name,
        times: Float64Array.from(times),
        cells: new Map([...columns].map((column, i) => [column, cells[i] ?? []])),
      },
    ]),
  );
}

interface Group {
  readonly times: number[];
  /** By column. */
  readonly cells: readonly string[][];
}

function groupOf(groups: Map<string, Group>, key: string, columns: number): Group {
  let group = groups.get(key);
  if (!group) groups.set(key, (group = { times: [], cells: Array.from({ length: columns }, () => []) }));
  return group;
}

function readText(path: string): string {
  const text = readFileSync(path, 'utf8');
  if (text.includes('"'))
    throw new ReplayFormatError(
      basename(path),
      'quoted cells are not understood',
      'Write plain cells without quotes or commas in them',
    );
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function headerOf(text: string, name: string): readonly string[] {
  const header = text.slice(0, endOfLine(text, 0)).trimEnd().split(',');
  if (header.length < 2)
    throw new ReplayFormatError(
      `${name}:1`,
      'there is no header with a time column and a price column',
      'Start the file with the names of its columns, separated by commas',
    );
  if (new Set(header).size !== header.length)
    throw new ReplayFormatError(`${name}:1`, 'two columns have the same name', 'Name every column once');
  return header;
}

function columnIndex(header: readonly string[], column: string, name: string): number {
  const index = header.indexOf(column);
  if (index < 0)
    throw new ReplayFormatError(`${name}:1`, `there is no column "${column}"`, `Name one of: ${header.join(', ')}`);
  return index;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

const timePattern = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:\.0+)?(?:Z|\+00:?00)?$/;

/** Seconds or milliseconds since 1970: of 2001 and later both have so many digits. */
const epochPattern = /^(\d{9,10})(?:\.0+)?$|^(\d{9,10})000$/;

/**
 * `2023-08-14 00:01:00`, `2023-08-14T00:01:00Z`, `1691971260`, `1691971260000` -> instant; undefined when it is none of them. Remembers the
 * last day, since rows come in order.
 */
function createTimeParser(): (text: string) => Instant | undefined {
  let lastDay = '';
  let midnight = Number.NaN;
  return (text) => {
    const epoch = epochPattern.exec(text);
    if (epoch) return Number(epoch[1] ?? epoch[2]) * 1000;
    const parts = timePattern.exec(text);
    if (!parts) return undefined;
    const [, day = '', hours, minutes, seconds] = parts;
    if (day !== lastDay) {
      lastDay = day;
      midnight = Date.parse(`${day}T00:00:00Z`);
      if (Number.isNaN(midnight) || iso(midnight).slice(0, 10) !== day) midnight = Number.NaN;
    }
    const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)];
    if (Number.isNaN(midnight) || h > 23 || m > 59 || s > 59) return undefined;
    return midnight + ((h * 60 + m) * 60 + s) * 1000;
  };
}
