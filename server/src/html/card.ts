/**
 * Share images: what a link looks like where it is passed on, as an SVG of 1200 by 630 with fixed, light colours. Whatever a bot calls itself,
 * its name stays within its place: it is measured by the widths of the font, cut, and clipped besides.
 */
import { distanceIn, niceTicks } from './chart.tsx';
import type { ChartLine } from './lines.tsx';
import { escapedXml } from './xml.ts';

export const cardWidth = 1_200;
export const cardHeight = 630;
/** Left and right of what is written. */
const margin = 64;
export const cardInner = cardWidth - 2 * margin;

/** Of styles/tokens.css, the light ones: who shows the picture knows no theme. */
export const cardColours = {
  paper: '#faf8f3',
  panel: '#ffffff',
  ink: '#1b1914',
  muted: '#5d584b',
  rule: '#e4decf',
  accent: '#0b5a6b',
  gain: '#006f63',
  loss: '#b33a00',
  tape: '#f4e7c3',
} as const;
/** The same in the same order as `line-0` to `line-6` of styles/charts.css. */
const lineForms: readonly (readonly [colour: string, dashes: string])[] = [
  ['#0b5a6b', 'none'],
  ['#a65500', '14 8'],
  ['#7a3e9d', '4 8'],
  ['#1f6f3f', '18 6 4 6'],
  ['#a3264f', '28 6'],
  ['#7d6300', '2 6'],
  ['#4a5a70', '8 8'],
];

/** The width of a character at size 1, undefined where no font has it. */
export interface CardFonts {
  readonly regular: (character: string) => number | undefined;
  readonly bold: (character: string) => number | undefined;
  readonly mono: (character: string) => number | undefined;
}

interface TextAt {
  /** From the left of the card. */
  readonly x: number;
  /** Of the line that letters stand on. */
  readonly y: number;
  readonly size: number;
  /** What the text may take. */
  readonly width: number;
  readonly bold?: boolean;
  readonly mono?: boolean;
  readonly colour?: string;
  readonly anchor?: 'start' | 'end';
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** More are marks that pile up over their neighbours. */
const pointsPerGraphemeMax = 3;
/** Letters are up to so much wider with their kerning than by their widths. */
const slack = 1.03;
const ellipsis = '…';
const runsLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]$/u;

/**
 * What of a text the fonts can draw: on one line, without what nobody sees, without marks that pile up and without what would be a box.
 *
 * Example: "Otter 🚀" -> "Otter".
 */
function drawable(text: string, width: CardFonts['regular']): string[] {
  const visible = text.normalize('NFC').replaceAll(/[\p{Z}\s]+/gu, ' ');
  const drawn = [...graphemes.segment(visible.replaceAll(/\p{C}/gu, ''))].flatMap(({ segment }) => {
    const points = Array.from(segment).slice(0, pointsPerGraphemeMax);
    return points.every((p) => width(p) !== undefined) ? [points.join('')] : [];
  });
  return drawn.join('').trim() === '' ? [] : drawn;
}

/** A name, or what stands for it where the fonts lack more than half of its letters. */
export function nameOrElse(fonts: CardFonts, name: string, otherwise: string): string {
  const letters = (text: string): number => text.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
  const drawn = drawable(name, fonts.regular).join('');
  return drawn !== '' && letters(drawn) * 2 >= letters(name) ? drawn : otherwise;
}

/** As much of a text as the width has room for. @returns the text and how wide it is taken for. */
function fitted(text: string, { size, width, bold, mono }: TextAt, fonts: CardFonts): readonly [string, number] {
  const widthOf = mono ? fonts.mono : bold ? fonts.bold : fonts.regular;
  const wide = (grapheme: string): number =>
    Array.from(grapheme, (p) => widthOf(p) ?? 0).reduce((sum, w) => sum + w, 0) * size * slack;
  const drawn = drawable(text, widthOf);
  const room = width - wide(ellipsis);
  let taken = 0;
  const kept: string[] = [];
  for (const grapheme of drawn) {
    taken += wide(grapheme);
    kept.push(grapheme);
    if (taken > width) break;
  }
  if (taken <= width) return [kept.join('').trim(), taken];
  while (kept.length > 0 && taken > room) taken -= wide(kept.pop() ?? '');
  const start = kept.join('').trimEnd();
  // Behind letters that run to the left the ellipsis stands to their left, too.
  return [start + ellipsis + (runsLeft.test(start) ? '\u200F' : ''), taken + wide(ellipsis)];
}

/** Gathers what is drawn on a card. */
export interface Card {
  /** @returns how wide it is. */
  text(text: string, at: TextAt): number;
  /** On several lines, at words where it can be. @returns where the next line would stand. */
  paragraph(text: string, at: TextAt, lines: number): number;
  /** SVG of its own, put in as it is. */
  put(svg: string): void;
  /** The whole card, with what stands at its foot. */
  svg(foot: string): string;
}

