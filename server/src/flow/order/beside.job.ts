/** Orders at a process beside the one that does the marks: one that was judged by an older mark is judged anew. */
import { Outdated } from '../../storage/fault.ts';
import { notStored } from '../../storage/stored.ts';
import type { Beside } from './judged-by.ts';

const triesMax = 5;

/** Does the work, and again where a mark was done meanwhile. */
export async function judgedAnew<T>(beside: Beside | undefined, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (e) {
      if (!(e instanceof Outdated)) throw e;
      if (!beside || tries === triesMax) throw notStored(e, 'the order; it was not placed');
    }
    await beside.caughtUp();
  }
}
