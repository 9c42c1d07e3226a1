/** Processor time of a server under load: the server tells it over IPC when it is asked, so that no other process is counted; or it is read from the system. */
import { readFileSync } from 'node:fs';

/** Call in the server's script: it answers every message with its processor time so far, user and system, in microseconds. */
export function tellProcessorTime(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
}

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;
const sampleMs = 20;

export interface Sampled {
  /** Processor time, in milliseconds, that the process got between two instants of the real clock. */
  between(from: number, to: number): number;
  stop(): void;
}

/** Processor time that a process has had since it began, milliseconds. */
function processorMs(pid: number): number {
  // Behind the name, which may hold spaces, come the state and ten more fields, then user and system time.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
}

/** The same of those of them that there are still. */
export function processorMsOf(pids: readonly number[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const pid of pids)
    try {
      found.set(pid, processorMs(pid));
    } catch {
      // It has ended meanwhile.
    }
  return found;
}

/**
 * Follows the processor time of a process from outside, since one that has no time does not answer either. On a machine that other work shares, a process gets
 * less than its share, and an instant of the clock says little: what it got says how long the same work takes where nothing else runs.
 */
export function sampleProcessor(pid: number): Sampled {
  const samples: { readonly at: number; readonly ms: number }[] = [];
  const sample = (): void => {
    samples.push({ at: Date.now(), ms: processorMs(pid) });
  };
  sample();
  const timer = setInterval(sample, sampleMs);
  const until = (at: number): number => samples.findLast((s) => s.at <= at)?.ms ?? samples[0]?.ms ?? 0;
  return { between: (from, to) => until(to) - until(from), stop: () => clearInterval(timer) };
}
