/**
 * What is set aside: the public log in, the bots and rooms whose step failed and is tried again out; and the entries that say so.
 *
 * Public rule (docs/bots/rules.md): whatever of one bot or one league cannot be done is left out, told in the public log, and stops nobody
 * else. The orders of a bot that is set aside wait, without the limit of 6 hours, and are tried again at every mark: then they are decided
 * at the prices of their own windows, and the bot is readmitted. A bot that cannot be valued at a close keeps its value of the close before,
 * as stale. A league's close that cannot be done counts like a voided one.
 *
 * Example: the step of the room `rounds` throws at 12:05 and works again at 12:20: `set_aside` at 12:05, `readmitted` at 12:20.
 */
import { closeName, parseCloseName, type CloseName } from '../flow/ladder/void.ts';
import type { Instant } from '../lib/clock.ts';
import type { Incident } from './incident.ts';

/** A bot or a room. */
export interface AsideAbout {
  readonly kind: 'bot' | 'room';
  readonly id: string;
}

/** Ids of bots and names of rooms that are set aside. */
export type Aside = { readonly [K in AsideAbout['kind']]: Set<string> };

/** What of an incident is folded. */
type Told = { readonly kind: string; readonly about: Incident['about'] };

export const noneAside = (): Aside => ({ bot: new Set(), room: new Set() });

export function foldAside(log: Iterable<Told>): Aside {
  const aside = noneAside();
  for (const incident of log) noteAside(aside, incident);
  return aside;
}

/** What is set aside after one more incident. @param aside changed. */
export function noteAside(aside: Aside, { kind, about }: Told): void {
  if (about.kind !== 'bot' && about.kind !== 'room') return;
  if (kind === 'set_aside') aside[about.kind].add(about.id);
  if (kind === 'readmitted') aside[about.kind].delete(about.id);
}

const byEngine = { price: null, priceAt: null, by: 'engine' } as const;

const reasons = {
  set_aside: {
    bot: 'An order of it could not be decided: its orders wait, and are tried again at every mark.',
    room: 'Its step failed: it pays nothing, and is tried again at every mark.',
  },
  readmitted: { bot: 'Its orders are decided again.', room: 'Its step works again.' },
} as const;

export function asideIncident(kind: 'set_aside' | 'readmitted', about: AsideAbout, atMark: Instant): Draft {
  return { atMark, kind, about, reason: reasons[kind][about.kind], ...byEngine };
}

export const missedReason = 'The close could not be done, and counts like a voided one.';

export function missedIncident(close: CloseName): Draft {
  const about = { kind: 'close', id: closeName(close) } as const;
  return { atMark: close.close, kind: 'close_missed', about, reason: missedReason, ...byEngine };
}

export function keptIncident(botId: string, close: Instant): Draft {
  const reason = 'It could not be valued at the close, and keeps its value of the close before.';
  return { atMark: close, kind: 'value_kept', about: { kind: 'bot', id: botId }, reason, ...byEngine };
}

type Draft = Omit<Incident, 'id'>;

/** Kinds that tell of what failed: facts, which cannot be worked out again. */
export type FailureKind = 'set_aside' | 'readmitted' | 'value_kept' | 'close_missed';
const failures: ReadonlySet<string> = new Set<FailureKind>(['set_aside', 'readmitted', 'value_kept', 'close_missed']);

export function isFailure<I extends { readonly kind: string }>(incident: I): incident is I & { kind: FailureKind } {
  return failures.has(incident.kind);
}

/** What an incident of the kind says, whatever failed. @returns undefined where such a one cannot be about it. */
export function failureIncident(kind: FailureKind, about: Incident['about'], atMark: Instant): Draft | undefined {
  const { kind: of, id } = about;
  if (kind === 'close_missed') {
    const close = of === 'close' ? parseCloseName(id) : undefined;
    return close?.close === atMark ? missedIncident(close) : undefined;
  }
  if (kind === 'value_kept') return of === 'bot' ? keptIncident(id, atMark) : undefined;
  return of === 'bot' || of === 'room' ? asideIncident(kind, { kind: of, id }, atMark) : undefined;
}

/** When bots were set aside, by what the log says. */
export interface AsideTimes {
  /** Was the bot set aside at the mark, at the latest, and not readmitted by then? */
  isAside(botId: string, mark: Instant): boolean;
  /** Leagues without a close at the instant. */
  missedAt(close: Instant): ReadonlySet<string>;
  /** Bots that kept their value at the close. */
  keptAt(close: Instant): ReadonlySet<string>;
  /** The first mark at which an order that was decided in [from, to) may have been set aside; undefined when none was. */
  earliest(from: Instant, to: Instant): Instant | undefined;
}

export function asideTimes(log: readonly Incident[]): AsideTimes {
  const spans = new Map<string, { readonly from: Instant; to: Instant }[]>();
  const missed = new Map<Instant, Set<string>>();
  const kept = new Map<Instant, Set<string>>();
  for (const { kind, about, atMark } of log) {
    if (kind === 'close_missed')
      missed.set(atMark, (missed.get(atMark) ?? new Set()).add(about.id.split('/')[0] ?? ''));
    else if (kind === 'value_kept') kept.set(atMark, (kept.get(atMark) ?? new Set()).add(about.id));
    else if (about.kind === 'bot' && (kind === 'set_aside' || kind === 'readmitted')) {
      const of = spans.get(about.id) ?? [];
      const last = of.at(-1);
      if (kind === 'set_aside') of.push({ from: atMark, to: Number.POSITIVE_INFINITY });
      else if (last) last.to = atMark;
      spans.set(about.id, of);
    }
  }
  return {
    isAside: (botId, mark) => spans.get(botId)?.some((s) => s.from <= mark && mark < s.to) ?? false,
    missedAt: (close) => missed.get(close) ?? new Set(),
    keptAt: (close) => kept.get(close) ?? new Set(),
    earliest(from, to) {
      const over = [...spans.values()].flat().filter((s) => s.from < to && s.to >= from);
      return over.length === 0 ? undefined : Math.min(...over.map((s) => s.from));
    },
  };
}
