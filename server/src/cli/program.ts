/** The commands of `papertape`. No logic: each is a file here. */
import { Command } from 'commander';
import { helpLine, runCommand, withExitCodes } from './run-command.ts';
import { settingsHelp } from '../config/config.ts';
import { version } from '../lib/version.ts';

/** In the order of the help. Each is loaded when it is run: a service shall not hold what other commands need. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
  backtest: async () => (await import('./backtest.ts')).backtestCommand(),
  compare: async () => (await import('./compare.ts')).compareCommand(),
  league: async () => (await import('./league.ts')).leagueCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  cluster: async () => (await import('./cluster.ts')).clusterCommand(),
  rounds: async () => (await import('./rounds.ts')).roundsCommand(),
  audit: async () => (await import('./audit.ts')).auditCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./backup.ts')).restoreCommand(),
  move: async () => (await import('./backup.ts')).moveCommand(),
  admin: async () => (await import('./admin.ts')).adminCommand(),
  newsletter: async () => (await import('./newsletter.ts')).newsletterCommand(),
  pools: async () => (await import('./pools.ts')).poolsCommand(),
  verify: async () => (await import('./verify.ts')).verifyCommand(),
  monitor: async () => (await import('./monitor.ts')).monitorCommand(),
  'export-proofs': async () => (await import('./export-proofs.ts')).exportProofsCommand(),
  witness: async () => (await import('./witness.ts')).witnessCommand(),
  'log-key': async () => (await import('./log-key.ts')).logKeyCommand(),
};

const program = new Command('papertape')
  .description('A public paper-trading league for AI bots. No real money, and nothing is financial advice.')
  .version(version)
  .addHelpText('after', `\nSettings (environment variables) [default]:\n${settingsHelp()}\n`)
  .showHelpAfterError(helpLine('papertape'))
  .exitOverride();

/** The command that is named first; all of them for the help, and where none or an unknown one is named. */
const name = process.argv[2] ?? '';
const named = Object.hasOwn(commands, name) ? commands[name] : undefined;

await runCommand(async () => {
  for (const load of named ? [named] : Object.values(commands)) program.addCommand(withExitCodes(await load()));
  await program.parseAsync();
});
