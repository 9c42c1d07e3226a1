/**
 * The tries of a sweep: lists of values in, every combination of them out, the last name turning fastest.
 *
 * Example: `lookback=5,10` and `top=1,2` are the four tries 5 1, 5 2, 10 1, 10 2.
 */
import { SetupError } from '../../lib/setup-error.ts';

/** What a strategy is made with. */
export type Parameters = Readonly<Record<string, number | string>>;

/** The values of one parameter. */
export interface Swept {
  readonly name: string;
  readonly values: readonly (number | string)[];
}

/** Tries of one sweep: their lines and records are in memory together. */
export const triesMax = 1_000;

const form = 'Write --sweep NAME=VALUE,VALUE, such as --sweep lookback=5,10,20; a value is a number or a word.';

/** Reads `lookback=5,10,20`. Throws a SetupError. */
export function readSwept(text: string): Swept {
  const [, name, list = ''] = /^([A-Za-z_]\w*)=(.+)$/.exec(text) ?? [];
  if (name === undefined) throw new SetupError(`--sweep ${text} names no values.`, form);
  const values = list.split(',').map((value) => {
    if (/^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value)) return Number(value);
    if (!/^[A-Za-z]\w*$/.test(value)) throw new SetupError(`--sweep ${text} has the value "${value}".`, form);
    return value;
  });
  if (new Set(values).size < values.length) throw new SetupError(`--sweep ${text} has a value twice.`, form);
  return { name, values };
}

/** Throws a SetupError on more tries than `triesMax`, and on a name that is swept twice. */
export function triesOf(swept: readonly Swept[]): Parameters[] {
  const names = swept.map((s) => s.name);
  if (new Set(names).size < names.length)
    throw new SetupError('A parameter is swept twice.', 'Give all of its values in one --sweep.');
  const tries = swept.reduce((n, { values }) => n * values.length, 1);
  if (tries > triesMax)
    throw new SetupError(
      `These are ${tries} tries, more than ${triesMax}.`,
      'Take fewer values: luck grows with every try.',
    );
  return swept.reduce<Parameters[]>(
    (all, { name, values }) => all.flatMap((before) => values.map((value) => ({ ...before, [name]: value }))),
    [{}],
  );
}

/** `lookback=5 top=1` */
export function triedText(parameters: Parameters): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
}
