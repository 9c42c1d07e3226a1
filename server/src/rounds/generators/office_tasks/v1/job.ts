/** What every job of the office is made of. */
import type { Draw } from '../../../draw.ts';
import type { Json, JsonRecord } from '../../../json.ts';

export interface Job {
  /** What is asked; the form of the answer is added from `fields`. */
  readonly text: string;
  /** Name -> weight, schema and how the prompt describes it. */
  readonly fields: Readonly<Record<string, Field>>;
  readonly key: Readonly<Record<string, Json>>;
  readonly files: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer }[];
  /** Texts that no file may hold. */
  readonly hidden: readonly string[];
}

export interface Field {
  readonly weight: number;
  readonly schema: JsonRecord;
  readonly says: string;
  readonly example: Json;
}

/** What a slot's settings ask of a job. */
export interface Wish {
  readonly level: number;
  /** A mail, a footnote or a second file corrects the first. */
  readonly corrected: boolean;
}

export type JobMaker = (draw: Draw, wish: Wish) => Job;

export const idsSchema: JsonRecord = { type: 'array', maxItems: 40, items: { type: 'string', maxLength: 20 } };
export const amountSchema: JsonRecord = { type: 'integer', minimum: 0, maximum: 1_000_000_000_000 };

/** 3400 is `34.00`. */
export function decimal(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** @param day days since 2031-01-01. */
export function dayOf(day: number): string {
  return new Date(Date.UTC(2031, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);
}

export const fileTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  eml: 'message/rfc822',
  csv: 'text/csv',
  ics: 'text/calendar',
} as const;
