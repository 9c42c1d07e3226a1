/**
 * When the marks of a day were done and seen, for whoever verifies one order, one close or one file: the times of the day against the
 * cosignatures, and its late marks against the log of incidents, by the very rule that follows a whole log (operator/late-book.ts).
 */
import type { LogHeads, LogTimes, MarkSeen } from 'papertape-contract/log';
import type { IncidentLog, IncidentView } from 'papertape-contract/status';
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import { dayMs, markMs } from '../../lib/time.ts';
import type { Incident } from '../../operator/incident.ts';
import { noLateBook, stretchesOf, type LateBook } from '../../operator/late-book.ts';
import { isLate, isLateMark, latenessOf, lateText, type MarkTimes } from '../../operator/late.ts';
import type { Tree } from '../../tlog/checkpoint.ts';
import { createTimesCheck, type TimesCheck } from './check-times.ts';
import { judgeTimes, judgeTold, type JudgedTimes } from './judge-times.ts';
import { readOpening } from './opening.ts';
import type { Service } from './service.ts';
import { MissingError, type Steps } from './steps.ts';
import {
  openTrustBook,
  standingTrusted,
  trustedSightings,
  trustSentence,
  type SignedSighting,
  type Trust,
  type TrustBook,
} from './trust.ts';

export interface DayTimes {
  /** Checks what is said of marks, and keeps what is to be known of late ones. */
  seen(what: string, stated: readonly (MarkSeen | null)[], marks: readonly Instant[]): Promise<void>;
  /** Checks all marks of a day. @param said what is known of its late marks otherwise, in words: it is not said again. */
  day(date: string, said: string): Promise<void>;
  /** What is to be known of the times of the marks that were asked for, in sentences: which of them were late, and who says so. */
  sentence(): string;
}

interface CheckedDay {
  readonly times: ReadonlyMap<Instant, MarkTimes>;
  readonly late: LateBook;
  readonly trusted: TrustBook | undefined;
  /** On any other clock no mark is late. */
  readonly isReal: boolean;
  /** Marks that were late. Of the newest one only what the service says of itself is known. */
  readonly lateMarks: ReadonlySet<Instant>;
  /** The newest mark that was done when the times were asked for. */
  readonly lastMark: Instant;
}

/** @param trust the witnesses that the reader names. */
export function createDayTimes(service: Service, steps: Steps, trust: Trust | undefined): DayTimes {
  const days = new Map<string, Promise<CheckedDay | undefined>>();
  const named = new Set<string>();
  let witnessed = '';

  async function load(date: string): Promise<CheckedDay | undefined> {
    let found: CheckedDay | undefined;
    await steps.part(`times of the marks of ${date}`, async () => {
      const before = steps.tally().differs;
      found = await checkDay(service, steps, date, trust);
      if (found.isReal || trust) witnessed = trustSentence(found.trusted);
      if (steps.tally().differs === before) steps.ok(`times of the marks of ${date}, as witnesses signed them`);
    });
    return found;
  }

  function checked(date: string): Promise<CheckedDay | undefined> {
    const asked = days.get(date) ?? load(date);
    days.set(date, asked);
    return asked;
  }

  function name({ late }: CheckedDay, isMeant: (from: Instant, to: Instant) => boolean): void {
    for (const stretch of late.told) if (isMeant(stretch.from, stretch.to)) named.add(lateText(stretch).slice(0, -1));
    for (const stretch of stretchesOf(late))
      if (isMeant(stretch.from, stretch.to)) named.add(`${lateText(stretch).slice(0, -1)}, not told yet`);
  }

  return {
    async seen(what, stated, marks) {
      const different = [...new Set(marks)];
      steps.same(
        `${what}: marks of which it says when they were done and seen`,
        stated.map((s) => s?.mark),
        different.map(iso),
      );
      for (const [i, mark] of different.entries()) {
        const day = await checked(isoDate(mark));
        const times = day?.times.get(mark);
        if (!day) continue;
        if (!times) {
          if (mark > day.lastMark)
            steps.unchecked(`${what}: when ${iso(mark)} was done`, 'it was done meanwhile; try again');
          else steps.differs(`${what}: when ${iso(mark)} was done`, undefined, 'an instant');
          continue;
        }
        name(day, (from, to) => from <= mark && mark <= to);
        compare(steps, `${what}: when ${iso(mark)} was done and seen`, day, stated[i] ?? null, times);
      }
    },
    async day(date, said) {
      const day = await checked(date);
      if (day) name(day, () => true);
      for (const text of named) if (said.includes(text)) named.delete(text);
    },
    sentence() {
      const late = `It rests on late marks: ${[...named].join('; ')}. An order of a late mark may have known that much of its window.`;
      return [named.size === 0 ? '' : late, witnessed].filter((s) => s !== '').join(' ');
    },
  };
}

