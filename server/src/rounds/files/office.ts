/** Workbooks (XLSX) and letters (DOCX) as small as the formats allow, byte for byte a function of their contents. */
import { zip } from './zip.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function part(name: string, xml: string): { name: string; bytes: Buffer } {
  return { name, bytes: Buffer.from(head + xml) };
}

function types(overrides: readonly (readonly [path: string, type: string])[]): string {
  const lines = overrides.map(
    ([path, type]) =>
      `<Override PartName="${path}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  );
  return `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${lines.join('')}</Types>`;
}

function relations(list: readonly (readonly [type: string, target: string])[]): string {
  const lines = list.map(
    ([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packages}/relationships">${lines.join('')}</Relationships>`;
}

/** A formula is written without its equals sign, and without a value: whoever opens the file works it out. */
export type Cell = string | number | null | { readonly formula: string };

/** `A`, …, `Z`, `AA`, … */
export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

/** @param sheets name and rows; a number is stored as a number, a text in the cell itself. */
export function xlsx(
  sheets: readonly { readonly name: string; readonly rows: readonly (readonly Cell[])[] }[],
): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const cell = (value: Cell, at: string): string => {
    if (value === null) return '';
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
    if (typeof value === 'object') return `<c r="${at}"><f>${escapeXml(value.formula)}</f></c>`;
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
  };
  const row = (cells: readonly Cell[], r: number): string =>
    `<row r="${r + 1}">${cells.map((value, c) => cell(value, `${columnName(c)}${r + 1}`)).join('')}</row>`;
  return zip([
    part(
      '[Content_Types].xml',
      types([
        ['/xl/workbook.xml', 'spreadsheetml.sheet.main'],
        ...sheets.map((_, i) => [`/xl/worksheets/sheet${i + 1}.xml`, 'spreadsheetml.worksheet'] as const),
      ]),
    ),
    part('_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets
        .map(({ name }, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      relations(sheets.map((_, i) => ['worksheet', `worksheets/sheet${i + 1}.xml`] as const)),
    ),
    ...sheets.map(({ rows }, i) =>
      part(
        `xl/worksheets/sheet${i + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${rows.map(row).join('')}</sheetData></worksheet>`,
      ),
    ),
  ]);
}

export function docx(paragraphs: readonly string[]): Buffer {
  const body = paragraphs
    .map((text) => `<w:p><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`)
    .join('');
  return zip([
    part('[Content_Types].xml', types([['/word/document.xml', 'wordprocessingml.document.main']])),
    part('_rels/.rels', relations([['officeDocument', 'word/document.xml']])),
    part(
      'word/document.xml',
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    ),
  ]);
}
