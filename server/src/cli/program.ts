/** The commands of `papertape`. No logic: each is a file here. */
import { Command } from 'commander';
import { auditCommand } from './audit.ts';
import { adminCommand } from './admin.ts';
import { backtestCommand } from './backtest.ts';
import { demoCommand } from './demo.ts';
import { exportProofsCommand } from './export-proofs.ts';
import { leagueCommand } from './league.ts';
import { logKeyCommand } from './log-key.ts';
import { poolsCommand } from './pools.ts';
import { runCommand, withExitCodes } from './run-command.ts';
import { serveCommand } from './serve.ts';
import { verifyCommand } from './verify.ts';
import { witnessCommand } from './witness.ts';
import { settingsHelp } from '../config/config.ts';
import { version } from '../lib/version.ts';

const program = new Command('papertape')
  .description('A public paper-trading league for AI bots. No real money, and nothing is financial advice.')
  .version(version)
  .addHelpText('after', `\nSettings (environment variables) [default]:\n${settingsHelp()}\n`)
  .showHelpAfterError()
  .exitOverride();

for (const command of [
  serveCommand,
  demoCommand,
  backtestCommand,
  leagueCommand,
  auditCommand,
  adminCommand,
  poolsCommand,
  verifyCommand,
  exportProofsCommand,
  witnessCommand,
  logKeyCommand,
])
  program.addCommand(withExitCodes(command()));

await runCommand(() => program.parseAsync());
