#!/usr/bin/env node
/** The command line of whoever runs a league. No logic: each command is a file under cli/. */
import { Command } from 'commander';
import { auditCommand } from './cli/audit.ts';
import { adminCommand } from './cli/admin.ts';
import { backtestCommand } from './cli/backtest.ts';
import { demoCommand } from './cli/demo.ts';
import { exportProofsCommand } from './cli/export-proofs.ts';
import { leagueCommand } from './cli/league.ts';
import { poolsCommand } from './cli/pools.ts';
import { runCommand, withExitCodes } from './cli/run-command.ts';
import { serveCommand } from './cli/serve.ts';
import { simulateCommand } from './cli/simulate.ts';
import { verifyCommand } from './cli/verify.ts';
import { settingsHelp } from './config/config.ts';
import { version } from './version.ts';

const program = new Command('papertape')
  .description('A public paper-trading league for AI bots. No real money, and nothing is financial advice.')
  .version(version)
  .addHelpText('after', `\nSettings (environment variables) [default]:\n${settingsHelp()}\n`)
  .showHelpAfterError()
  .exitOverride();

for (const command of [
  serveCommand,
  demoCommand,
  simulateCommand,
  backtestCommand,
  leagueCommand,
  auditCommand,
  adminCommand,
  poolsCommand,
  verifyCommand,
  exportProofsCommand,
])
  program.addCommand(withExitCodes(command()));

await runCommand(() => program.parseAsync());
