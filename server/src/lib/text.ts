/** Texts from clients, made safe to repeat in answers, and the order of texts. */

/** A control character. Tab and line breaks are text and do not count. */
// oxlint-disable-next-line no-control-regex
export const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** A client's text as an error repeats it: at most 60 characters, well-formed, without control characters. */
export function shown(text: string): string {
  const clean = text.toWellFormed().replaceAll(new RegExp(controlCharacter.source, 'g'), '\uFFFD');
  const start = Array.from(clean.slice(0, 122));
  return start.length > 60 ? `${start.slice(0, 60).join('')}…` : clean;
}

/** For sorting texts by their code units, which gives one order on every machine. */
export function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What whatever was thrown says. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
