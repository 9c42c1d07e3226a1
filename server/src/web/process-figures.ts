/** What every process tells of itself in its metrics. */
import { realNow } from '../lib/real-clock.ts';
import { one, type Family } from './metrics-text.ts';

export interface ProcessFigures {
  readonly residentBytes: number;
  /** User and system. */
  readonly cpuSeconds: number;
  /** Seconds since 1970. */
  readonly startedAt: number;
}

const startedAt = realNow() / 1000 - process.uptime();

export function processFigures(): ProcessFigures {
  const { user, system } = process.cpuUsage();
  return { residentBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6, startedAt };
}

export function familiesOfProcess(of: ProcessFigures): Family[] {
  return [
    ['process_resident_memory_bytes', 'gauge', 'Resident memory.', one(of.residentBytes)],
    ['process_cpu_seconds_total', 'counter', 'Processor time, user and system.', one(of.cpuSeconds)],
    ['process_start_time_seconds', 'gauge', 'Start of the process.', one(of.startedAt)],
  ];
}
