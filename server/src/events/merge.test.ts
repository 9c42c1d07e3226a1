import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstCursor, type Cursor } from './cursor.ts';
import { mergeEvents, places, type Happening, type Sources } from './merge.ts';

interface World {
  orders: Happening<string>[];
  outcomes: Happening<string>[];
  /** One list per place. */
  others: Map<number, Happening<string>[]>;
  lastMark: number | undefined;
}

/** What the statements answer: each source from the cursor on, cut where `read-events.ts` cuts it. */
function sourcesOf(world: World, from: Cursor, limit: number): Sources<string> {
  const { lastMark } = world;
  const seen = (h: Happening<string>): boolean => lastMark !== undefined && h.at <= lastMark;
  return {
    orders: world.orders.filter((o) => (o.sequence ?? 0) > from.orders).slice(0, limit + 1),
    outcomes: [false, true].map((sandbox) =>
      world.outcomes
        .filter((o) => o.sandbox === sandbox && (o.sequence ?? 0) > (sandbox ? from.sandbox : from.scored) && seen(o))
        .slice(0, limit + 1),
    ),
    others: [...world.others.values()].map((list) =>
      list.filter((h) => h.at >= from.mark && seen(h)).slice(0, limit + 1 + from.index),
    ),
  };
}

const otherPlaces: readonly number[] = [
  places.voided,
  places.takenBack,
  places.delisting,
  places.close,
  places.tierMove,
  places.champion,
  places.retired,
];

/** An order; a mark with so many facts of each kind, deciding so many orders of each queue; a read of so many. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('order' as const), sandbox: fc.boolean() }),
  fc.record({
    kind: fc.constant('mark' as const),
    facts: fc.array(fc.nat({ max: 3 }), { minLength: otherPlaces.length, maxLength: otherPlaces.length }),
    decided: fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 })),
  }),
  fc.record({ kind: fc.constant('read' as const), limit: fc.integer({ min: 1, max: 4 }), all: fc.boolean() }),
);

test('whatever comes between reads, together they give every event once, each part in its order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const world: World = { orders: [], outcomes: [], others: new Map(), lastMark: undefined };
      const made = new Set<string>();
      const read: { what: string; cursor: Cursor }[] = [];
      let cursor = firstCursor;
      let time = 1_000;
      const note = (what: string): string => {
        made.add(what);
        return what;
      };
      const page = (limit: number): boolean => {
        const got = mergeEvents(cursor, sourcesOf(world, cursor, limit), world.lastMark, limit);
        expect(got.events.length).toBeLessThanOrEqual(limit);
        read.push(...got.events);
        cursor = got.next;
        return got.more;
      };
      const readAll = (limit: number): void => {
        while (page(limit));
      };
      for (const s of steps) {
        if (s.kind === 'order') {
          const sequence = world.orders.length + 1;
          const what = note(`order ${sequence}`);
          world.orders.push({ at: time, place: places.order, sequence, sandbox: s.sandbox, what });
        } else if (s.kind === 'mark') {
          time += 5;
          for (const [i, count] of s.facts.entries()) {
            const place = otherPlaces[i] as number;
            const list = world.others.get(place) ?? [];
            world.others.set(place, list);
            for (let n = 0; n < count; n++) list.push({ at: time, place, what: note(`${time} ${place} ${n}`) });
          }
          const isOpen = (o: Happening<string>): boolean => !world.outcomes.some((d) => d.sequence === o.sequence);
          const decided = [false, true].flatMap((sandbox, i) =>
            world.orders.filter((o) => o.sandbox === sandbox && isOpen(o)).slice(0, s.decided[i]),
          );
          for (const { sequence = 0, sandbox = false } of decided.toSorted(
            (a, b) => (a.sequence ?? 0) - (b.sequence ?? 0),
          ))
            world.outcomes.push({
              at: time,
              place: places.outcome,
              sequence,
              sandbox,
              what: note(`outcome ${sequence}`),
            });
          world.lastMark = time;
        } else if (s.all) readAll(s.limit);
        else page(s.limit);
      }
      readAll(3);
      expect(read.map((e) => e.what).toSorted()).toEqual([...made].toSorted());
      expect(new Set(read.map((e) => e.what)).size).toBe(read.length);
      const of = (word: string): number[] =>
        read.filter((e) => e.what.startsWith(word)).map((e) => Number(e.what.split(' ')[1]));
      expect(of('order')).toEqual(world.orders.map((o) => o.sequence));
      expect(of('outcome')).toEqual(world.outcomes.map((o) => o.sequence));
      const facts = [...world.others.values()].flat().toSorted((a, b) => a.at - b.at || a.place - b.place);
      expect(read.filter((e) => /^\d/.test(e.what)).map((e) => e.what)).toEqual(facts.map((f) => f.what));
      // Whoever hears of an outcome has heard of its order.
      for (const [i, e] of read.entries())
        if (e.what.startsWith('outcome'))
          expect(read.slice(0, i).some((x) => x.what === e.what.replace('outcome', 'order'))).toBe(true);
      // A follower is woken for outcomes while there may be some to come.
      expect(cursor.fills < cursor.orders).toBe(world.outcomes.length < world.orders.length);
      // From the cursor behind any event, what is left is what came after it.
      for (const [i, e] of read.entries()) {
        const rest = mergeEvents(e.cursor, sourcesOf(world, e.cursor, 1_000), world.lastMark, 1_000);
        expect(rest.events.map((x) => x.what).toSorted()).toEqual(
          read
            .slice(i + 1)
            .map((x) => x.what)
            .toSorted(),
        );
      }
    }),
    { numRuns: 300 },
  );
});

test('a cursor from before bots were told of their retirement keeps its place', () => {
  const facts = fc.array(fc.nat({ max: 2 }), { minLength: otherPlaces.length, maxLength: otherPlaces.length });
  fc.assert(
    fc.property(fc.array(facts, { minLength: 1, maxLength: 6 }), fc.nat({ max: 20 }), (marks, told) => {
      const listOf = (place: number): Happening<string>[] =>
        marks.flatMap((counts, mark) =>
          Array.from({ length: counts[otherPlaces.indexOf(place)] ?? 0 }, (_, n) => {
            const at = 1_000 + 5 * mark;
            return { at, place, what: `${at} ${place} ${n}` };
          }),
        );
      const lastMark = 1_000 + 5 * (marks.length - 1);
      const worldOf = (kinds: readonly number[]): World => ({
        orders: [],
        outcomes: [],
        others: new Map(kinds.map((place) => [place, listOf(place)])),
        lastMark,
      });
      const readFrom = (world: World, from: Cursor, limit: number) =>
        mergeEvents(from, sourcesOf(world, from, limit), lastMark, limit);
      const before = worldOf(otherPlaces.filter((place) => place !== places.retired));
      const cursor = readFrom(before, firstCursor, told).next;
      const known = readFrom(before, cursor, 1_000).events.map((e) => e.what);
      const now = readFrom(worldOf(otherPlaces), cursor, 1_000).events.map((e) => e.what);
      expect(now.filter((what) => what.split(' ')[1] !== String(places.retired))).toEqual(known);
    }),
  );
});
