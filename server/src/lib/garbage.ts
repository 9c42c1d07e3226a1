/** Collects garbage when the caller asks for it. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * V8 may give memory back minutes after a thread has gone idle. An idle thread calls this to give it back at once.
 */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
