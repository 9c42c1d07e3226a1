/** Collects garbage when the caller asks for it, or whenever a thread is at rest; and keeps a start from leaving much of it. */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
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

/** How often a function is called before V8's second compiler (Maglev) takes it: as V8 has it, and while a process starts. */
const callsBeforeMaglev = { usual: 400, atStart: 4_000 } as const;

/**
 * For a process that will run for long, before it loads its modules. What is called often while they are loaded is hardly ever called again, and V8 compiles some
 * 500 of such functions in the background, on threads whose memory the system does not get back: 5 MB of what a service at rest would hold.
 * `giveBackAtRest` ends it.
 */
export function compileLittleAtStart(): void {
  setFlagsFromString(`--invocation-count-for-maglev=${callsBeforeMaglev.atStart}`);
}

/** How much of the time a thread works that is called quiet, how often that is looked at, and how many quiet looks are a rest for a thread that was at work. */
const rest = { workMax: 0.2, lookMs: 5_000, quietLooks: 6 } as const;
/** Less garbage than that is not worth a pause. */
const grownBytesMin = 2 * 1024 * 1024;

/**
 * Gives back what a start left behind after a second, and from then on what a thread at rest has piled up. A request that comes in just then waits for a
 * twentieth of a second, which is why a thread that works is left alone. It also lets V8 drop the bytecode of functions after two collections
 * in which they were not called, not six: most of a start's code never runs again, and what does is compiled anew within microseconds.
 *
 * A thread that was at work has rested after half a minute, not before: V8 throws away more than garbage then, among it what it has compiled and learnt of the code. Orders that come in bursts of two seconds took a
 * third more of processor time, at the processes whose share of them was small enough for a rest between two bursts (docs/operators/benchmarks.md#several).
 */
export function giveBackAtRest(): void {
  setFlagsFromString(`--invocation-count-for-maglev=${callsBeforeMaglev.usual}`);
  setFlagsFromString('--bytecode-old-age=2');
  const collect = garbageCollector();
  let before = performance.eventLoopUtilization();
  const isAtRest = createRest();
  let left = 0;
  const give = (): void => {
    collect();
    left = getHeapStatistics().used_heap_size;
  };
  const look = (): void => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (isAtRest(utilization) && getHeapStatistics().used_heap_size >= left + grownBytesMin) give();
  };
  setTimeout(give, 1_000).unref();
  setInterval(look, rest.lookMs).unref();
}

/** @returns told of the part of the time that the thread was at work since the look before, 0 to 1: is it at rest? A thread that has not been at work yet is when it is quiet. */
export function createRest(): (utilization: number) => boolean {
  let quiet: number = rest.quietLooks;
  return (utilization) => {
    quiet = utilization <= rest.workMax ? quiet + 1 : 0;
    return quiet >= rest.quietLooks;
  };
}
