/**
 * Mend query: the value of a parameter that its reader refused in, the value that was meant out; undefined where it is not plain, and then the
 * parameter's example stands for it, or it is left out.
 *
 * Example: `every=hourly` -> `every=1h`; `from=1772409600` -> `from=2026-03-02T00:00:00.000Z`; `symbols=["BTC"]` -> `symbols=BTC`.
 */
import type { Refusal } from 'papertape-contract/parameters';
import type { z } from 'zod';
import { iso } from '../lib/clock.ts';

type Reader = z.ZodType<unknown, string | undefined>;

interface IssueParams {
  readonly refusal?: Refusal;
  /** The value that was meant, where that is plain. */
  readonly meant?: string;
}

/** Lengths of time by their names; letters in lower case, without blanks. */
const lengths: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    '1d': 'd day 1day daily 24h 1440 1440m pt24h p1d 86400',
    '1h': 'h hour 1hour 1hr hourly 60 60m 60min pt1h 3600',
    '30m': '30 30min 30mins 30minutes halfhour pt30m 1800',
    '5m': '5 5min 5mins 5minutes pt5m 300',
  }).flatMap(([known, others]) => others.split(' ').map((other) => [other, known])),
);

/** What an issue of the reader says of itself. */
export function paramsOf(issue: z.core.$ZodIssue | undefined): IssueParams {
  return issue?.code === 'custom' ? ((issue.params as IssueParams | undefined) ?? {}) : {};
}

export function valueMeant(reader: Reader, text: string): string | undefined {
  const { refusal, meant } = paramsOf(reader.safeParse(text).error?.issues[0]);
  const known = meant ?? refusal?.mend?.(text).meant;
  return known ?? candidates(text).find((each) => each !== '' && each !== text && reader.safeParse(each).success);
}

/** Forms that a value may have been meant in, the likeliest first. */
function candidates(text: string): string[] {
  const bare = text.replaceAll(/["'`[\]{}()<>]/g, ' ').trim();
  const list = bare.split(/[\s,;|]+/).filter((each) => each !== '');
  const instant = instantMeant(bare);
  return [
    bare,
    bare.toLowerCase(),
    ...(/^\d+([.,]0*)?$/.test(bare) ? [String(Number.parseInt(bare, 10))] : []),
    lengths[bare.toLowerCase().replaceAll(/[\s_-]/g, '')] ?? '',
    list.join(','),
    list.join(',').toLowerCase(),
    ...(instant === undefined ? [] : [instant.slice(0, 10), instant]),
  ];
}

/** Seconds or milliseconds since 1970, or a date that can be read in one way only. */
function instantMeant(text: string): string | undefined {
  const digits = /^\d{10}(?:\d{3})?$/.test(text) ? Number(text) * (text.length === 10 ? 1_000 : 1) : undefined;
  const plain = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?)?$/.exec(text);
  const [, year = '', month = '', day = '', time] = plain ?? [];
  const written = plain
    ? Date.parse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${time ?? '00:00'}Z`)
    : undefined;
  const read = digits ?? written ?? (/[a-z]{3}/i.test(text) && /\d{4}/.test(text) ? Date.parse(text) : undefined);
  return read === undefined || Number.isNaN(read) ? undefined : iso(read);
}