export function openCard(fonts: CardFonts): Card {
  const parts: string[] = [];
  let clips = 0;

  function text(told: string, at: TextAt): number {
    const { x, y, size, width, bold, mono, colour = cardColours.ink, anchor = 'start' } = at;
    const [shown, wide] = fitted(told, at, fonts);
    if (shown === '') return 0;
    const left = anchor === 'start' ? x : x - width;
    const id = `c${clips++}`;
    parts.push(
      `<clipPath id="${id}"><rect x="${left - 4}" y="${y - size * 1.1}" width="${width + 8}" height="${size * 1.5}"/></clipPath>` +
        `<text clip-path="url(#${id})" x="${x}" y="${y}" font-size="${size}" fill="${colour}" text-anchor="${anchor}"` +
        `${bold ? ' font-weight="700"' : ''}${mono ? ' font-family="DejaVu Sans Mono"' : ''} xml:space="preserve">${escapedXml(shown)}</text>`,
    );
    return wide;
  }

  return {
    text,
    paragraph(told, at, lines) {
      const step = at.size * 1.36;
      let rest = told.split(/\s+/u).filter((w) => w !== '');
      let { y } = at;
      for (let line = 1; line <= lines && rest.length > 0; line++, y += step) {
        let words = 1;
        const fits = (n: number): boolean => !fitted(rest.slice(0, n).join(' '), at, fonts)[0].includes(ellipsis);
        while (words < rest.length && fits(words + 1)) words++;
        const isLast = line === lines;
        text((isLast ? rest : rest.slice(0, words)).join(' '), { ...at, y });
        rest = rest.slice(words);
      }
      return y;
    },
    put: (svg) => void parts.push(svg),
    svg(foot) {
      text(foot, { x: margin, y: cardHeight - 26, size: 22, width: cardInner, colour: cardColours.muted });
      return (
        `<svg xmlns="http://www.w3.org/2000/svg" width="${cardWidth}" height="${cardHeight}" viewBox="0 0 ${cardWidth} ${cardHeight}" font-family="Inter">` +
        `<rect width="${cardWidth}" height="${cardHeight}" fill="${cardColours.paper}"/>` +
        `<rect width="${cardWidth}" height="26" fill="${cardColours.tape}"/>${holes}${parts.join('')}</svg>`
      );
    },
  };
}

/** Sprocket holes of the tape along the upper edge. */
const holes = Array.from(
  { length: 43 },
  (_, i) => `<circle cx="${14 + 28 * i}" cy="13" r="4" fill="${cardColours.paper}"/>`,
).join('');

interface CardChart {
  readonly lines: readonly ChartLine[];
  /** The dashed line. */
  readonly start: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Lines over closes, drawn on the scale of the charts of pages. @returns where each line ends, in the order of the lines; none before the second close. */
export function drawLines(card: Card, { lines, start, left, top, width, height }: CardChart): readonly number[] {
  const points = lines.flatMap((l) => l.points);
  const closes = points.map((p) => p.close);
  const from = closes.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const to = closes.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (!(from < to)) return [];
  const values = [start, ...points.map((p) => p.value)];
  const span = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))] as const;
  const up = distanceIn(niceTicks(span, { strong: start, least: 0.4, text: () => '' }));
  const x = (close: number): number => round(left + ((close - from) / (to - from)) * width);
  const y = (value: number): number => round(top + (up(value) / 1000) * height);
  card.put(
    `<path d="M${left} ${y(start)}H${left + width}" stroke="#8b8473" stroke-width="2" stroke-dasharray="3 7" fill="none"/>`,
  );
  for (const [i, line] of [...lines.entries()].toReversed()) {
    const [colour, dashes] = lineForms[i % lineForms.length] as (typeof lineForms)[number];
    const d = line.points.map((p, n) => `${n === 0 ? 'M' : 'L'}${x(p.close)} ${y(p.value)}`).join('');
    card.put(
      `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${i === 0 ? 6 : 4}" stroke-dasharray="${dashes}" stroke-linejoin="round"/>`,
    );
  }
  return lines.map((l) => y(l.points.at(-1)?.value ?? start));
}

/** The colour of a line of a chart, by its place. */
export function lineColour(line: number): string {
  return (lineForms[line % lineForms.length] as (typeof lineForms)[number])[0];
}

/** Heights pushed apart until each has its room, in the order that was given. */
export function pushedApart(ys: readonly number[], gap: number, bottom: number): number[] {
  const order = ys.map((y, i) => ({ y, i })).toSorted((a, b) => a.y - b.y);
  let least = Number.NEGATIVE_INFINITY;
  for (const one of order) {
    one.y = Math.max(one.y, least);
    least = one.y + gap;
  }
  let most = bottom;
  for (const one of order.toReversed()) {
    one.y = Math.min(one.y, most);
    most = one.y - gap;
  }
  return order.toSorted((a, b) => a.i - b.i).map(({ y }) => y);
}

const round = (x: number): number => Math.round(x * 10) / 10;
