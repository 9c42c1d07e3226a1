/**
 * Reads a part of a workbook by saxes, as a row of calls: an element begins, a text, an element ends. Names come without their prefix, since programs
 * choose different ones. A DOCTYPE, entities of one's own and what is not well-formed are refused.
 */
import { SaxesParser } from 'saxes';
import { WorkbookFault } from './budget.ts';

export interface Reader {
  /** @param attributes by name without prefix. @param path the names of the elements around it, the outermost first, and its own. */
  open?(name: string, attributes: ReadonlyMap<string, string>, path: readonly string[]): void;
  /** The whole text of an element, when it ends; the texts of elements within it are not part of it. */
  close?(name: string, text: string, path: readonly string[]): void;
}

const depthMax = 40;

/** Throws WorkbookFault. */
export function readPart(text: string, reader: Reader): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const path: string[] = [];
  const texts: string[] = [];
  const add = (more: string): void => {
    if (texts.length > 0) texts[texts.length - 1] += more;
  };
  parser.on('error', () => {
    throw new WorkbookFault('a part of the file is not well-formed XML');
  });
  parser.on('doctype', () => {
    throw new WorkbookFault('a part of the file has a DOCTYPE');
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length >= depthMax) throw new WorkbookFault(`elements of the file stand more than ${depthMax} deep`);
    const own = localName(name);
    path.push(own);
    texts.push('');
    reader.open?.(own, new Map(Object.entries(attributes).map(([key, value]) => [localName(key), value])), path);
  });
  parser.on('closetag', () => {
    const own = path.at(-1) ?? '';
    reader.close?.(own, texts.pop() ?? '', path);
    path.pop();
  });
  parser.write(text.startsWith('\uFEFF') ? text.slice(1) : text).close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
