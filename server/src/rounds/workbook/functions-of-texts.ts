/** Functions of truths and texts. IF and its like work out only the argument that they need where there is one condition. */
import { budget, WorkbookFault } from './budget.ts';
import { lifted, manyArgs, ofOperands, ofValues, sizeOf, type Call, type Listed } from './lift.ts';
import {
  bounded,
  compared,
  errorOf,
  isArea,
  isError,
  isGrid,
  numeralOf,
  plainText,
  toNumber,
  toText,
  toTruth,
  type CellError,
  type Operand,
  type Scalar,
} from './values.ts';

/** A value, or several where the condition is an area: then the others are worked out too, cell by cell. */
function chosen({ calculator, args: [condition, then, other], value }: Call): Operand {
  const test = condition ? value(condition) : null;
  if (isSingle(test)) {
    const truth = toTruth(calculator.first(test));
    if (isError(truth)) return truth;
    if (truth) return then ? (value(then) ?? 0) : true;
    return other ? (value(other) ?? 0) : false;
  }
  const operands = [test, then ? value(then) : true, other ? value(other) : false];
  return lifted(calculator, operands, ([each = null, yes = null, no = null]) => {
    const truth = toTruth(each);
    if (isError(truth)) return truth;
    return truth ? yes : no;
  });
}

function isSingle(operand: Operand): boolean {
  const { rows, columns } = sizeOf(operand);
  return rows * columns === 1;
}

/** IFERROR and IFNA. */
const caught = (isCaught: (error: CellError) => boolean): Listed => ({
  least: 2,
  most: 2,
  call({ calculator, args: [of, instead], value }) {
    const tried = of ? value(of) : null;
    if (isSingle(tried)) {
      const single = calculator.first(tried);
      return isError(single) && isCaught(single) ? (instead ? value(instead) : null) : single;
    }
    const operands = [tried, instead ? value(instead) : null];
    return lifted(calculator, operands, ([each = null, other = null]) =>
      isError(each) && isCaught(each) ? other : each,
    );
  },
});

/** IFS(condition, value, …). */
function firstTrue({ calculator, args, value }: Call): Operand {
  for (let i = 0; i + 1 < args.length; i += 2) {
    const [condition, then] = [args[i], args[i + 1]];
    if (!condition || !then) break;
    const truth = toTruth(calculator.first(value(condition)));
    if (isError(truth)) return truth;
    if (truth) return value(then);
  }
  return errorOf('#N/A');
}

/** SWITCH(value, case, result, …, otherwise). */
function switched({ calculator, args, value }: Call): Operand {
  const [of, ...cases] = args;
  const wanted = of ? calculator.first(value(of)) : null;
  if (isError(wanted)) return wanted;
  for (let i = 0; i + 1 < cases.length; i += 2) {
    const [each, then] = [cases[i], cases[i + 1]];
    if (!each || !then) break;
    const option = calculator.first(value(each));
    if (isError(option)) return option;
    if (typeof option === 'string') calculator.fuel.burn(option.length);
    if (compared(wanted, option) === 0) return value(then);
  }
  const otherwise = cases.length % 2 === 1 ? cases.at(-1) : undefined;
  return otherwise ? value(otherwise) : errorOf('#N/A');
}

/** AND, OR, XOR: texts and empty cells of areas do not count. */
const truths = (of: (truths: readonly boolean[]) => boolean): Listed =>
  ofOperands(1, manyArgs, (calculator, operands) => {
    const all: boolean[] = [];
    for (const operand of operands) {
      const isMany = isArea(operand) || isGrid(operand);
      for (const value of calculator.grid(operand).cells) {
        if (isMany && (value === null || typeof value === 'string')) continue;
        const truth = toTruth(value);
        if (isError(truth)) return truth;
        all.push(truth);
      }
    }
    return all.length === 0 ? errorOf('#VALUE!') : of(all);
  });

/** A function of a text and numbers behind it. */
const ofText = (least: number, most: number, of: (text: string, ...numbers: number[]) => Scalar): Listed =>
  ofValues(least, most, ([first = null, ...others]) => {
    const numbers = others.map(toNumber);
    return numbers.find(isError) ?? of(plainText(first), ...(numbers as number[]));
  });

/** What a count of characters may be; undefined where it is negative. */
const countOf = (number: number): number | undefined =>
  number >= 0 ? Math.min(Math.floor(number), budget.textCharactersMax) : undefined;

