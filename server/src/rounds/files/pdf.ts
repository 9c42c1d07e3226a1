/**
 * A PDF of lines of text in Courier, A4, 60 lines a page, with content that is not compressed: byte for byte a function of its lines. Text is
 * Windows-1252, so accents and € are there; a character that is not becomes a question mark.
 */
const linesPerPage = 60;
/** The characters of Windows-1252 between 0x80 and 0x9f, of which texts here use these. */
const special = new Map([
  ['€', 0x80],
  ['–', 0x96],
  ['’', 0x92],
]);

export function pdf(lines: readonly string[]): Buffer {
  const pages = Math.max(1, Math.ceil(lines.length / linesPerPage));
  const kids = Array.from({ length: pages }, (_, i) => `${4 + 2 * i} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
  ];
  for (let page = 0; page < pages; page++) {
    const own = lines.slice(page * linesPerPage, (page + 1) * linesPerPage).map((line) => `(${encoded(line)}) Tj T*`);
    const content = `BT /F1 9 Tf 12 TL 50 800 Td\n${own.join('\n')}\nET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * page} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}

/** One character a byte. */
function encoded(line: string): string {
  return Array.from(line, (character) => {
    const code = special.get(character) ?? character.codePointAt(0) ?? 0;
    if (character === '(' || character === ')' || character === '\\') return `\\${character}`;
    return code < 0x20 || code > 0xff ? '?' : String.fromCharCode(code);
  }).join('');
}
