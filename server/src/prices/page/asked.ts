/**
 * What is asked for: the parameters of a request, the last mark that is done and the symbols that there are in; the steps of the page
 * out, where the next page begins, and whether anything can still change the answer.
 *
 * Public rule (docs/bots/prices.md): the steps are those that begin at `from` or later and end at `to` or earlier, that the league has seen
 * whole. Without `to` they end at the last mark; without `from` there are 30 of them. An answer is final when its `to` was said and has passed.
 *
 * Example: every=1h, from 2026-03-01, to 2026-03-04, 200 symbols, at most 10,000 rows: 50 of the 72 hours, and the next page begins at
 * 2026-03-03T02:00Z.
 */
import { ApiError } from 'papertape-contract/errors';
import { iso, type Instant } from '../../lib/clock.ts';
import type { SymbolId } from '../../league/symbol.ts';
import { stepMs, type Step } from '../../flow/price/steps.ts';
import type { Steps } from './price-page.ts';

/** Steps in an answer when nothing is said of its beginning. */
export const stepsUsual = 30;

export interface Span {
  readonly step: Step;
  readonly from: Instant | undefined;
  readonly to: Instant | undefined;
  /** Most rows. */
  readonly limit: number;
}

export interface AskedPage extends Steps {
  /** The bounds of all that is asked for: this page is its beginning. */
  readonly from: Instant;
  readonly to: Instant;
  /** Where the next page begins; undefined when this is the last. */
  readonly next: Instant | undefined;
  readonly isFinal: boolean;
}

export interface Seen {
  readonly firstMark: Instant;
  /** Undefined before the first. */
  readonly lastMark: Instant | undefined;
}

/** From when to when; what was not said is filled in. Throws ApiError. */
export function spanOf(
  { step, from, to }: Span,
  { firstMark, lastMark }: Seen,
): { readonly from: Instant; readonly to: Instant } {
  const end = to ?? lastMark ?? firstMark;
  const begin = from ?? Math.floor(end / stepMs[step]) * stepMs[step] - stepsUsual * stepMs[step];
  if (from !== undefined && to !== undefined && from >= to)
    throw new ApiError('invalid_query', `from is ${iso(from)} and to is ${iso(to)}; from must be before to.`, {
      example: { query: from === to ? { from: null } : { from: iso(to), to: iso(from) } },
    });
  return { from: begin, to: end };
}

/** @param symbols at least one, unless nothing is priced. Throws ApiError. */
export function pageOf(asked: Span, seen: Seen, symbols: readonly SymbolId[]): AskedPage {
  const { step, limit } = asked;
  const { from, to } = spanOf(asked, seen);
  const { firstMark, lastMark } = seen;
  const ms = stepMs[step];
  if (symbols.length > limit)
    throw new ApiError(
      'invalid_query',
      `limit is ${limit}; one step of the ${symbols.length} symbols has as many rows.`,
      {
        fix: `Ask for ${symbols.length} rows or more, or for fewer symbols.`,
        example: { query: { limit: String(symbols.length) } },
      },
    );
  const start = Math.ceil(Math.max(from, firstMark) / ms) * ms;
  const end = Math.floor(Math.min(to, lastMark ?? 0) / ms) * ms;
  const all = symbols.length === 0 ? 0 : Math.max(0, (end - start) / ms);
  const count = Math.min(all, Math.floor(limit / Math.max(1, symbols.length)));
  return {
    step,
    symbols,
    start,
    count,
    from,
    to,
    next: count < all ? start + count * ms : undefined,
    isFinal: asked.to !== undefined && lastMark !== undefined && asked.to <= lastMark,
  };
}
