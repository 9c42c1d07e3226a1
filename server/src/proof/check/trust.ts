/**
 * Whom a reader believes: the witnesses that he names, by their keys, and how many of them must have cosigned. A time counts for him once so
 * many of them have signed one. Without, the first witness of the league's own list counts, which is all that the service itself is held to.
 *
 * Example: of three named witnesses two are needed. They saw a mark 2, 5 and 400 seconds after it: it was seen after 5 seconds.
 */
import { iso, type Instant } from '../../lib/clock.ts';
import { SetupError } from '../../lib/setup-error.ts';
import {
  closeLate,
  lookLate,
  noLateBook,
  stretchesOf,
  takeDue,
  type Differs,
  type LateBook,
} from '../../operator/late-book.ts';
import {
  lateAfterMs,
  marksOf,
  secondsOf,
  sightingMsMax,
  type LateStretch,
  type MarkTimes,
  type Sighting,
} from '../../operator/late.ts';
import { readKey, type GivenKey } from '../../tlog/key-list.ts';
import { formatKey } from '../../tlog/note.ts';

export interface Trust {
  /** Vkeys, each once. */
  readonly keys: readonly string[];
  readonly needed: number;
}

/** A sighting whose cosignature holds. */
export interface SignedSighting extends Sighting {
  /** Of the witness, as a vkey. */
  readonly key: string;
}

export interface SeenMark extends MarkTimes {
  readonly seen: readonly SignedSighting[];
}

/** The late marks of a log as the named witnesses saw them. */
export interface TrustBook {
  readonly trust: Trust;
  readonly late: LateBook;
  /** The last mark whose times were looked at. */
  lookedAt: Instant | undefined;
}

/**
 * @param needed how many of them must have cosigned; 1 when it is not given.
 * @returns undefined when no key is given.
 * @throws SetupError when one is no key of a witness, or so many are not named.
 */
export function readTrust(given: readonly GivenKey[], needed: string | undefined): Trust | undefined {
  const keys = [...new Set(given.map((each) => formatKey(readKey(each, 'cosignature'))))];
  const count = needed === undefined ? 1 : /^[1-9]\d*$/.test(needed) ? Number(needed) : 0;
  if (needed !== undefined && (count === 0 || count > keys.length))
    throw new SetupError(
      `--witnesses-needed is "${needed}", and ${keys.length} ${keys.length === 1 ? 'witness is' : 'witnesses are'} named.`,
      'Give a number from 1 to that of the keys of --witness and --witnesses.',
    );
  return keys.length === 0 ? undefined : { keys, needed: count };
}

/** What was kept of another list of witnesses says nothing of this one. */
export function openTrustBook(trust: Trust | undefined, kept?: TrustBook): TrustBook | undefined {
  if (!trust) return undefined;
  const isSame = JSON.stringify(kept?.trust) === JSON.stringify(trust);
  return kept && isSame ? kept : { trust, late: noLateBook(), lookedAt: undefined };
}

/** The sightings from the first one on at which enough of them had seen it. */
export const trustedSightings = (seen: readonly SignedSighting[], { keys, needed }: Trust): readonly SignedSighting[] =>
  seen.filter(({ key }) => keys.includes(key)).slice(needed - 1);

/** When it was done is the word of the service: only what they saw counts here. */
export function lookTrusted(book: TrustBook, { mark, seen }: SeenMark, isReal: boolean): void {
  lookLate(book.late, { mark, doneAt: mark, seen: trustedSightings(seen, book.trust) }, isReal);
  book.lookedAt = mark;
}

/** A stretch that the log tells of. It must not tell of much less than they saw: the bound of a late mark is the leeway. */
export function tellTrusted({ late }: TrustBook, told: LateStretch): void {
  closeLate(late, (mark) => {
    if (mark < told.from || mark > told.to) return false;
    const { seenMs = 0 } = late.looked.get(mark) ?? {};
    return told.unseen > 0 || seenMs <= (told.seenMs ?? told.doneMs) + lateAfterMs;
  });
}

/** What had to be told by a mark, and was not. It is said once. */
export function dueTrusted({ late, trust }: TrustBook, mark: Instant, differs: Differs): void {
  for (const stretch of takeDue(late, mark))
    differs('late marks in the log of incidents', undefined, trustedText(stretch, trust));
}

/** Whether so many of them see the log at all: said as long as they do not. */
export function standingTrusted({ late, trust, lookedAt }: TrustBook, differs: Differs): void {
  const { watchedAt } = late;
  if (lookedAt === undefined || lookedAt - (watchedAt ?? 0) <= sightingMsMax) return;
  const stated = watchedAt === undefined ? undefined : `the last ones of the tree of ${iso(watchedAt)}`;
  differs(`cosignatures by ${ofNamed(trust)}`, stated, `some within a day before ${iso(lookedAt)}`);
}

function trustedText(stretch: LateStretch, trust: Trust): string {
  const { from, to, seenMs, unseen } = stretch;
  const count = marksOf(stretch);
  const seen = seenMs === undefined ? '' : ` seen by ${ofNamed(trust)} up to ${secondsOf(seenMs)} s after the mark`;
  const others = unseen === 0 ? '' : `${seen === '' ? '' : ','} ${unseen} not seen by so many of them yet`;
  return `${count} late ${count === 1 ? 'mark' : 'marks'}, from ${iso(from)} to ${iso(to)}:${seen}${others}`;
}

const ofNamed = ({ keys, needed }: Trust): string =>
  keys.length === 1 ? 'the witness that you name' : `${needed} of the ${keys.length} witnesses that you name`;

/** Whose times a verification rests on, and which late marks they know that may still be told. */
export function trustSentence(book: TrustBook | undefined): string {
  if (!book) return 'The witnesses are those that the league names: name those that you trust (--witness).';
  const open = stretchesOf(book.late).map((stretch) => ` ${trustedText(stretch, book.trust)}, not told yet.`);
  return `A mark counts as seen when ${ofNamed(book.trust)} saw it.${open.join('')}`;
}
