/**
 * The cheapest journey, exactly: labels over segments in the order of their departures, one for each number of legs and each set of nights
 * kept. Every segment arrives after it departs, so one pass is enough.
 */
import { costOf, follows, type Places, type Segment, type Trip } from './journey.ts';

export interface Timetable {
  /** In the order of departures. */
  readonly segments: readonly Segment[];
  /** For each segment the ones that can follow it, by their places in the list. */
  readonly next: readonly (readonly number[])[];
}

export interface Solution {
  readonly cost: number;
  readonly way: readonly Segment[];
}

export function timetableOf(unsorted: readonly Segment[], places: Places): Timetable {
  const segments = unsorted.toSorted((a, b) => a.departs - b.departs || (a.id < b.id ? -1 : 1));
  const leaving = new Map<string, number[]>();
  for (const [i, { from }] of segments.entries()) leaving.set(from, [...(leaving.get(from) ?? []), i]);
  const next = segments.map((segment) =>
    (leaving.get(segment.to) ?? []).filter((j) => {
      const after = segments[j];
      return after !== undefined && follows(segment, after, places);
    }),
  );
  return { segments, next };
}

export function cheapest({ segments, next }: Timetable, trip: Trip): Solution | null {
  const masks = 2 ** trip.nights.length;
  const width = (trip.legsMax + 1) * masks;
  const costs = new Float64Array(segments.length * width).fill(Infinity);
  const before = new Int32Array(segments.length * width).fill(-1);
  const reached = new Uint8Array(segments.length);
  const maskOf = segments.map(({ mode, from }) => {
    const i = mode === 'stay' ? trip.nights.indexOf(from) : -1;
    return i < 0 ? 0 : 2 ** i;
  });
  const usable = segments.map(({ mode, arrives }) => mode !== trip.without && arrives <= trip.arriveBy);
  let best = { cost: Infinity, label: -1 };
  for (const [i, segment] of segments.entries()) {
    if (usable[i] !== true) continue;
    if (
      segment.from === trip.from &&
      segment.departs >= trip.notBefore &&
      segment.mode !== 'stay' &&
      trip.legsMax > 0
    ) {
      const label = i * width + masks;
      costs[label] = Math.min(costs[label] ?? Infinity, costOf(segment, trip.bags));
      if (costs[label] === costOf(segment, trip.bags)) before[label] = -1;
      reached[i] = 1;
    }
    if (reached[i] === 0) continue;
    for (let state = 0; state < width; state++) {
      const cost = costs[i * width + state] ?? Infinity;
      if (cost >= best.cost) continue;
      if (segment.to === trip.to && state % masks === masks - 1) {
        best = { cost, label: i * width + state };
        continue;
      }
      for (const j of next[i] ?? []) {
        const after = segments[j];
        if (after === undefined || usable[j] !== true) continue;
        const legs = Math.floor(state / masks) + (after.mode === 'stay' ? 0 : 1);
        if (legs > trip.legsMax) continue;
        const label = j * width + legs * masks + ((state % masks) | (maskOf[j] ?? 0));
        const sum = cost + costOf(after, trip.bags);
        if (sum >= (costs[label] ?? Infinity)) continue;
        costs[label] = sum;
        before[label] = i * width + state;
        reached[j] = 1;
      }
    }
  }
  if (best.label < 0) return null;
  const way: Segment[] = [];
  for (let label = best.label; label >= 0; label = before[label] ?? -1) {
    const segment = segments[Math.floor(label / width)];
    if (segment !== undefined) way.unshift(segment);
  }
  return { cost: best.cost, way };
}

/** The earliest instant of arrival with so many legs and any nights, or null. */
export function earliest({ segments, next }: Timetable, trip: Trip): number | null {
  const legs = new Int32Array(segments.length).fill(1_000);
  let soonest: number | null = null;
  for (const [i, segment] of segments.entries()) {
    if (segment.mode === trip.without) continue;
    if (segment.from === trip.from && segment.departs >= trip.notBefore && segment.mode !== 'stay') legs[i] = 1;
    const count = legs[i] ?? 1_000;
    if (count > trip.legsMax) continue;
    if (segment.to === trip.to && (soonest === null || segment.arrives < soonest)) soonest = segment.arrives;
    for (const j of next[i] ?? []) legs[j] = Math.min(legs[j] ?? 1_000, count + (segments[j]?.mode === 'stay' ? 0 : 1));
  }
  return soonest;
}
