/** What every job of the league is made of. */
import type { Draw } from '../../../draw.ts';
import type { Json, JsonRecord } from '../../../json.ts';
import type { Material } from '../../../source.ts';

export interface Job {
  /** What is asked; the form of the answer is added from `fields`. */
  readonly text: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly key: Readonly<Record<string, Json>>;
  /** Names without the task's folder. */
  readonly files: readonly Material[];
  /** Texts that no file may hold. */
  readonly hidden: readonly string[];
}

export interface Field {
  readonly weight: number;
  readonly schema: JsonRecord;
  readonly says: string;
  readonly example: Json;
}

/** @returns null where what was drawn has no answer, or two: then the job is drawn again. */
export type JobMaker = (draw: Draw, level: number) => Job | null;

const amount: JsonRecord = { type: 'integer', minimum: 0, maximum: 1_000_000_000_000 };
const text: JsonRecord = { type: 'string', minLength: 1, maxLength: 60 };
const ids: JsonRecord = { type: 'array', maxItems: 20, items: { type: 'string', maxLength: 60 } };

export function integerField(weight: number, says: string): Field {
  return { weight, schema: amount, says, example: 12_345 };
}

export function textField(weight: number, says: string, example: string): Field {
  return { weight, schema: text, says, example };
}

export function idsField(weight: number, says: string, example: string): Field {
  return { weight, schema: ids, says, example: [example] };
}

/** 3400 is `34.00`. */
export function decimal(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** @param day days since 2031-01-01. */
export function dateOf(day: number): string {
  return new Date(Date.UTC(2031, 0, 1 + day)).toISOString().slice(0, 10);
}

/** @param minute since 2031-01-01T00:00. */
export function timeOf(minute: number): string {
  return new Date(Date.UTC(2031, 0, 1) + minute * 60_000).toISOString().slice(0, 16);
}

/** `Ada Brook` writes from ada.brook@example.com. */
export function mailOf(name: string): string {
  return `${name} <${name.toLowerCase().replaceAll(' ', '.')}@example.com>`;
}

export const fileTypes = {
  pdf: 'application/pdf',
  eml: 'message/rfc822',
  ics: 'text/calendar',
  txt: 'text/plain; charset=utf-8',
} as const;
