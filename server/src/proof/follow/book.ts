/**
 * What the public log has said so far, as far as later entries must agree with it. It grows with bots, open orders and what failed, not with
 * the length of the log.
 */
import type { LogEntryOf } from 'papertape-contract/log-entries';
import { noneAside, type Aside } from '../../operator/aside.ts';
import { iso, type Instant } from '../../lib/clock.ts';
import { sightingMsMax } from '../../operator/late.ts';
import { lateSentence, noLateBook, type LateBook } from '../../operator/late-book.ts';
import { noOutage, type OutageFold } from '../../operator/outage.ts';
import type { Tree } from '../../tlog/checkpoint.ts';
import { trustSentence, type TrustBook } from '../check/trust.ts';
import { failedSentence, isOfLeague, type FailedPart } from '../check/failed-parts.ts';

export interface BookedBot {
  readonly league: string;
  readonly registeredAt: Instant;
  readonly makerId: string;
  readonly name: string;
  readonly house: boolean;
  /** Of its newest order, sandbox ones included. */
  sequence: number;
  receipt: string;
  tier: number;
  retiredAt: Instant | undefined;
  retiredByOperatorAt: Instant | undefined;
  /** Orders that count and have no outcome yet, in order. */
  readonly open: OpenOrder[];
}

/** An order that counts and has no outcome yet. */
export interface OpenOrder {
  readonly sequence: number;
  readonly windowStart: Instant;
  readonly receipt: string;
  /** Of the order before, of whatever kind; '' of the first. */
  readonly previous: string;
}

/** A close of a league, as later entries refer to it. */
export interface BookedClose {
  readonly close: Instant;
  voided: boolean;
  /** Moves that it made. */
  readonly moves: readonly LogEntryOf<'move'>[];
}

export interface Book {
  /** Entries read. */
  size: number;
  opening: LogEntryOf<'log'> | undefined;
  /** The last whole mark. */
  mark: Instant | undefined;
  /** Keys of the log, the oldest first. */
  readonly keys: string[];
  readonly bots: Map<string, BookedBot>;
  /** Bots with open orders. */
  readonly waiting: Set<string>;
  /** Closes of each league since the Monday before the last one. */
  readonly closes: Map<string, BookedClose[]>;
  /** Number of the newest incident. */
  incidents: number;
  /** What is set aside, after the last mark. */
  readonly aside: Aside;
  /** What failed so far. */
  readonly failed: FailedPart[];
  /** When marks were done and seen. */
  readonly late: LateBook;
  /** The same as the witnesses saw them that the reader names, if it names any. */
  trusted: TrustBook | undefined;
  readonly outage: OutageFold;
  /** The last mark that was read: whether it was late is looked at when the next one is there. */
  lastRead: ReadMark | undefined;
  /** The reader's last look at the newest checkpoint. */
  looked: OwnLook | undefined;
  /** The mark at which the simulated market ended; null while it has not, undefined where an earlier version kept the book. */
  endedAt: Instant | null | undefined;
}

/** A look at the newest checkpoint, by the reader's own clock: marks behind its last one were not there yet. */
export interface OwnLook {
  readonly at: Instant;
  readonly mark: Instant;
}

/** When the reader last looked and a mark was not there; undefined where it had not looked. */
export const absentAt = ({ looked }: Pick<Book, 'looked'>, mark: Instant): Instant | undefined =>
  looked && looked.mark < mark ? looked.at : undefined;

/** A mark, and the tree of the log after it. */
export interface GrownMark {
  readonly mark: Instant;
  readonly tree: Tree;
}

export interface ReadMark extends GrownMark {
  readonly absentAt: Instant | undefined;
}

export function emptyBook(): Book {
  return {
    size: 0,
    opening: undefined,
    mark: undefined,
    keys: [],
    bots: new Map(),
    waiting: new Set(),
    closes: new Map(),
    incidents: 0,
    aside: noneAside(),
    failed: [],
    late: noLateBook(),
    trusted: undefined,
    outage: noOutage(),
    lastRead: undefined,
    looked: undefined,
    endedAt: null,
  };
}

/** What a reader of the log must know though all of it holds, in sentences: what failed, and which marks were late. @param league only what concerns it. */
export function toldSoFar(book: Book, league?: string): string {
  return [failedSoFar(book, league), lateSentence(book.late), witnessedSentence(book)]
    .filter((s) => s !== '')
    .join(' ');
}

function witnessedSentence({ opening, mark = 0, late: { watchedAt }, trusted }: Book): string {
  if (opening?.clock !== 'real' && !trusted) return '';
  if (trusted || mark - (watchedAt ?? 0) <= sightingMsMax) return trustSentence(trusted);
  const since = watchedAt === undefined ? 'No witness saw it' : `No witness saw it since ${iso(watchedAt)}`;
  return `${since}: when its marks were done is the word of the service.`;
}

/** What the service says that failed, in a sentence. */
function failedSoFar({ bots, failed }: Book, league?: string): string {
  const leagueOf = (botId: string): string | undefined => bots.get(botId)?.league;
  const parts = league === undefined ? failed : failed.filter((part) => isOfLeague(part, league, leagueOf));
  return failedSentence(parts, (botId) => bots.get(botId)?.open.length ?? 0);
}
