/**
 * Filed days: the hash of the file of a day in, the entry of the public log that tells it out, and back. Readings leave the database after
 * that entry only, so nobody can make another file later.
 *
 * Example: `day_filed` day/2026-11-22 "papertape-2026-11-22.jsonl.gz, SHA-256 of its text ab…".
 */
import { dayFileName } from '../lib/day-file-name.ts';

export function filedReason(date: string, hash: string): string {
  return `${dayFileName(date)}, SHA-256 of its text ${hash}`;
}

/** @returns undefined where a reason tells no hash. */
export function filedHash(reason: string): string | undefined {
  return / ([0-9a-f]{64})$/.exec(reason)?.[1];
}
