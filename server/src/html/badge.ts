/** A badge for a README: two words beside each other on 20 px, as an SVG that runs, loads and styles nothing. */
import { escapedXml } from './xml.ts';

const height = 20;
/** What a character of the font is taken for, px; `textLength` then makes the text as wide as that. */
const characterWidth = 6.6;
const pad = 6;

const colours = { label: '#3b392f', gain: '#006f63', loss: '#b33a00', none: '#5d584b' } as const;

/** @param title what is read aloud. */
export function badgeSvg(
  label: string,
  told: string,
  tone: Exclude<keyof typeof colours, 'label'>,
  title: string,
): string {
  const [left, right] = [label, told].map((text) => Math.round(text.length * characterWidth) + 2 * pad) as [
    number,
    number,
  ];
  const width = left + right;
  const text = (words: string, x: number, space: number): string =>
    `<text x="${x + pad}" y="14" textLength="${space - 2 * pad}" lengthAdjust="spacingAndGlyphs">${escapedXml(words)}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapedXml(title)}">` +
    `<title>${escapedXml(title)}</title>` +
    `<rect width="${width}" height="${height}" rx="3" fill="${colours.label}"/>` +
    `<path d="M${left} 0H${width - 3}a3 3 0 0 1 3 3V${height - 3}a3 3 0 0 1 -3 3H${left}z" fill="${colours[tone]}"/>` +
    `<g fill="#ffffff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">` +
    `${text(label, 0, left)}${text(told, left, right)}</g></svg>\n`
  );
}