/** Witnesses may have seen the newest mark meanwhile. */
function compare(steps: Steps, what: string, day: CheckedDay, stated: MarkSeen | null, times: MarkTimes): void {
  const { mark, doneAt, seen } = times;
  const text = (at: Instant | undefined): string | null => (at === undefined ? null : iso(at));
  const computed: MarkSeen = {
    mark: iso(mark),
    done_at: iso(doneAt),
    first_witness_at: text(seen[0]?.at),
    last_witness_at: text(seen.at(-1)?.at),
    late: day.lateMarks.has(mark),
  };
  const isNewest = mark >= day.lastMark && stated?.done_at === computed.done_at;
  if (isNewest && JSON.stringify(stated) !== JSON.stringify(computed))
    steps.unchecked(what, 'it may have been seen meanwhile; try again');
  else steps.same(what, stated, computed);
}

async function checkDay(service: Service, steps: Steps, date: string, trust: Trust | undefined): Promise<CheckedDay> {
  const from = Date.parse(date);
  const opening = await readOpening(service);
  if (!opening) throw new Error('the log has no mark');
  const { origin } = opening;
  const treeOf = async (mark: Instant): Promise<Tree | undefined> => {
    const { heads } = await service.get<LogHeads>(`/api/log/heads/${isoDate(mark)}`);
    const head = heads.find((h) => h.mark === iso(mark));
    return head && { size: head.size, root: Buffer.from(head.root, 'hex') };
  };
  const read = async (of: string): Promise<DayRead> => {
    const stated = await service.get<LogTimes>(`/api/log/times/${of}`);
    return { stated, check: createTimesCheck(stated, origin, treeOf, steps) };
  };
  const { stated, check } = await read(date);
  // A mark of which it tells the times is done, whatever it says of its newest one.
  const lastMark = Date.parse([opening.mark, ...stated.marks.map((of) => of.mark)].reduce((a, b) => (b > a ? b : a)));
  const isReal = opening.entry.clock === 'real';
  const judged = await judgedFrom(from, read, { steps, trust, isReal });
  const told = Map.groupBy((await lateIncidents(service, from)).map(incidentOf), (i) => i.atMark);
  const times = new Map<Instant, MarkTimes>();
  const lateMarks = new Set<Instant>();
  for (const { mark: text } of stated.marks) {
    const mark = Date.parse(text);
    // What is told at 00:00 is of the day before.
    if (mark > from) judgeTold(judged, mark, told.get(mark) ?? []);
    const of = await check.of(mark);
    if (!of) continue;
    times.set(mark, of);
    if (mark < lastMark) judgeTimes(judged, of);
    if (isReal && isLate(judged.late.looked.get(mark) ?? latenessOf(of, false))) lateMarks.add(mark);
  }
  if (lastMark >= from + dayMs) judgeTold(judged, from + dayMs, told.get(from + dayMs) ?? []);
  const { late, trusted } = judged;
  if (trusted) standingTrusted(trusted, judged.unwitnessed);
  return { lastMark, times, late, trusted, isReal, lateMarks };
}

interface DayRead {
  readonly stated: LogTimes;
  readonly check: TimesCheck;
}

/** Whether a witness is expected on a day is known from the day before. */
async function judgedFrom(
  from: Instant,
  read: (date: string) => Promise<DayRead>,
  { steps, trust, isReal }: { readonly steps: Steps; readonly trust: Trust | undefined; readonly isReal: boolean },
): Promise<JudgedTimes> {
  const before = await read(isoDate(from - markMs)).catch((e: unknown) => {
    if (e instanceof MissingError) return undefined;
    throw e;
  });
  const differs: JudgedTimes['differs'] = (...difference) => steps.differs(...difference);
  const late = noLateBook();
  const trusted = openTrustBook(trust);
  late.watchedAt = before && (await watchedLast(before, (seen) => seen));
  if (trusted && before)
    trusted.late.watchedAt = await watchedLast(before, (seen) => trustedSightings(seen, trusted.trust));
  return { late, trusted, isReal, differs, unwitnessed: differs };
}

/** The last mark of a day whose own tree was cosigned. @param counted the sightings that count. */
async function watchedLast(
  { stated, check }: DayRead,
  counted: (seen: readonly SignedSighting[]) => readonly SignedSighting[],
): Promise<Instant | undefined> {
  for (const { mark, witnesses } of stated.marks.toReversed()) {
    if (!witnesses.some((w) => w.mark === mark)) continue;
    const of = await check.of(Date.parse(mark));
    if (of && counted(of.seen).some((s) => s.mark === of.mark)) return of.mark;
  }
  return undefined;
}

/** Those that were told from an instant on. */
async function lateIncidents(service: Service, from: Instant): Promise<IncidentView[]> {
  const found: IncidentView[] = [];
  for (let page = 1; ; page++) {
    const log = await service.get<IncidentLog>(`/api/incidents?page=${page}&per_page=100`);
    found.push(...log.incidents.filter((i) => isLateMark(i) && Date.parse(i.at) >= from));
    const oldest = log.incidents.at(-1);
    if (!oldest || page >= log.pages || Date.parse(oldest.at) < from) return found.reverse();
  }
}

function incidentOf({ id, at, kind, about, price, by, reason }: IncidentView): Incident {
  return { id, atMark: Date.parse(at), kind, about, price, priceAt: null, by, reason };
}
