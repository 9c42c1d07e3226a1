/** Collects garbage when the caller asks for it. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What V8 does before it runs out of memory: an ordinary collection leaves the nursery as large as it has ever been, some 32 MB. */
const wholly = { type: 'major', execution: 'sync', flavor: 'last-resort' };

/**
 * V8 may give memory back minutes after a thread has gone idle. An idle thread calls this to give it back at once, within a tenth of a second.
 */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (how: typeof wholly) => void;
  return () => collect(wholly);
}
