/** What every command does with what goes wrong: a wrong setting or wrong usage exits 2, a fault 1. */
import { CommanderError, type Command } from 'commander';
import { errorText } from '../lib/log.ts';
import { SetupError } from '../lib/setup-error.ts';

export async function runCommand(run: () => Promise<unknown>): Promise<void> {
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

/** Lets wrong usage of a command, and of those below it, come to `runCommand` instead of ending the process with 1. */
export function withExitCodes(command: Command): Command {
  for (const below of command.commands) withExitCodes(below);
  return command.exitOverride().showHelpAfterError();
}
