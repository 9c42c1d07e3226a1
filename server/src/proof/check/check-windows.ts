/** The windows of a proof: each made again from its readings, and from the market that the public log names for it. */
import type { UsedPrice, WindowProof } from 'papertape-contract/proof';
import { windowMs } from '../../lib/time.ts';
import { readMarks } from './check-log.ts';
import { checkMarket } from './check-market.ts';
import type { CheckedWindow } from './check-mark-down.ts';
import { checkWindow, readAtMarks } from './check-window.ts';
import type { Verifier } from './verifier.ts';

/** @param used which symbols each window is for. @param knownAt when the prices were used. */
export async function checkWindows(
  v: Verifier,
  windows: readonly WindowProof[],
  used: readonly Pick<UsedPrice, 'symbol' | 'state' | 'window' | 'mark_down'>[],
  knownAt: string,
): Promise<CheckedWindow[]> {
  const { service, steps, reread } = v;
  const checked: CheckedWindow[] = [];
  for (const [i, w] of windows.entries()) {
    const end = Date.parse(w.window.end);
    const late = readAtMarks(w).filter((mark) => Date.parse(mark) > end || Date.parse(mark) < end - windowMs);
    const usedAt = i === 0 && Date.parse(knownAt) > end ? [knownAt] : [];
    const marks = await readMarks(service, steps, end - windowMs, end, [...late, ...usedAt]);
    await steps.part(`market of the window until ${w.window.end}`, () => checkMarket(service, steps, w, marks));
    // Stale symbols stand in the first window, too: that they had no agreed price in it is part of the proof.
    const of = used
      .filter((u) => {
        const { since_window, read } = u.mark_down ?? {};
        return [u.window, since_window, read?.window].includes(i) || (i === 0 && u.state === 'stale');
      })
      .map((u) => u.symbol);
    checked.push(checkWindow(steps, w, marks, of, knownAt));
  }
  await reread?.(windows, steps);
  return checked;
}
