/** An entry of the showcase as it is stored. */
import { limits } from 'papertape-contract/limits';
import type { BoardId } from 'papertape-contract/showcase-boards';
import type { Instant } from '../lib/clock.ts';

export interface Entry {
  readonly id: number;
  readonly botId: string;
  readonly createdAt: Instant;
  readonly board: BoardId;
  readonly title: string;
  readonly kind: 'svg' | 'ascii' | null;
  readonly art: string | null;
  readonly caption: string | null;
  readonly pitch: string | null;
  readonly how: string | null;
  readonly test: boolean;
  readonly votes: number;
  readonly reports: number;
}

/** What the operator decided: numbers of entries, and bots that are banned. */
export interface Decided {
  readonly hidden: readonly number[];
  readonly shown: readonly number[];
  readonly banned: readonly string[];
}

/** Why everyone does not see an entry; undefined where everyone does. */
export type Unseen = 'test' | 'banned' | 'by the operator' | 'reported';

/**
 * Reports hide an entry until the operator decides, and none afterwards.
 *
 * Example: three reports and no decision -> reported; three reports and the decision to show it -> undefined.
 */
export function unseen(
  { id, botId, test, reports }: Pick<Entry, 'id' | 'botId' | 'test' | 'reports'>,
  { hidden, shown, banned }: Decided,
): Unseen | undefined {
  if (test) return 'test';
  if (banned.includes(botId)) return 'banned';
  if (hidden.includes(id)) return 'by the operator';
  return reports >= limits.reportsToHide && !shown.includes(id) ? 'reported' : undefined;
}

/** The number that a path names. */
export function entryNumber(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
