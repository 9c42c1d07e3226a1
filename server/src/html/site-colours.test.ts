/**
 * The colours of the site, read from its tokens: text and controls stand out from every background (WCAG 2.2, 1.4.3 and 1.4.11), and gain
 * and loss stay apart for readers who do not see red and green as others do. What such a reader sees is worked out by the matrices of
 * Machado, Oliveira and Fernandes (2009), in full strength; how far two colours are apart is CIE76 in L*a*b*.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Rgb = readonly [red: number, green: number, blue: number];

const tokens = readFileSync(new URL('../../site/styles/tokens.css', import.meta.url), 'utf8');
const colours = new Map(
  [...tokens.matchAll(/--([\w-]+): light-dark\(#([\da-f]{6}), #([\da-f]{6})\)/g)].map(([, name, light, dark]) => [
    name!,
    { light: rgbOf(light!), dark: rgbOf(dark!) },
  ]),
);
const seenBy = {
  everyone: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
};

test('the arithmetic is right: black on white is 21 to 1, and white is 100 from black', () => {
  expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21, 9);
  expect(apart([0, 0, 0], [1, 1, 1], seenBy.everyone)).toBeCloseTo(100, 1);
});

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  const colour = (name: string): Rgb => {
    const found = colours.get(name)?.[theme];
    if (!found) throw new Error(`no colour --${name}`);
    return found;
  };

  test.each(['bg', 'panel', 'soft'])('text and controls on --%s', (background) => {
    for (const name of ['ink', 'muted', 'accent', 'gain', 'loss'])
      expect(contrast(colour(name), colour(background)), name).toBeGreaterThanOrEqual(4.5);
    for (const name of ['edge', 'still'])
      expect(contrast(colour(name), colour(background)), name).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ['on-accent', 'accent'],
    ['tape-ink', 'tape'],
    ['warn-ink', 'warn-bg'],
    ['gain', 'good-bg'],
    ['ink', 'good-bg'],
  ])('--%s on --%s', (text, background) => {
    expect(contrast(colour(text), colour(background))).toBeGreaterThanOrEqual(4.5);
  });

  test('gain and loss stay apart, whatever colours a reader tells apart', () => {
    for (const [reader, matrix] of Object.entries(seenBy))
      expect(apart(colour('gain'), colour('loss'), matrix), reader).toBeGreaterThanOrEqual(30);
  });
});

test('every variable that a style names is defined, the reports of backtests included', () => {
  const folder = new URL('../../site/styles/', import.meta.url);
  const report = readFileSync(new URL('../backtest/report/frame.tsx', import.meta.url), 'utf8');
  const styles = [...readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8')), report].join('\n');
  const defined = new Set([...styles.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  const named = [...styles.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !defined.has(name))).toEqual([]);
});

function rgbOf(hex: string): Rgb {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(0), part(2), part(4)];
}

/** sRGB to light, IEC 61966-2-1. */
function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function contrast(a: Rgb, b: Rgb): number {
  const luminance = ([r, g, blue]: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(blue);
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

function apart(a: Rgb, b: Rgb, matrix: readonly number[]): number {
  const one = lab(a, matrix);
  const other = lab(b, matrix);
  return Math.hypot(...one.map((value, i) => value - other[i]!));
}

/** L*a*b* under D65 of what a reader sees. */
function lab(colour: Rgb, matrix: readonly number[]): number[] {
  const light = colour.map(linear);
  const [r, g, b] = rows(matrix).map((row) => Math.min(1, Math.max(0, dot(row, light)))) as [number, number, number];
  const x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047;
  const y = 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
  const z = (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883;
  const f = (t: number): number => (t > (6 / 29) ** 3 ? Math.cbrt(t) : t / (3 * (6 / 29) ** 2) + 4 / 29);
  return [116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))];
}

function rows(matrix: readonly number[]): (readonly number[])[] {
  return [matrix.slice(0, 3), matrix.slice(3, 6), matrix.slice(6, 9)];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
