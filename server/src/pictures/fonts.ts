/** The fonts that pictures are drawn with, and what is known of them without drawing: which characters they have, and how wide each is. */
import { readFileSync } from 'node:fs';

const names = ['Inter-Regular', 'Inter-Bold', 'DejaVuSans', 'DejaVuSansMono'] as const;
export type FontName = (typeof names)[number];

const read = (name: FontName): Buffer => readFileSync(new URL(`../../assets/fonts/${name}.ttf`, import.meta.url));

export function fontFiles(): readonly Uint8Array[] {
  return names.map((name) => Uint8Array.from(read(name)));
}

/** A font as it is asked. */
export interface Font {
  /** The width of a character, in parts of the size of the font; undefined where the font has no glyph for it. */
  width(character: string): number | undefined;
}

const opened = new Map<FontName, Font>();

/** Read when it is asked for first. */
export function font(name: FontName): Font {
  const found = opened.get(name) ?? openFont(read(name));
  opened.set(name, found);
  return found;
}

/**
 * The tables of an OpenType font that are needed here (https://learn.microsoft.com/typography/opentype/spec/otff): `cmap` in its formats 4
 * and 12, `hmtx` with its lengths. Widths are without kerning, which changes a line of text by a few parts of a hundred.
 */
export function openFont(file: Buffer): Font {
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < file.readUInt16BE(4); i++) {
    const at = 12 + 16 * i;
    const offset = file.readUInt32BE(at + 8);
    tables.set(file.toString('latin1', at, at + 4), file.subarray(offset, offset + file.readUInt32BE(at + 12)));
  }
  const table = (name: string): Buffer => {
    const found = tables.get(name);
    if (!found) throw new Error(`the font has no table ${name}`);
    return found;
  };
  const perSize = table('head').readUInt16BE(18);
  const widths = table('hhea').readUInt16BE(34);
  const advances = table('hmtx');
  const glyphOf = glyphsOf(table('cmap'));
  return {
    width(character) {
      const glyph = glyphOf(character.codePointAt(0) ?? 0);
      return glyph === 0 ? undefined : advances.readUInt16BE(4 * Math.min(glyph, widths - 1)) / perSize;
    },
  };
}

/** @returns from a code point to its glyph; 0 is none. */
function glyphsOf(cmap: Buffer): (codePoint: number) => number {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) =>
    cmap.subarray(cmap.readUInt32BE(4 + 8 * i + 4)),
  );
  const long = subtables.find((t) => t.readUInt16BE(0) === 12);
  const short = subtables.find((t) => t.readUInt16BE(0) === 4);
  return (codePoint) => (long && inGroups(long, codePoint)) || (short && inSegments(short, codePoint)) || 0;
}

function inGroups(t: Buffer, codePoint: number): number {
  for (let i = 0; i < t.readUInt32BE(12); i++) {
    const at = 16 + 12 * i;
    if (codePoint > t.readUInt32BE(at + 4)) continue;
    const first = t.readUInt32BE(at);
    return codePoint < first ? 0 : t.readUInt32BE(at + 8) + codePoint - first;
  }
  return 0;
}

function inSegments(t: Buffer, codePoint: number): number {
  if (codePoint > 0xff_ff) return 0;
  const twice = t.readUInt16BE(6);
  for (let i = 0; i < twice; i += 2) {
    if (codePoint > t.readUInt16BE(14 + i)) continue;
    const first = t.readUInt16BE(16 + twice + i);
    if (codePoint < first) return 0;
    const delta = t.readUInt16BE(16 + 2 * twice + i);
    const rangeAt = 16 + 3 * twice + i;
    const range = t.readUInt16BE(rangeAt);
    if (range === 0) return (codePoint + delta) & 0xff_ff;
    const glyph = t.readUInt16BE(rangeAt + range + 2 * (codePoint - first));
    return glyph === 0 ? 0 : (glyph + delta) & 0xff_ff;
  }
  return 0;
}
