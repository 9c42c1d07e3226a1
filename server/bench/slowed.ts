/** A machine made slower: a process that gets a share of one core, by a cgroup (version 1 or 2) where they can be made, otherwise by cpulimit. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const periodMicros = 100_000;

export interface Slowed {
  /** How it is done, for the table. */
  readonly by: string;
  /** Call when the process has ended. */
  release(): void;
}

/** @param share of one core, such as 0.5, for all threads of the process together. @returns undefined where it cannot be done. */
export function slow(pid: number, share: number): Slowed | undefined {
  return byCgroup(pid, share) ?? byCpulimit(pid, share);
}

function byCgroup(pid: number, share: number): Slowed | undefined {
  const quota = String(Math.round(periodMicros * share));
  const isSecond = existsSync('/sys/fs/cgroup/cgroup.controllers');
  const folder = join(isSecond ? '/sys/fs/cgroup' : '/sys/fs/cgroup/cpu', `papertape-bench-${pid}`);
  try {
    mkdirSync(folder);
    if (isSecond) writeFileSync(join(folder, 'cpu.max'), `${quota} ${periodMicros}`);
    else {
      writeFileSync(join(folder, 'cpu.cfs_period_us'), String(periodMicros));
      writeFileSync(join(folder, 'cpu.cfs_quota_us'), quota);
    }
    writeFileSync(join(folder, 'cgroup.procs'), String(pid));
  } catch {
    if (existsSync(folder)) rmdirSync(folder);
    return undefined;
  }
  return { by: `cgroup, ${share} of a core`, release: () => rmdirSync(folder) };
}

function byCpulimit(pid: number, share: number): Slowed | undefined {
  if (spawnSync('cpulimit', ['--version']).error) return undefined;
  const limit = spawn('cpulimit', ['-p', String(pid), '-l', String(share * 100), '-z'], { stdio: 'ignore' });
  return { by: `cpulimit, ${share} of a core`, release: () => void limit.kill() };
}
