/**
 * Lenient JSON: a text that stands for a JSON object in, the strict JSON text of that object out; undefined where it does not say one
 * object.
 *
 * Taken as meant: any quotes (also those of typography, and such that are escaped once too often), names without quotes, comments, `=` for
 * `:`, `;` for `,`, a comma too many, `True`, `None`, `+0.5`, `.5`, `0.5f`, `50%` (which becomes a text), closing braces that are missing at the
 * end. Words around the object are left out, and so is the same object once more. A text that was cut off inside a name or a value says
 * nothing.
 *
 * Example: `order = {'weights': {BTC: .5,},}` -> `{"weights":{"BTC":0.5}}`.
 */

const depthMax = 12;
/** The same object so often. */
const timesMax = 5;
const closing: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '\u201C': '\u201D\u201C',
  '\u201D': '\u201D\u201C',
  '\u2018': '\u2019\u2018',
  '\u00AB': '\u00BB',
};
const words: Readonly<Record<string, string>> = {
  true: 'true',
  false: 'false',
  null: 'null',
  none: 'null',
  undefined: 'null',
};
const blank = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*)*/y;
const number = /([+-]?)(\d+(?:_\d+)*|(?=\.\d))(\.\d+)?\.?([eE][+-]?\d+)?(\s*%|[fFdDn](?![\w]))?/y;
const bareWord = /[A-Za-z_$][\w$./-]*/y;

/** What ends the reading: the text says no object. */
class Unread extends Error {}

/** @param isWhole a brace that is missing is not put in: nothing may have been cut off. */
export function lenientObject(text: string, isWhole = false): string | undefined {
  let left = isWhole ? fromBrace(text) : firstBrace(text);
  let found: string | undefined;
  // What stands behind it may be words, and the same once more; another object would be another request.
  for (let times = 0; left !== undefined && times < timesMax; times++) {
    const reader = readerOf(left, isWhole);
    const read = objectOf(reader);
    if (read === undefined || read === '{}' || (found !== undefined && read !== found)) return undefined;
    found = read;
    const rest = left.slice(reader.at());
    left = fromBrace(rest);
  }
  return left === undefined ? found : undefined;
}

function objectOf(reader: Reader): string | undefined {
  try {
    return reader.object(0);
  } catch (e) {
    if (e instanceof Unread) return undefined;
    throw e;
  }
}

/** From the first brace on; where a quoted name stands before it, its own brace is missing. */
function firstBrace(text: string): string | undefined {
  const brace = text.indexOf('{');
  const name = /(["'])\w+\1\s*:/.exec(text);
  if (name && (brace < 0 || name.index < brace)) return `{${text.slice(name.index)}`;
  return fromBrace(text);
}

function fromBrace(text: string): string | undefined {
  const brace = text.indexOf('{');
  return brace < 0 ? undefined : text.slice(brace);
}

interface Reader {
  readonly object: (depth: number) => string;
  readonly at: () => number;
}

function readerOf(text: string, isWhole: boolean): Reader {
  let at = 0;
  const skip = (): void => {
    blank.lastIndex = at;
    at += blank.exec(text)?.[0].length ?? 0;
  };
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found ?? undefined;
  };
  /** Items up to the closing brace; the end of the text closes all. */
  const items = (end: string, item: () => string): string[] => {
    const all: string[] = [];
    at++;
    for (;;) {
      skip();
      if (at >= text.length) {
        if (isWhole) throw new Unread();
        return all;
      }
      if (text[at] === end) {
        at++;
        return all;
      }
      all.push(item());
      skip();
      if (text[at] === ',' || text[at] === ';') at++;
      else if (at < text.length && text[at] !== end) throw new Unread();
    }
  };
  const value = (depth: number): string => {
    if (depth > depthMax) throw new Unread();
    skip();
    const first = text[at];
    if (first === '{') return object(depth + 1);
    if (first === '[') return `[${items(']', () => value(depth + 1)).join(',')}]`;
    const text_ = quoted();
    if (text_ !== undefined) return text_;
    const [digits, sign = '', whole = '', fraction = '', power = '', tail = ''] = match(number) ?? [];
    if (digits !== undefined && digits !== '') return numberOf(sign, whole, fraction, power, tail);
    const known = words[match(bareWord)?.[0].toLowerCase() ?? ''];
    if (known === undefined) throw new Unread();
    return known;
  };
  const quoted = (): string | undefined => {
    const start = text[at] === '\\' ? at + 1 : at;
    const ends = closing[text[start] ?? ''];
    if (ends === undefined) return undefined;
    const escaped = start > at;
    let inner = '';
    for (at = start + 1; at < text.length; at++) {
      const letter = text[at] ?? '';
      const isEnd = escaped ? letter === '\\' && ends.includes(text[at + 1] ?? ' ') : ends.includes(letter);
      if (isEnd) {
        at += escaped ? 2 : 1;
        return JSON.stringify(inner);
      }
      if (letter !== '\\') inner += letter;
      else inner += unescaped(text.slice(at, (at += /^\\u[\da-fA-F]{4}/.test(text.slice(at, at + 6)) ? 5 : 1) + 1));
    }
    throw new Unread();
  };
  const object = (depth: number): string => {
    const members = items('}', () => {
      const word = quoted() ?? (match(bareWord) ?? [])[0];
      if (word === undefined) throw new Unread();
      skip();
      if (!match(/:|=>?/y)) throw new Unread();
      return `${word.startsWith('"') ? word : JSON.stringify(word)}:${value(depth)}`;
    });
    return `{${members.join(',')}}`;
  };
  return { object, at: () => at };
}

function numberOf(sign: string, whole: string, fraction: string, power: string, tail: string): string {
  const digits = `${sign === '-' ? '-' : ''}${whole.replaceAll('_', '').replace(/^0+(?=\d)/, '') || '0'}${fraction}${power}`;
  return tail.includes('%') ? `"${digits}%"` : digits;
}

function unescaped(sequence: string): string {
  try {
    return JSON.parse(`"${sequence}"`) as string;
  } catch {
    return sequence.slice(1);
  }
}
