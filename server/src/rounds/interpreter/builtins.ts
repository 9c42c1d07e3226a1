/**
 * The functions and methods that every program has, each with its price: what it touches is burnt before it is touched.
 *
 *     Math.floor ceil trunc abs min max    String(x) Number(text)
 *     list.push pop shift unshift slice concat indexOf includes join reverse
 *     text.charAt charCodeAt slice indexOf includes startsWith endsWith split toUpperCase toLowerCase repeat
 *
 * Upper and lower case are of the letters A to Z only, since other letters depend on the version of Unicode that an engine has.
 */
import { Fault } from './syntax.ts';
import { isSame, nameOfType, type Meter, type Value } from './values.ts';

type Call = (meter: Meter, args: readonly Value[]) => Value;
type Method<Of> = (meter: Meter, of: Of, args: readonly Value[]) => Value;

export function numberOf(value: Value): number {
  if (typeof value !== 'number') throw new Fault(`${nameOfType(value)} where a number is needed`);
  return value;
}

function textOf(value: Value): string {
  if (typeof value !== 'string') throw new Fault(`${nameOfType(value)} where a text is needed`);
  return value;
}

/** Where slice begins or ends. */
function cut(value: Value): number | undefined {
  return value === undefined ? undefined : numberOf(value);
}

/** The text of a number, a text, or true or false, as JavaScript's String gives it. */
export function written(value: Value): string {
  if (typeof value === 'object') throw new Fault(`${nameOfType(value)} where a text or a number is needed`);
  return String(value);
}

const arithmetic =
  (of: (...numbers: number[]) => number): Call =>
  (meter, args) => {
    meter.burn(args.length);
    return of(...args.map(numberOf));
  };

export const calls: ReadonlyMap<string, Call> = new Map<string, Call>([
  ['Math.floor', arithmetic((x) => Math.floor(x ?? Number.NaN))],
  ['Math.ceil', arithmetic((x) => Math.ceil(x ?? Number.NaN))],
  ['Math.trunc', arithmetic((x) => Math.trunc(x ?? Number.NaN))],
  ['Math.abs', arithmetic((x) => Math.abs(x ?? Number.NaN))],
  ['Math.min', arithmetic((...numbers) => Math.min(...numbers))],
  ['Math.max', arithmetic((...numbers) => Math.max(...numbers))],
  ['String', (_, [value]) => written(value)],
  [
    'Number',
    (meter, [value]) => {
      if (typeof value === 'string') meter.burn(value.length);
      return Number(written(value));
    },
  ],
]);

export const listMethods: ReadonlyMap<string, Method<Value[]>> = new Map<string, Method<Value[]>>([
  [
    'push',
    (meter, list, args) => {
      meter.burn(args.length);
      return list.push(...args);
    },
  ],
  ['pop', (_, list) => list.pop()],
  [
    'shift',
    (meter, list) => {
      meter.burn(list.length);
      return list.shift();
    },
  ],
  [
    'unshift',
    (meter, list, args) => {
      meter.burn(list.length + args.length);
      return list.unshift(...args);
    },
  ],
  [
    'slice',
    (meter, list, [from, to]) => {
      meter.burn(list.length);
      return list.slice(cut(from), cut(to));
    },
  ],
  [
    'concat',
    (meter, list, args) => {
      const sum = args.reduce<number>((total, each) => total + (Array.isArray(each) ? each.length : 1), list.length);
      meter.burn(sum);
      return list.concat(...args);
    },
  ],
  ['indexOf', (meter, list, [sought]) => positionIn(meter, list, sought)],
  ['includes', (meter, list, [sought]) => positionIn(meter, list, sought) >= 0],
  ['join', joined],
  [
    'reverse',
    (meter, list) => {
      meter.burn(list.length);
      return list.reverse();
    },
  ],
]);

/** The place of the first equal entry, or −1. */
function positionIn(meter: Meter, list: readonly Value[], sought: Value): number {
  return list.findIndex((each) => {
    meter.burn(1);
    return isSame(meter, each, sought);
  });
}

function joined(meter: Meter, list: readonly Value[], [between]: readonly Value[]): string {
  const sign = between === undefined ? ',' : textOf(between);
  const texts = list.map((each) => {
    meter.burn(1 + sign.length);
    const text = each === null || each === undefined ? '' : written(each);
    meter.burn(text.length);
    return text;
  });
  return texts.join(sign);
}

/** What a search touches at worst, in eights of letters. */
function burnSearch(meter: Meter, text: string, sought: string): void {
  meter.burn(text.length + Math.ceil((text.length * sought.length) / 8));
}

const search =
  (of: (text: string, sought: string) => Value): Method<string> =>
  (meter, text, [value]) => {
    const sought = textOf(value);
    burnSearch(meter, text, sought);
    return of(text, sought);
  };

export const textMethods: ReadonlyMap<string, Method<string>> = new Map<string, Method<string>>([
  ['charAt', (_, text, [at]) => text.charAt(numberOf(at ?? 0))],
  ['charCodeAt', (_, text, [at]) => text.charCodeAt(numberOf(at ?? 0))],
  [
    'slice',
    (meter, text, [from, to]) => {
      meter.burn(text.length);
      return text.slice(cut(from), cut(to));
    },
  ],
  ['indexOf', search((text, sought) => text.indexOf(sought))],
  ['includes', search((text, sought) => text.includes(sought))],
  ['startsWith', search((text, sought) => text.startsWith(sought))],
  ['endsWith', search((text, sought) => text.endsWith(sought))],
  ['split', search((text, sign) => text.split(sign))],
  [
    'toUpperCase',
    (meter, text) => {
      meter.burn(text.length);
      return text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
    },
  ],
  [
    'toLowerCase',
    (meter, text) => {
      meter.burn(text.length);
      return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
    },
  ],
  [
    'repeat',
    (meter, text, [count]) => {
      const times = numberOf(count);
      if (!(times >= 0)) throw new Fault('a text is repeated less than 0 times');
      meter.burn(Math.trunc(times) * Math.max(1, text.length));
      return text.repeat(times);
    },
  ],
]);
