/**
 * Do the routes of a pool book stand in the order that the rule of the first route asks for (first-route.ts), and what may a book charge?
 * In: an open book, and the depths of its pools where they were read. Out: what is wrong, and what to do.
 */
import type { SymbolId } from '../../league/symbol.ts';
import { stepsOf, unknownDepth, type Book } from './book.ts';
import { cheaperStep, chooseFirst, tierOf } from './first-route.ts';

export interface OrderFault {
  readonly what: string;
  readonly fix: string;
}

/** What is wrong with the order of a symbol's routes; undefined when nothing is. Depth counts where it is known of all pools. */
export function orderFault(book: Book, symbol: SymbolId, depthOf = unknownDepth): OrderFault | undefined {
  const route = book.routes.get(symbol);
  if (!route) return undefined;
  const [first, second] = [stepsOf(book, route.primary, depthOf), stepsOf(book, route.second, depthOf)];
  const known = [false, true].flatMap((invert) =>
    [...book.pools.keys()].flatMap((pool) => stepsOf(book, [{ pool, invert }])),
  );
  for (const leg of first) {
    const better = cheaperStep(leg, known);
    if (!better) continue;
    return {
      what: `its first route takes ${leg.name}, and ${better.name} does the same step for 0.05% or less`,
      fix: `Take ${better.name} for that step of the first route; if the second route has it, swap the two routes`,
    };
  }
  const isDepthKnown = [...route.primary, ...route.second].every(
    (leg) => book.rates.has(leg.pool) || depthOf(leg.pool) !== undefined,
  );
  const isTierRight = tierOf(first) <= tierOf(second);
  if (isTierRight && (!isDepthKnown || chooseFirst([first, second], known) === first)) return undefined;
  const fix = 'Swap its two routes';
  if (isTierRight) return { what: 'its second route is deeper than its first one, at the same fees', fix };
  return {
    what: `its first route has fees up to ${tierOf(first) / 10_000}%, its second one only up to ${tierOf(second) / 10_000}%`,
    fix,
  };
}
