/** Workbooks as bots send them: right ones, typed-in ones, lies, and hostile ones, each with its own reason. */
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { xlsx, type Cell } from '../files/office.ts';
import { zip } from '../files/zip.ts';
import { budget } from '../workbook/budget.ts';
import { gradeWorkbook, type InputSheet, type WorkbookTask } from './workbook.ts';

const given: InputSheet = {
  name: 'Data',
  rows: [
    ['Units', 'Cents'],
    [2, 300],
    [5, 100],
    [4, 250],
  ],
};
const other: InputSheet = {
  name: 'Data',
  rows: [
    ['Units', 'Cents'],
    [7, 120],
    [1, 900],
    [3, 410],
  ],
};
const third: InputSheet = {
  name: 'Data',
  rows: [
    ['Units', 'Cents'],
    [9, 50],
    [6, 60],
    [8, 70],
  ],
};
const task: WorkbookTask = { sheet: 'Report', cells: ['B2', 'B3', 'B4'], inputs: [[given], [other], [third]] };
const key = { B2: [11, 11, 23], B3: [2_100, 2_970, 1_370], B4: [5, 7, 9] };
const right: readonly Cell[] = [
  { formula: 'SUM(Data!A2:A4)' },
  { formula: 'SUMPRODUCT(Data!A2:A4,Data!B2:B4)' },
  { formula: 'MAX(Data!A2:A4)' },
];

function book(cells: readonly Cell[], data: InputSheet = given): Buffer {
  return xlsx([data, { name: 'Report', rows: [['Figure', 'Value'], ...cells.map((cell) => ['x', cell])] }]);
}

const grade = (bytes: Buffer) => gradeWorkbook(task, key, { xlsx: bytes.toString('base64') });

/** The parts of a workbook of ours, some of them changed. */
function changed(
  cells: readonly Cell[],
  change: (name: string, xml: string) => string,
  more: readonly { readonly name: string; readonly bytes: Buffer }[] = [],
): Buffer {
  const archive = book(cells);
  const parts: { name: string; bytes: Buffer }[] = [];
  for (let at = 0; archive.readUInt32LE(at) === 0x0403_4b50;) {
    const [size, length] = [archive.readUInt32LE(at + 18), archive.readUInt16LE(at + 26)];
    const [name, from] = [archive.toString('latin1', at + 30, at + 30 + length), at + 30 + length];
    parts.push({ name, bytes: Buffer.from(change(name, archive.toString('utf8', from, from + size))) });
    at = from + size;
  }
  return zip([...parts, ...more]);
}

const inReport = (change: (xml: string) => string): Buffer =>
  changed(right, (name, xml) => (name.endsWith('sheet2.xml') ? change(xml) : xml));

