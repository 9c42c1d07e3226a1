import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { guardReasons } from '../flow/price/health.ts';
import type { NoReadingReason } from '../sources/source.ts';
import { noPriceReasons } from '../flow/price/reasons.ts';
import { pricesSection } from './prices.ts';

interface Guard {
  readonly reason: NoReadingReason;
  readonly guard: string;
  readonly limit: number | null;
  readonly unit: string | null;
  readonly effect: string;
  readonly meaning: string;
  readonly doc: string;
}

const section = pricesSection();
const guards = section['guards'] as readonly Guard[];

test('every reason why a price is missing has a line, and a sentence', () => {
  // The compiler sees to it that no reason is missing here.
  const reasons = Object.keys(noPriceReasons) as NoReadingReason[];
  expect(new Set(guards.map((g) => g.reason))).toEqual(new Set(reasons));
  for (const sentence of Object.values(noPriceReasons)) expect(sentence).toMatch(/^[A-Z].*\.$/);
  for (const reason of guardReasons) expect(reasons).toContain(reason);
});

test('a guard says what it looks at, its limit with a unit, and what happens', () => {
  for (const g of guards) {
    expect(Object.keys(g)).toEqual(['reason', 'guard', 'limit', 'unit', 'effect', 'meaning', 'doc']);
    expect(g.guard.length, g.reason).toBeGreaterThan(20);
    expect(g.effect.length, g.reason).toBeGreaterThan(20);
    expect(g.meaning).toBe(noPriceReasons[g.reason]);
    if (g.unit !== null) expect(g.limit, g.reason).not.toBeNull();
  }
  expect(JSON.parse(JSON.stringify(section))).toEqual(section);
});

test('every document that is named has that section', () => {
  const named = [...JSON.stringify(section).matchAll(/"doc":"([^"#]+)(?:#([^"]+))?"/g)];
  expect(named.length).toBeGreaterThan(3);
  for (const [, address = '', anchor] of named) {
    // The address on a service is the path in the repository.
    const file = address.slice(1);
    expect(existsSync(file), file).toBe(true);
    if (anchor === undefined) continue;
    const heads = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, head = '']) =>
      head
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
    expect(heads, file).toContain(anchor);
  }
});
