/** The writers: the bytes are those of the formats, the same each time, and what goes in can be read in them. */
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../lib/hash.ts';
import { columnName, docx, xlsx } from './office.ts';
import { pdf } from './pdf.ts';
import { csv, eml, ics } from './texts.ts';
import { zip } from './zip.ts';

/** Reads an archive by its directory, as unpackers do, and checks it against the local headers. */
function unpacked(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x0605_4b50);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  expect(at + archive.readUInt32LE(end + 12)).toBe(end);
  for (let i = 0; i < archive.readUInt16LE(end + 10); i++) {
    expect(archive.readUInt32LE(at)).toBe(0x0201_4b50);
    const [size, length, local] = [
      archive.readUInt32LE(at + 24),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ];
    const name = archive.toString('latin1', at + 46, at + 46 + length);
    expect(archive.readUInt32LE(local)).toBe(0x0403_4b50);
    expect(archive.toString('latin1', local + 30, local + 30 + length)).toBe(name);
    const bytes = archive.subarray(local + 30 + length, local + 30 + length + size);
    expect([archive.readUInt32LE(at + 16), archive.readUInt32LE(local + 14)]).toEqual([crc32(bytes), crc32(bytes)]);
    expect([archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)]).toEqual([0, size]);
    files.set(name, bytes);
    at += 46 + length;
  }
  return files;
}

test('an archive holds what goes in', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,9}$/), fc.uint8Array()), { selector: ([name]) => name }),
      (entries) => {
        const files = unpacked(zip(entries.map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) }))));
        expect([...files].map(([name, bytes]) => [name, [...bytes]])).toEqual(
          entries.map(([name, bytes]) => [name, [...bytes]]),
        );
      },
    ),
  );
});

test('golden bytes: a file that was written once is written so for ever', () => {
  const written = {
    xlsx: xlsx([{ name: 'A & B', rows: [['a<b', 1, null, 'é€'], [], ['  x', -2.5]] }]),
    docx: docx(['Änderung & "mehr"', '']),
    pdf: pdf(['(a) \\ é € ☃', '']),
    csv: csv([
      ['a,b', 'c"d', 1],
      ['x\ny', 'é'],
    ]),
    eml: eml({ from: 'a@example.com', to: 'b@example.com', subject: 'x', day: '2031-03-04', lines: ['é'] }),
    ics: ics('x', [{ id: '1', title: 'y', start: 60, end: 90, cancelled: true }]),
  };
  expect(Object.fromEntries(Object.entries(written).map(([name, bytes]) => [name, sha256(bytes).slice(0, 16)])))
    .toMatchInlineSnapshot(`
    {
      "csv": "b6905425324cc8b7",
      "docx": "aa772fc33396f25a",
      "eml": "1eb5988f58cf44fc",
      "ics": "e137533f12ce6b36",
      "pdf": "efdaf8578010b94f",
      "xlsx": "6c618c42e5cf9de8",
    }
  `);
});

test('workbooks and letters: texts are escaped, cells stand where they belong', () => {
  const book = unpacked(xlsx([{ name: 'A & B', rows: [['a<b', 1, null, 'é'], [], ['x']] }]));
  expect(book.get('xl/workbook.xml')!.toString()).toContain('<sheet name="A &amp; B" sheetId="1" r:id="rId1"/>');
  const sheet = book.get('xl/worksheets/sheet1.xml')!.toString();
  expect(sheet).toContain(
    '<row r="1"><c r="A1" t="inlineStr"><is><t xml:space="preserve">a&lt;b</t></is></c><c r="B1"><v>1</v></c><c r="D1"',
  );
  expect(sheet).toContain('<row r="2"></row><row r="3"><c r="A3"');
  expect(
    unpacked(docx(['a & b']))
      .get('word/document.xml')!
      .toString(),
  ).toContain('<w:t xml:space="preserve">a &amp; b</w:t>');
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

test('a PDF: the table of objects points at each of them, pages have 60 lines', () => {
  const text = pdf(Array.from({ length: 121 }, (_, i) => `line ${i} (x) €`)).toString('latin1');
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
  const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
  expect(offsets).toHaveLength(3 + 2 * 3);
  for (const [i, at] of offsets.entries()) expect(text.slice(at, at + 8)).toMatch(new RegExp(`^${i + 1} 0 obj`));
  for (const [, length, content] of text.matchAll(/<< \/Length (\d+) >>\nstream\n(.*?)\nendstream/gs))
    expect(content).toHaveLength(Number(length));
  expect(text).toContain('/Count 3');
  expect(text).toContain('(line 120 \\(x\\) \u0080) Tj');
});

test('texts: quotes and line ends are those of their formats', () => {
  expect(
    csv([
      ['a,b', 'c"d', 1],
      ['x', ''],
    ]).toString(),
  ).toBe('"a,b","c""d",1\r\nx,\r\n');
  expect(
    eml({
      from: 'a@example.com',
      to: 'b@example.com',
      subject: 'x',
      day: '2031-03-04',
      lines: ['one', 'two'],
    }).toString(),
  ).toContain('Date: 4 Mar 2031 09:00:00 +0000\r\nMIME-Version: 1.0\r\n');
  const calendar = ics('x', [{ id: '1', title: 'y', start: 0, end: 90, cancelled: true }]).toString();
  expect(calendar).toContain(
    'DTSTART:19700101T000000Z\r\nDTEND:19700101T013000Z\r\nSUMMARY:y\r\nSTATUS:CANCELLED\r\nEND:VEVENT\r\n',
  );
  expect(calendar.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});
