/**
 * What a service says of itself that it could not do: the incidents of the public log in, one sentence for whoever verifies it out.
 *
 * Public rule (docs/bots/rules.md): what cannot be done of one bot, one league or one room is told in the log, and the orders of a bot that
 * is set aside wait without a limit. From outside a fault looks like an operator that holds an order back, so a verification names each.
 *
 * Example: `agt_1 was set aside from 2026-03-02T21:15:00.000Z to 2026-03-03T05:35:00.000Z; the close multi/2026-03-03 was missed`.
 */
import { parseCloseName } from '../../flow/ladder/void.ts';
import { iso, type Instant } from '../../lib/clock.ts';
import { isFailure } from '../../operator/aside.ts';
import type { About } from 'papertape-contract/about';

export interface FailedPart {
  readonly what: 'bot' | 'room' | 'value' | 'close';
  /** Of a bot, a room, or a close. */
  readonly id: string;
  /** The mark at which it failed. */
  readonly from: Instant;
  /** Of a bot or a room: the mark at which it was readmitted; undefined while it is set aside. */
  to: Instant | undefined;
}

/** Puts one more incident to what failed. @param parts changed. @returns the part that it tells of; undefined for any other incident. */
export function noteFailed(
  parts: FailedPart[],
  incident: { readonly kind: string; readonly about: About },
  mark: Instant,
): FailedPart | undefined {
  if (!isFailure(incident)) return undefined;
  const { kind, about } = incident;
  if (kind === 'readmitted') {
    const open = parts.findLast((p) => p.what === about.kind && p.id === about.id && p.to === undefined);
    if (open) open.to = mark;
    return open;
  }
  const what =
    kind === 'close_missed' ? 'close' : kind === 'value_kept' ? 'value' : about.kind === 'room' ? 'room' : 'bot';
  const part: FailedPart = { what, id: about.id, from: mark, to: undefined };
  parts.push(part);
  return part;
}

/** In words. @param waiting how many orders of a bot wait, where that is known. */
export function partText({ what, id, from, to }: FailedPart, waiting = 0): string {
  if (what === 'close') return `the close ${id} was missed`;
  if (what === 'value') return `${id} kept its value at ${iso(from)}`;
  const name = what === 'room' ? `the room ${id}` : id;
  if (to !== undefined) return `${name} was set aside from ${iso(from)} to ${iso(to)}`;
  const orders = waiting === 0 ? '' : waiting === 1 ? ', 1 order waits' : `, ${waiting} orders wait`;
  return `${name} is set aside since ${iso(from)}${orders}`;
}

/** Parts that one sentence names. */
const namedMax = 5;

/** @returns '' when nothing failed. */
export function failedSentence(parts: readonly FailedPart[], waiting: (botId: string) => number): string {
  if (parts.length === 0) return '';
  const named = parts.slice(0, namedMax).map((part) => partText(part, part.what === 'bot' ? waiting(part.id) : 0));
  if (parts.length > namedMax) named.push(`and ${parts.length - namedMax} more`);
  return `By its own word this service failed: ${named.join('; ')}. Nobody outside can tell a fault from an operator that lets one happen.`;
}

/** Is it of the league? A room may pay the bots of all of them. */
export function isOfLeague(
  { what, id }: FailedPart,
  league: string,
  leagueOf: (botId: string) => string | undefined,
): boolean {
  if (what === 'room') return true;
  return (what === 'close' ? parseCloseName(id)?.league : leagueOf(id)) === league;
}
