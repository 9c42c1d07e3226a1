/**
 * Drives an arena and breaks off a decision that does not end. JavaScript cannot interrupt itself, so the steps run under the watchdog of
 * `node:vm`, in slices: it costs a third of a millisecond a slice, and a decision that never returns costs its own strategy only.
 *
 * `Math.random` gives the deciding strategy its seeded numbers meanwhile, so that the same run gives the same result.
 */
import { createContext, Script } from 'node:vm';
import type { Arena, Entrant } from './backtest.ts';

export interface GuardOptions {
  /** Real milliseconds that one decision may take. */
  readonly decisionMsMax: number;
  /** Called between slices. */
  readonly onSlice?: () => void;
  /** Real milliseconds. */
  readonly now: () => number;
}

const sliceMs = 250;

export function playArena(arena: Arena, entrants: readonly Entrant[], options: GuardOptions): void {
  const { decisionMsMax, now } = options;
  const slice = (): boolean => {
    const until = now() + sliceMs;
    while (now() < until) if (!arena.step()) return false;
    return true;
  };
  const script = new Script('slice()');
  const context = createContext({ slice });
  const ownRandom = Math.random;
  Math.random = () => {
    const deciding = arena.deciding();
    return deciding === undefined ? ownRandom() : (entrants[deciding] as Entrant).random();
  };
  try {
    for (let more = true; more; options.onSlice?.()) {
      try {
        more = script.runInContext(context, { timeout: sliceMs + decisionMsMax }) as boolean;
      } catch (e) {
        if ((e as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT' || arena.deciding() === undefined) throw e;
        arena.breakOff({
          code: 'timeout',
          what: `no decision within ${decisionMsMax / 1000} s`,
          fix: 'Look for a loop without an end, or give it longer with --timeout.',
        });
      }
    }
  } finally {
    Math.random = ownRandom;
  }
}
