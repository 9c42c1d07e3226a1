/**
 * The pace of the engine over a restart, as one line: milliseconds for an order, and the machine on which it was measured. A start on this
 * machine goes on with it. On another one, as after a move, it says only that the league may be slower than was assumed: the slower of both
 * is taken, and the first measurement takes its place whole.
 */
import { startPace, type Pace } from '../../flow/window/room.ts';

export function writePace({ msPerOrder }: Pace, machine: string): string {
  return JSON.stringify({ ms_per_order: msPerOrder, machine });
}

/** @param text of `writePace`; what is none counts for nothing. */
export function readPace(text: string | undefined, machine: string): Pace {
  const kept = parsed(text ?? '');
  const msPerOrder = Number(kept['ms_per_order']);
  if (!(msPerOrder > 0 && Number.isFinite(msPerOrder))) return startPace;
  if (kept['machine'] === machine) return { msPerOrder, isMeasured: true };
  return { msPerOrder: Math.max(msPerOrder, startPace.msPerOrder), isMeasured: false };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