const joined: Listed = ofOperands(1, manyArgs, (calculator, operands) => {
  let text = '';
  for (const operand of operands)
    for (const value of calculator.grid(operand).cells) {
      const next = toText(value);
      if (isError(next)) return next;
      calculator.fuel.burn(next.length);
      text = bounded(text + next);
    }
  return text;
});

function substituted(values: readonly Scalar[]): Scalar {
  const [text = '', old = '', other = ''] = values.slice(0, 3).map(plainText);
  if (old === '') return text;
  const parts = text.split(old);
  // The length is known before the text is made.
  const kinds = { count: parts.length - 1, growth: other.length - old.length };
  if (values.length < 4) {
    if (text.length + kinds.count * kinds.growth > budget.textCharactersMax)
      throw new WorkbookFault('a text is longer than a cell may be');
    return parts.join(other);
  }
  const place = toNumber(values[3] ?? null);
  if (isError(place)) return place;
  if (place < 1) return errorOf('#VALUE!');
  const before = Math.floor(place);
  if (before > kinds.count) return text;
  return bounded(`${parts.slice(0, before).join(old)}${other}${parts.slice(before).join(old)}`);
}

function found(values: readonly Scalar[]): Scalar {
  const [part = '', text = ''] = values.slice(0, 2).map(plainText);
  const from = toNumber(values[2] ?? 1);
  if (isError(from)) return from;
  if (from < 1 || from > text.length + 1) return errorOf('#VALUE!');
  const at = text.indexOf(part, Math.floor(from) - 1);
  return at < 0 ? errorOf('#VALUE!') : at + 1;
}

/** ISNUMBER and its like: an error is a value to them. */
const is = (test: (value: Scalar) => boolean): Listed => ({
  least: 1,
  most: 1,
  call: ({ calculator, args, value }) => lifted(calculator, args.map(value), ([each = null]) => test(each)),
});

export const functionsOfTexts: Readonly<Record<string, Listed>> = {
  IF: { least: 1, most: 3, call: chosen },
  IFS: { least: 2, most: manyArgs, call: firstTrue },
  SWITCH: { least: 3, most: manyArgs, call: switched },
  IFERROR: caught(() => true),
  IFNA: caught(({ code }) => code === '#N/A'),
  AND: truths((all) => all.every(Boolean)),
  OR: truths((all) => all.some(Boolean)),
  XOR: truths((all) => all.filter(Boolean).length % 2 === 1),
  NOT: ofValues(1, 1, ([value = null]) => {
    const truth = toTruth(value);
    return isError(truth) ? truth : !truth;
  }),
  TRUE: { least: 0, most: 0, call: () => true },
  FALSE: { least: 0, most: 0, call: () => false },
  NA: { least: 0, most: 0, call: () => errorOf('#N/A') },
  ISNUMBER: is((value) => typeof value === 'number'),
  ISTEXT: is((value) => typeof value === 'string'),
  ISBLANK: is((value) => value === null),
  ISERROR: is(isError),
  ISNA: is((value) => isError(value) && value.code === '#N/A'),
  LEN: ofText(1, 1, (text) => text.length),
  UPPER: ofText(1, 1, (text) => bounded(text.toUpperCase())),
  LOWER: ofText(1, 1, (text) => bounded(text.toLowerCase())),
  TRIM: ofText(1, 1, (text) => text.replaceAll(/ +/g, ' ').replaceAll(/^ | $/g, '')),
  LEFT: ofText(1, 2, (text, count = 1) =>
    countOf(count) === undefined ? errorOf('#VALUE!') : text.slice(0, countOf(count)),
  ),
  RIGHT: ofText(1, 2, (text, count = 1) => {
    const characters = countOf(count);
    return characters === undefined ? errorOf('#VALUE!') : text.slice(Math.max(0, text.length - characters));
  }),
  MID: ofText(3, 3, (text, from = 1, count = 0) => {
    const [start, characters] = [countOf(from), countOf(count)];
    return !start || characters === undefined ? errorOf('#VALUE!') : text.slice(start - 1, start - 1 + characters);
  }),
  VALUE: ofText(1, 1, (text) => numeralOf(text) ?? errorOf('#VALUE!')),
  EXACT: ofValues(2, 2, ([one = null, other = null]) => toText(one) === toText(other)),
  CONCATENATE: joined,
  CONCAT: joined,
  SUBSTITUTE: ofValues(3, 4, substituted),
  FIND: ofValues(2, 3, found),
};
