/** What every command does with what goes wrong: a wrong setting or wrong usage exits 2, a fault 1. */
import { CommanderError, type Command } from 'commander';
import { errorText } from '../lib/log.ts';
import { SetupError } from '../lib/setup-error.ts';
import { endAtClosedPipe } from './closed-pipe.ts';

export async function runCommand(run: () => Promise<unknown>): Promise<void> {
  endAtClosedPipe();
  try {
    await run();
  } catch (e) {
    if (e instanceof CommanderError) process.exitCode = e.exitCode === 0 ? 0 : 2;
    else if (e instanceof SetupError) {
      process.stderr.write(`papertape: ${e.message}\n  ${e.fix}\n`);
      process.exitCode = 2;
    } else {
      process.stderr.write(`papertape: ${errorText(e)}\n`);
      process.exitCode = 1;
    }
  }
}

/**
 * Lets wrong usage of a command, and of those below it, come to `runCommand` instead of ending the process with 1. It is told in a line or two: what a
 * whole help stands below of scrolls away.
 * @param above what is typed before its name.
 */
export function withExitCodes(command: Command, above = 'papertape'): Command {
  const typed = `${above} ${command.name()}`;
  for (const below of command.commands) withExitCodes(below, typed);
  return command.exitOverride().showHelpAfterError(helpLine(typed));
}

/** @param typed such as `papertape admin`. */
export function helpLine(typed: string): string {
  return `See ${typed} --help.`;
}
