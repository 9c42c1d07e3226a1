/** One setting: the variable that sets it, what it means, how its text is read, and what holds without it. */
import { parseUtc } from '../lib/calendar-date.ts';
import { SetupError } from '../lib/setup-error.ts';
import type { Environment } from './env.ts';

export interface Setting<T> {
  readonly variable: string;
  /** Text of the default, for people. */
  readonly standard: string;
  readonly describe: string;
  /** Throws `Wrong` with what the value must be. */
  readonly read: (text: string) => T;
  /** What holds without it; absent = what `standard` is read as. */
  readonly fallback?: T;
  /** The value may hold a password: it is never shown. */
  readonly secret?: true;
}

/** What the settings of a table are read as. */
export type ValuesOf<Table extends Readonly<Record<string, Setting<unknown>>>> = {
  readonly [K in keyof Table]: ReturnType<Table[K]['read']> | (Table[K] extends { fallback: infer F } ? F : never);
};

class Wrong extends Error {}

/** @param sentence what the value must be, as the end of a sentence that begins with its variable. */
export function wrong(sentence: string): never {
  throw new Wrong(sentence);
}

/** An empty variable counts as unset. Throws SetupError, which names the variable and the fix. */
export function valueOf<T>(setting: Setting<T>, env: Environment): T {
  const { variable, read, standard, secret } = setting;
  const text = env[variable];
  if (text === undefined || text === '') return 'fallback' in setting ? (setting.fallback as T) : read(standard);
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

export function matching(pattern: RegExp, sentence: string): (text: string) => string {
  return (text) => (pattern.test(text) ? text : wrong(sentence));
}

export function oneOf<const T extends string>(...words: readonly T[]): (text: string) => T {
  const sentence = `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return (text) => words.find((word) => word === text) ?? wrong(sentence);
}

export const readHost = matching(/^[\w.:-]+$/, 'must be an IP address or a host name, such as 127.0.0.1');
/** 0 takes any free one. */
export const readPort = (text: string): number => wholeNumber(text, 0, 65_535);
export const readLogLevel = oneOf('error', 'warn', 'info', 'debug', 'off');

/** Values with commas between them. */
export function listOf(isOne: (text: string) => boolean, sentence: string): (text: string) => readonly string[] {
  return (text) => {
    const values = text.split(',').map((value) => value.trim());
    return values.every(isOne) ? values : wrong(sentence);
  };
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Years that ids and dates can carry. */
const years = { min: 1970, max: 2199 };

/** @returns milliseconds since 1970. */
export function readInstant(text: string): number {
  const t = text.includes('T') ? parseUtc(text) : undefined;
  const year = t === undefined ? Number.NaN : new Date(t).getUTCFullYear();
  return t !== undefined && year >= years.min && year <= years.max
    ? t
    : wrong(`must be an ISO 8601 instant in UTC between ${years.min} and ${years.max}, such as 2023-08-14T00:00:00Z`);
}
