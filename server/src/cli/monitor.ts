/** `papertape monitor`: follows the public log of a service, and does each of its marks again as it comes. Exit code 1 = something differs, 2 = not checked. */
import { Command } from 'commander';
import type { Instant } from '../lib/clock.ts';
import { pause } from '../lib/loop.ts';
import { realNow } from '../lib/real-clock.ts';
import { createService, type ServiceOptions } from '../proof/check/service.ts';
import { createSteps, type Tally } from '../proof/check/steps.ts';
import type { Trust } from '../proof/check/trust.ts';
import { monitorFormat, monitorOnce, type MonitorState } from '../proof/follow/monitor.ts';
import { openStateFolder } from '../proof/follow/state-folder.ts';
import { onStopSignal } from './signals.ts';
import { trustOf, withTrustOptions, type TrustOptions } from './trust-options.ts';
import { readUrl, stepLine } from './verify.ts';

/** How often the log is looked at. */
const everyMs = 20_000;

export function monitorCommand(): Command {
  const command = new Command('monitor')
    .description(
      'Follow the public log of a service: check that it goes on from the checkpoint that is kept, and do every mark of it again, with all fills, closes, ranks and moves. ' +
        'Ends with exit code 1 when something differs, and keeps both signed checkpoints.',
    )
    .argument('<service>', 'address of the service')
    .requiredOption('--state <folder>', 'where the checkpoint and all that follows from the log are kept')
    .option(
      '--once',
      'go on to the newest checkpoint and end: exit code 0 when all holds, 2 when something could not be checked',
    )
    .option('--key <vkey>', 'the key by which you know the log; without it the log names its own');
  return withTrustOptions(command).action(async (url: string, { state, once, key, ...trust }: GivenOptions) => {
    process.exitCode = await runMonitor({
      state,
      key,
      url,
      trust: trustOf(trust),
      once: once === true,
      write: (line) => process.stdout.write(`${line}\n`),
    });
  });
}

type GivenOptions = TrustOptions & { readonly state: string; readonly once?: true; readonly key?: string };

export interface MonitorRun extends ServiceOptions {
  readonly state: string;
  readonly once: boolean;
  readonly key?: string | undefined;
  readonly trust?: Trust | undefined;
  /** The clock of the reader; without it that of the machine. */
  readonly now?: () => Instant;
  readonly write: (line: string) => void;
}

/** @returns the exit code: of one round, or of the first one that finds a difference. */
export async function runMonitor(run: MonitorRun): Promise<number> {
  const { state, once, key, trust, now = realNow, write, ...options } = run;
  const service = createService({ ...options, url: readUrl(options.url, '<service>') });
  const folder = openStateFolder<MonitorState>(state, monitorFormat);
  const round = async (): Promise<number> => {
    const steps = createSteps((step) => (step.status === 'ok' ? undefined : write(stepLine(step))));
    await monitorOnce({ service, steps, folder, key, trust, now });
    return exitCode(steps.tally());
  };
  const stop = new AbortController();
  if (!once) onStopSignal(() => stop.abort());
  for (;;) {
    const code = await round();
    if (once || code === 1 || stop.signal.aborted) return code;
    await pause(everyMs, stop.signal);
  }
}

function exitCode({ differs, unchecked }: Tally): number {
  return differs > 0 ? 1 : unchecked > 0 ? 2 : 0;
}
