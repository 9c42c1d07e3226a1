/** One setting: the variable that sets it, what it means, how its text is read, and what holds without it. */
import { SetupError } from '../lib/setup-error.ts';
import type { Environment } from './env.ts';

export interface Setting<T> {
  readonly variable: string;
  /** Text of the default, for people. */
  readonly standard: string;
  readonly describe: string;
  /** Throws `Wrong` with what the value must be. */
  readonly read: (text: string) => T;
  readonly fallback: T;
  /** The value may hold a password: it is never shown. */
  readonly secret?: true;
}

class Wrong extends Error {}

/** @param sentence what the value must be, as the end of a sentence that begins with its variable. */
export function wrong(sentence: string): never {
  throw new Wrong(sentence);
}

/** An empty variable counts as unset. Throws SetupError, which names the variable and the fix. */
export function valueOf<T>({ variable, read, fallback, standard, secret }: Setting<T>, env: Environment): T {
  const text = env[variable];
  if (text === undefined || text === '') return fallback;
  try {
    return read(text);
  } catch (e) {
    if (!(e instanceof Wrong)) throw e;
    throw new SetupError(
      secret ? `${variable} has a wrong value.` : `${variable} is "${text}".`,
      `${variable} ${e.message}.${standard === '' ? '' : ` Unset, it is: ${standard}.`}`,
    );
  }
}

export function wholeNumber(text: string, min: number, max: number): number {
  const n = Number(text);
  return /^\d+$/.test(text) && n >= min && n <= max ? n : wrong(`must be a whole number from ${min} to ${max}`);
}

/** Years that ids and dates can carry. */
const years = { min: 1970, max: 2199 };

export function readInstant(text: string): number {
  const t = Date.parse(text);
  const form = /^(\d{4})-\d\d-(\d\d)T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.exec(text);
  // The parser takes the 30th of February for the 2nd of March, and 24:00 for the next day.
  const isReal = form && Number.isFinite(t) && new Date(t).getUTCDate() === Number(form[2]);
  return isReal && Number(form[1]) >= years.min && Number(form[1]) <= years.max
    ? t
    : wrong(`must be an ISO 8601 instant in UTC between ${years.min} and ${years.max}, such as 2023-08-14T00:00:00Z`);
}