/** An archive with one deflated part, whose directory says that it has so many bytes. */
function packed(name: string, bytes: Buffer, stated = bytes.length, { flags = 0, method = 8 } = {}): Buffer {
  const data = deflateRawSync(bytes);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(flags, 2);
  fields.writeUInt16LE(method, 4);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(data.length, 14);
  fields.writeUInt32LE(stated, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), data]);
  const central = Buffer.concat([
    Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'),
    fields,
    Buffer.alloc(14),
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

describe('points', () => {
  test('right formulas have all, values that are typed in a fifth, the workbook as it was given nothing', () => {
    expect(grade(book(right))).toEqual({ score: 1_000_000, why: '30 of 30 points' });
    // The sum of the units is the same with the second set by chance: the third decides.
    expect(grade(book([11, 2_100, 5]))).toEqual({
      score: 200_000,
      why: '6 of 30 points; right with the given inputs only: B2, B3, B4',
    });
    expect(grade(book([])).why).toBe('0 of 30 points; B2: empty; B3: empty; B4: empty');
  });

  test('an area that is a row short loses its cell', () => {
    expect(grade(book([{ formula: 'SUM(Data!A2:A3)' }, right[1] ?? null, right[2] ?? null])).score).toBe(666_666);
  });

  test('what the file says a formula gives is not looked at', () => {
    const lie = inReport((xml) => xml.replaceAll(/<f>[^<]*<\/f>/g, '<f>1</f><v>11</v>'));
    expect(grade(lie)).toEqual({ score: 0, why: '0 of 30 points; B2: wrong; B3: wrong; B4: wrong' });
    const stale = inReport((xml) => xml.replaceAll('</f>', '</f><v>999</v>'));
    expect(grade(stale).score).toBe(1_000_000);
  });

  test('other ways to write the same: shared texts and formulas, prefixes, cells without their place, CDATA', () => {
    const relation = '<Relationship Id="rId9" Type="http://x/sharedStrings" Target="/xl/texts.xml"/></Relationships>';
    const texts = '<sst><si><t>Cents</t></si><si><r><t>Un</t></r><r><t>its</t></r><rPh><t>x</t></rPh></si></sst>';
    const written = changed(
      right,
      (name, xml) => {
        if (name === 'xl/_rels/workbook.xml.rels') return xml.replace('</Relationships>', relation);
        if (name.endsWith('sheet1.xml'))
          return xml
            .replace(/<c r="A1".*?<\/c>/, '<c t="s"><v>1</v></c>')
            .replaceAll(/<(\/?)(\w)/g, '<$1x:$2')
            .replace('xmlns=', 'xmlns:x=');
        if (!name.endsWith('sheet2.xml')) return xml;
        return xml
          .replace('<f>SUM(Data!A2:A4)</f>', '<f><![CDATA[IF(1<2,C2)]]></f>')
          .replace(
            '</c></row><row r="3">',
            '</c><c><f t="shared" ref="C2:C3" si="0">SUM(Data!A$2:A$4)-SUM(A2)</f></c></row><row>',
          )
          .replace('</c></row><row r="4">', '</c><c r="D3"><f t="shared" si="0"/></c></row><row r="4">');
      },
      [{ name: 'xl/texts.xml', bytes: Buffer.from(texts) }],
    );
    expect(grade(written)).toEqual({ score: 1_000_000, why: '30 of 30 points' });
  });
});

describe('each file that is none has its own reason', () => {
  const bomb = Buffer.alloc(30_000_000, 'a');
  const cases: Readonly<Record<string, readonly [Buffer, string]>> = {
    'an empty file': [Buffer.alloc(0), 'the file is empty'],
    'no archive': [Buffer.from('x'.repeat(500)), 'the file is no ZIP archive, or not whole'],
    'an archive that was cut': [book(right).subarray(0, -10), 'the file is no ZIP archive, or not whole'],
    'another archive': [zip([{ name: 'a.txt', bytes: Buffer.from('a') }]), 'the file is no workbook'],
    'a bomb that says so': [
      packed('xl/workbook.xml', bomb),
      `the file unpacks to more than ${budget.unpackedBytesMax} bytes`,
    ],
    'a bomb that lies': [
      packed('_rels/.rels', bomb, 100),
      'a part of the file cannot be unpacked to the size that it states',
    ],
    'a part of another size': [
      packed('_rels/.rels', Buffer.from('<a/>'), 9),
      'a part of the file is not of the size or checksum that it states',
    ],
    encrypted: [packed('_rels/.rels', Buffer.from('a'), 1, { flags: 1 }), 'a part of the file is encrypted'],
    'another method': [
      packed('_rels/.rels', Buffer.from('a'), 1, { method: 12 }),
      'a part of the file is packed by another method than deflate',
    ],
    'a name twice': [
      zip([0, 1].map(() => ({ name: 'a', bytes: Buffer.from('a') }))),
      'two parts of the file have one name',
    ],
    'many parts': [
      zip(Array.from({ length: 65 }, (_, i) => ({ name: `a${i}`, bytes: Buffer.alloc(0) }))),
      'the file has more than 64 parts',
    ],
    'no UTF-8': [
      zip([{ name: '_rels/.rels', bytes: Buffer.from([0xff, 0xfe, 0]) }]),
      'a part of the file is not UTF-8',
    ],
    'a DOCTYPE': [
      inReport((xml) => xml.replace('<worksheet', '<!DOCTYPE a [<!ENTITY b "c">]><worksheet')),
      'a part of the file has a DOCTYPE',
    ],
    'an entity': [inReport((xml) => xml.replace('Figure', '&figure;')), 'a part of the file is not well-formed XML'],
    'no XML': [inReport((xml) => xml.slice(0, -9)), 'a part of the file is not well-formed XML'],
    deep: [
      inReport((xml) => xml.replace('<sheetData>', `${'<a>'.repeat(50)}${'</a>'.repeat(50)}<sheetData>`)),
      'elements of the file stand more than 40 deep',
    ],
    'many cells': [
      changed(right, (name, xml) =>
        name.endsWith('sheet2.xml')
          ? xml.replace(
              '</sheetData>',
              `<row>${'<c><v>1</v></c>'.repeat(16_000)}</row><row>${'<c><v>1</v></c>'.repeat(16_000)}</row></sheetData>`,
            )
          : xml,
      ),
      'the workbook has more than 20000 cells',
    ],
    'a cell twice': [
      inReport((xml) => xml.replace('<c r="B2">', '<c r="B2"><v>1</v></c><c r="B2">')),
      'a cell stands in the file twice',
    ],
    'a cell in another row': [
      inReport((xml) => xml.replace('<c r="B2">', '<c r="B7">')),
      'a cell stands where no cell can be',
    ],
    'a formula over several cells': [
      inReport((xml) => xml.replace('<f>', '<f t="array" ref="B2:B4">')),
      'one formula fills several cells, which is not evaluated here',
    ],
    'a formula that nobody shares': [
      inReport((xml) => xml.replace(/<f>[^<]*<\/f>/, '<f t="shared" si="3"/>')),
      'a formula is shared with a cell that does not have it',
    ],
    'two sheets of one name': [
      changed(right, (_, xml) => xml.replace('name="Report"', 'name="DATA"')),
      'two sheets have one name',
    ],
    'another input': [
      book(right, { ...given, rows: [...given.rows.slice(0, 3), [4, 251]] }),
      'the inputs are not those that were given',
    ],
    'an input as a formula': [
      changed(right, (name, xml) =>
        name.endsWith('sheet1.xml') ? xml.replace('<v>300</v>', '<f>300</f><v>300</v>') : xml,
      ),
      'the inputs are not those that were given',
    ],
    'no sheet of inputs': [xlsx([{ name: 'Report', rows: [] }]), 'the inputs are not those that were given'],
    'no sheet for formulas': [xlsx([given]), 'the sheet for the formulas is missing'],
  };

  test.each(Object.entries(cases))('%s', (_, [bytes, why]) => expect(grade(bytes)).toEqual({ score: 0, why }));

  test('the bomb is as small as it is said to be', () => {
    expect(deflateRawSync(bomb).length).toBeLessThan(30_000);
  });
});

describe('formulas that are not worked out cost their cell', () => {
  const of = (formula: string): string => grade(book([{ formula }, right[1] ?? null, right[2] ?? null])).why;
  test.each([
    ['B2', 'it refers to itself in a circle'],
    ['IFERROR(B2,11)', 'it refers to itself in a circle'],
    ['INDIRECT("Data!A2")', 'it uses a function that is not listed'],
    ['constructor(1)', 'it uses a function that is not listed'],
    ['NOW()', 'it uses a function that is not listed'],
    ['Total', 'it uses a name that is none of a cell or a listed function'],
    ['[1]Data!A2', 'it has a sign that formulas here do not have'],
    ['Other!A2', 'it names a sheet that there is not'],
    ['SUM()', 'a function has too few arguments or too many'],
    ['1+', 'it is no formula of the kind that is read here'],
    [`${'('.repeat(300)}1${')'.repeat(300)}`, 'it is nested more than 200 deep'],
    ['1+'.repeat(2_000), 'it is nested more than 200 deep'],
    ['"a"&'.repeat(2_100), 'it has more than 8192 characters'],
    ['SUM(A1:XFD1048576)', 'the formulas take more than 2000000 steps'],
    ['SUMPRODUCT(ROW(1:100000)*COLUMN(A:XFD))', 'the formulas take more than 2000000 steps'],
    [`MATCH("${'*a'.repeat(1_900)}c","${'a'.repeat(3_900)}",0)`, 'the formulas take more than 2000000 steps'],
    [`LEN(SUBSTITUTE("${'a'.repeat(3_000)}","a","${'b'.repeat(3_000)}"))`, 'a text is longer than a cell may be'],
    ['1/0', 'gives #DIV/0!'],
    ['"11"', 'no number'],
  ])('a formula (%#)', (formula, why) => expect(of(formula)).toContain(`B2: ${why}`));

  test('cells that wait for each other in a long row', () => {
    const row = Array.from({ length: 700 }, (_, i): Cell => ({ formula: `B${i + 3}` }));
    expect(grade(book(row)).why).toContain('B2: more than 600 steps wait for each other');
  });

  test('steps that run out with other inputs are told', () => {
    const heavy: Cell = { formula: 'SUM(Data!A2:A4)+0*SUM(IF(Data!A2>2,ROW(1:700000),0))' };
    expect(grade(book([heavy])).why).toContain('B2 with other inputs: the formulas take more than 2000000 steps');
  });
});

describe('whatever is sent has a grade', () => {
  const valid = book(right);
  const isGrade = (bytes: Buffer): void => {
    const { score, why } = grade(bytes);
    expect(Number.isInteger(score) && score >= 0 && score <= 1_000_000).toBe(true);
    expect(why).not.toBe('the workbook cannot be evaluated');
  };

  test('bytes', () =>
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => isGrade(Buffer.from(bytes)))));

  test('a workbook with bytes that are changed, taken out or put in', () => {
    const edit = fc.tuple(
      fc.nat(valid.length - 1),
      fc.constantFrom('set', 'cut', 'put'),
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
        let bytes = Buffer.from(valid);
        for (const [at, how, more] of edits) {
          const [before, after] = [bytes.subarray(0, at), bytes.subarray(at + (how === 'put' ? 0 : more.length))];
          bytes = Buffer.concat(how === 'cut' ? [before, after] : [before, more, after]);
        }
        isGrade(bytes);
      }),
      { numRuns: 300 },
    );
  });

  test('the fields of the archive, in the directory and before the parts', () => {
    const heads = [...valid.toString('latin1').matchAll(/PK/g)].flatMap(({ index }) =>
      (valid[index + 2] ?? 9) < 7 ? [index] : [],
    );
    const field = fc.tuple(fc.constantFrom(...heads), fc.nat(45), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff));
    fc.assert(
      fc.property(fc.array(field, { minLength: 1, maxLength: 3 }), (fields) => {
        const bytes = Buffer.from(valid);
        for (const [at, offset, value] of fields) if (at + offset < bytes.length) bytes[at + offset] = value;
        isGrade(bytes);
      }),
      { numRuns: 300 },
    );
  });

  test('parts of the sheets, put together anew', () => {
    const piece = fc.constantFrom(
      '<row r="2">',
      '</row>',
      '<c r="B2">',
      '<c>',
      '</c>',
      '<v>',
      '</v>',
      '<f>',
      '<f t="shared" si="0">',
      '</f>',
      '1',
      'A1',
      '<c r="XFD2" t="s">',
      '<is><t>',
      '</t></is>',
      '&amp;',
      '&#x41;',
      '<!-- -->',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) =>
        isGrade(
          inReport((xml) => xml.replace(/<sheetData>.*<\/sheetData>/s, `<sheetData>${pieces.join('')}</sheetData>`)),
        ),
      ),
      { numRuns: 300 },
    );
  });

  test('formulas of drawn words', () => {
    const word = fc.constantFrom(
      'SUM(',
      'IF(',
      'INDEX(',
      'MATCH(',
      'SUMIF(',
      'LEFT(',
      'ROUND(',
      'A1',
      'A:A',
      '2:2',
      'Data!A2:B4',
      '1',
      '-1',
      '1e300',
      '"a"',
      '""',
      '""">=',
      ',',
      ')',
      ')',
      '+',
      '-',
      '*',
      '/',
      '^',
      '&',
      '=',
      '<>',
      '%',
      '{1,2}',
      '#N/A',
      ':',
      '$',
      '!',
      'TRUE',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) =>
        isGrade(book([{ formula: words.join('') }, { formula: `IFERROR(${words.join('')},1)` }])),
      ),
      { numRuns: 300 },
    );
  });

  test('answers that hold no workbook', () => {
    for (const answer of [null, 1, 'x', [], {}, { xlsx: 1 }]) expect(gradeWorkbook(task, key, answer).score).toBe(0);
  });
});
