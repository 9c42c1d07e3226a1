/**
 * When marks were done, and who saw them when, as the log is read: what the service says of a day is asked for once, held against what
 * witnesses signed over the trees that the entries make, and every late mark must be told by an incident (operator/late-book.ts).
 */
import type { LogEntryOf } from 'papertape-contract/log-entries';
import { iso, isoDate, type Instant } from '../../lib/clock.ts';
import { isOutage, type Incident } from '../../operator/incident.ts';
import { isLateMark } from '../../operator/late.ts';
import { checkOutage, foldOutage } from '../../operator/outage.ts';
import type { Tree } from '../../tlog/checkpoint.ts';
import { createTimesCheck, type TimesCheck } from '../check/check-times.ts';
import { judgeTimes, judgeTold, type JudgedTimes } from '../check/judge-times.ts';
import type { Steps } from '../check/steps.ts';
import { absentAt, type Book, type ReadMark } from './book.ts';
import type { LogReader } from './log-reader.ts';
import { entriesOf, type LoggedMark } from './marks.ts';

export interface FollowedTimes {
  /** The next mark, whose entries are in the book, and the tree of the entries up to its last one. */
  add(logged: LoggedMark, tree: Tree): Promise<void>;
  /** After the last mark. */
  end(): Promise<void>;
}

interface ToldMark extends ReadMark {
  /** Of late marks. */
  readonly told: readonly Incident[];
  readonly outages: readonly Incident[];
}

export interface FollowedTimesOptions {
  readonly reader: Pick<LogReader, 'heads' | 'times'>;
  readonly steps: Steps;
  readonly book: Book;
  /** The name of the log, as its checkpoints have it. */
  readonly origin: string;
  /** What the named witnesses say, and the service does not. */
  readonly unwitnessed: JudgedTimes['unwitnessed'];
}

export function createFollowedTimes({ reader, steps, book, origin, ...told }: FollowedTimesOptions): FollowedTimes {
  let day: ToldMark[] = [];
  const judged = (): JudgedTimes => ({
    late: book.late,
    trusted: book.trusted,
    isReal: book.opening?.clock === 'real',
    differs: (...difference) => steps.differs(...difference),
    ...told,
  });

  /** @param isLast the newest mark of all is among them: it is looked at when the next one is there. */
  async function flush(isLast: boolean): Promise<void> {
    const marks = day;
    day = [];
    const [first] = marks;
    if (!first) return;
    const { lastRead } = book;
    const last = marks.at(-1);
    book.lastRead = isLast && last ? { mark: last.mark, tree: last.tree, absentAt: last.absentAt } : undefined;
    await steps.part(`times of the marks of ${isoDate(first.mark)}`, async () => {
      const before = steps.tally().differs;
      const trees = new Map([...(lastRead ? [lastRead] : []), ...marks].map(({ mark, tree }) => [mark, tree]));
      const timesOf = createTimes(reader, steps, origin, trees);
      if (lastRead) await look(timesOf, lastRead);
      for (const read of marks) {
        judgeTold(judged(), read.mark, read.told);
        checkOutage(book.outage, read.outages, read.mark, judged().differs);
        if (read.mark !== book.lastRead?.mark) await look(timesOf, read);
      }
      if (steps.tally().differs === before)
        steps.ok(`times of the marks of ${isoDate(first.mark)}: each as witnesses signed it, and each late one told`);
    });
  }

  async function look(timesOf: (mark: Instant) => Promise<TimesCheck>, read: ReadMark): Promise<void> {
    const times = await (await timesOf(read.mark)).of(read.mark);
    if (!times) return;
    judgeTimes(judged(), times, read.absentAt);
    if (judged().isReal) foldOutage(book.outage, times);
  }

  return {
    async add(logged, tree) {
      const { mark } = logged;
      if (day[0] && isoDate(day[0].mark) !== isoDate(mark)) await flush(false);
      const incidents = entriesOf(logged, 'incident').map(incidentOf);
      const [told, outages] = [incidents.filter(isLateMark), incidents.filter(isOutage)];
      day.push({ mark, tree, absentAt: absentAt(book, mark), told, outages });
    },
    end: async () => await flush(true),
  };
}

/** The times of each day, asked for once; trees that were not grown just now are those that the service tells, which are held against the entries. */
function createTimes(
  reader: Pick<LogReader, 'heads' | 'times'>,
  steps: Steps,
  origin: string,
  trees: ReadonlyMap<Instant, Tree>,
): (mark: Instant) => Promise<TimesCheck> {
  const days = new Map<string, Promise<TimesCheck>>();
  const heads = new Map<string, ReturnType<LogReader['heads']>>();
  const treeOf = async (mark: Instant): Promise<Tree | undefined> => {
    const tree = trees.get(mark);
    if (tree) return tree;
    const date = isoDate(mark);
    const asked = heads.get(date) ?? reader.heads(date);
    heads.set(date, asked);
    const head = (await asked).find((h) => h.mark === iso(mark));
    return head && { size: head.size, root: Buffer.from(head.root, 'hex') };
  };
  return async (mark) => {
    const date = isoDate(mark);
    const asked = days.get(date) ?? reader.times(date).then((of) => createTimesCheck(of, origin, treeOf, steps));
    days.set(date, asked);
    return await asked;
  };
}

function incidentOf(entry: LogEntryOf<'incident'>): Incident {
  const { incident_id: id, at, kind, about, price, by, reason } = entry;
  return { id, atMark: Date.parse(at), kind: kind as Incident['kind'], about, price, priceAt: null, by, reason };
}
