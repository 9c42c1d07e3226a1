/** Reads the files as a bot would, for the solvers that know only what a bot is shown: rows of tables, lines of texts. */
import type { Shown } from '../../../source.ts';

/** The files of one task, by their names without the task's folder. */
export type Folder = ReadonlyMap<string, Buffer>;

export function folderOf({ files }: Shown, taskId: string): Folder {
  return new Map(
    files.flatMap(({ name, bytes }) =>
      name.startsWith(`${taskId}/`) ? [[name.slice(taskId.length + 1), bytes] as const] : [],
    ),
  );
}

/** The text of a part of a ZIP archive whose parts are stored. */
function stored(archive: Buffer, part: string): string {
  for (let at = 0; archive.readUInt32LE(at) === 0x0403_4b50;) {
    const [size, name, extra] = [
      archive.readUInt32LE(at + 18),
      archive.readUInt16LE(at + 26),
      archive.readUInt16LE(at + 28),
    ];
    const from = at + 30 + name + extra;
    if (archive.toString('latin1', at + 30, at + 30 + name) === part)
      return archive.toString('utf8', from, from + size);
    at = from + size;
  }
  return '';
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

export function workbookRows(folder: Folder, name: string): string[][] {
  const sheet = stored(folder.get(name) ?? Buffer.alloc(4), 'xl/worksheets/sheet1.xml');
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row]) => {
    const cells: string[] = [];
    for (const [, column, inside] of String(row).matchAll(/<c r="([A-Z])\d+"[^>]*>(.*?)<\/c>/gs))
      cells[String(column).charCodeAt(0) - 65] = unescaped(/<(?:t|v)[^>]*>([^<]*)</.exec(String(inside))?.[1] ?? '');
    return Array.from(cells, (cell) => cell ?? '');
  });
}

export function letterLines(folder: Folder, name: string): string[] {
  const text = stored(folder.get(name) ?? Buffer.alloc(4), 'word/document.xml');
  return [...text.matchAll(/<w:t[^>]*>([^<]*)</g)].map(([, line]) => unescaped(String(line)));
}

export function pdfLines(folder: Folder, name: string): string[] {
  const text = (folder.get(name) ?? Buffer.alloc(0)).toString('latin1');
  return [...text.matchAll(/^\((.*)\) Tj T\*$/gm)].map(([, line]) => String(line).replaceAll(/\\([()\\])/g, '$1'));
}

export function csvRows(folder: Folder, name: string): string[][] {
  const lines = textOf(folder, name).split('\r\n').slice(0, -1);
  return lines.map((line) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, field]) =>
      String(field)
        .replace(/^"(.*)"$/s, '$1')
        .replaceAll('""', '"'),
    ),
  );
}

export function textOf(folder: Folder, name: string): string {
  return (folder.get(name) ?? Buffer.alloc(0)).toString('utf8');
}

/** `34.00` is 3400. */
export function cents(text: string | undefined): number {
  return Number((text ?? '').replace('.', ''));
}
