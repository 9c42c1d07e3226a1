/** `papertape-bot` within this process, on the clock of a league; it never waits. */
import { nodeFiles } from '../../../client/src/cli-files.ts';
import { runCli } from '../../../client/src/cli-run.ts';
import type { League } from './league.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Both, as they came. */
  readonly told: string;
}

type Io = Parameters<typeof runCli>[0];

/** @param more in place of the real files and of an empty environment. */
export async function runBotCommand(
  league: Pick<League, 'now'>,
  argv: readonly string[],
  more: Partial<Pick<Io, 'env' | 'files'>> = {},
): Promise<Ran> {
  let [out, err, told] = ['', '', ''];
  const code = await runCli({
    argv,
    env: {},
    stdout: { write: (text) => void ((out += text), (told += text)) },
    stderr: { write: (text) => void ((err += text), (told += text)) },
    fetch,
    files: nodeFiles,
    now: () => league.now(),
    sleep: () => Promise.resolve(),
    random: () => 0.5,
    stopSignal: () => new AbortController().signal,
    ...more,
  });
  return { code, out, err, told };
}
