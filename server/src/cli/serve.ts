/** `papertape serve`: runs the league until it is told to stop. */
import { Command } from 'commander';
import { createApp } from '../app.ts';
import { garbageCollector } from '../lib/garbage.ts';
import { readSettings, settingsHelp, unknownSettings } from '../config/config.ts';
import { environment } from '../config/env.ts';
import { onEnd } from './signals.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .description(
      'Run a league: the HTTP service and the engine. With nothing set: simulated prices, embedded database.',
    )
    .addHelpText('after', `\nSettings (environment variables) [default]:\n${settingsHelp()}\n`)
    .action(serve);
}

async function serve(): Promise<void> {
  const app = await createApp(readSettings(environment()));
  const stopped = new Promise<void>((resolve) => onEnd(app, resolve));
  const address = await app.listen().catch(async (e: unknown) => {
    await app.close();
    throw e;
  });
  const where = app.storage.target.engine === 'sqlite' ? `embedded, in ${app.storage.target.dataDir}` : 'PostgreSQL';
  process.stdout.write(
    [
      `Papertape is open at ${address}`,
      `  prices    ${app.source.description}`,
      `  clock     ${new Date(app.clock.now()).toISOString()}${app.clock.kind === 'scaled' ? `, ${Math.round(1 / app.clock.realPerTick)} times as fast as real time` : ''}`,
      `  database  ${where}`,
      ...unknownSettings(environment()).map((name) => `  unknown   ${name} is no setting: see papertape serve --help`),
      `  stop      Ctrl+C`,
      '',
    ].join('\n'),
  );
  // What starting up left behind.
  setTimeout(garbageCollector(), 1_000).unref();
  await stopped;
  await app.close();
}
