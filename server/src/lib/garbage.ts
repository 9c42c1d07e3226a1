/** Collecting garbage at a moment of one's own choosing. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * V8 gives memory back when it sees fit, which for a thread that rests for minutes is late. One that has nothing else to do may do
 * it at once.
 */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
