import { describe, expect, test } from 'vitest';
import { showcaseRequest } from 'papertape-contract/showcase';
import { parseIsoWeek, type Week } from '../flow/ladder/iso-week.ts';
import { leagues } from '../league/catalogue.ts';
import { cleanSvg } from '../showcase/art/clean-svg.ts';
import { brokenRule } from '../texts/check-text.ts';
import { houseBots } from './house-bots.ts';
import { drawWeek, weekCaption, weekTitle } from './week-art.ts';

/** From Monday 2 to Monday 9 March 2026. */
const week = parseIsoWeek('2026-W10') as Week;
const dates = [
  '2026-03-02',
  '2026-03-03',
  '2026-03-04',
  '2026-03-05',
  '2026-03-06',
  '2026-03-07',
  '2026-03-08',
  '2026-03-09',
];
const lineOf = (values: readonly number[], from = 0) =>
  values.map((value_usd, i) => ({ date: dates[from + i] ?? '', value_usd }));
const title = weekTitle(week, 'Spot Crypto');

describe('the drawing of a week', () => {
  test.each([
    ['of all four bots', houseBots.map(({ name }, i) => ({ name, line: lineOf([1e5, 1e5 + i * 700, 99_000.5, 1e5]) }))],
    ['of a week in which nothing moved', [{ name: 'House · Momentum', line: lineOf([1e5, 1e5]) }]],
    ['of a week that only fell', [{ name: 'House · Momentum', line: lineOf([1e5, 9e4, 8e4, 7e4]) }]],
    ['with signs that XML has a meaning for', [{ name: `House · <A & "B" 'C' \`D\`>`, line: lineOf([1e5, 2e9]) }]],
  ])('%s is taken by the showcase as it is', (_, lines) => {
    const svg = drawWeek(title, week, lines) ?? '';
    expect(svg).toContain(title);
    expect(cleanSvg(svg)).toEqual({ svg, warnings: [] });
  });

  test('has a title and a caption that the showcase takes, in every league', () => {
    for (const { name } of leagues) {
      const request = { agent_id: 'me', board: 'art', title: weekTitle(week, name), kind: 'svg', caption: weekCaption };
      const svg = drawWeek(request.title, week, [{ name: 'House · Momentum', line: lineOf([1e5, 1e5]) }]) ?? '';
      expect(showcaseRequest.safeParse({ ...request, art: svg }).error, name).toBeUndefined();
      expect(cleanSvg(svg), name).toEqual({ svg, warnings: [] });
      expect([request.title, weekCaption].map((text) => brokenRule(text))).toEqual([undefined, undefined]);
    }
  });

  test('has returns since the close with which the week began, at their days', () => {
    const before = { date: '2026-03-01', value_usd: 50_000 };
    const after = { date: '2026-03-10', value_usd: 1 };
    const line = [before, ...lineOf([80_000, 84_000, 82_000]), after];
    const svg = drawWeek(title, week, [{ name: 'One', line }]) ?? '';
    // From 0% on Monday at the bottom to +5% on Tuesday at the top, and half-way down on Wednesday.
    expect(svg).toContain('<path d="M72 264L149.7 64L227.4 164" fill="none"');
    expect(svg).toContain('>One +2.50%</text>');
  });

  test('begins at the start value for a bot that began in the week', () => {
    const svg = drawWeek(title, week, [{ name: 'One', line: lineOf([99_000, 98_000], 3) }]) ?? '';
    expect(svg).toContain('<path d="M227.4 73.5L305.1 168.8L382.9 264" fill="none"');
    expect(svg).toContain('>One \u22122.00%</text>');
  });

  test('writes no percent where it would stand on that of zero', () => {
    const svg = drawWeek(title, week, [{ name: 'One', line: lineOf([1e5, 110_000, 99_900]) }]) ?? '';
    expect([...svg.matchAll(/text-anchor="end">([^<]*)</g)].map(([, text]) => text)).toEqual(['0.00%', '+10.00%']);
  });

  test('is none when no bot had a close in the week, and leaves out a bot that had none', () => {
    const absent = { name: 'Absent', line: [{ date: '2026-03-02', value_usd: 1e5 }] };
    expect(drawWeek(title, week, [])).toBeUndefined();
    expect(drawWeek(title, week, [absent])).toBeUndefined();
    expect(drawWeek(title, week, [absent, { name: 'Present', line: lineOf([1e5], 7) }])).not.toContain('Absent');
  });
});
