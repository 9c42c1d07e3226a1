/** Text within XML. */

/** What XML 1.0 has no way to write at all: control characters, halves of pairs, and two that are no characters. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[^\u0009\u000a\u000d\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** For between tags and inside attributes. What cannot be written is the sign for that. */
export function escapedXml(text: string): string {
  return text
    .replaceAll(unwritable, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
