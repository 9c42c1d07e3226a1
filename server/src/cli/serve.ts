/** `papertape serve`: runs the league until it is told to stop. */
import { Command } from 'commander';
import { createApp } from '../app.ts';
import { garbageCollector } from '../lib/garbage.ts';
import { readSettings, settingsHelp } from '../config/config.ts';
import { environment } from '../config/env.ts';
import { onEnd } from './signals.ts';
import { tellService } from './tell-service.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .description(
      'Run a league: the HTTP service and the engine. With nothing set: simulated prices, embedded database.',
    )
    .addHelpText('after', `\nSettings (environment variables) [default]:\n${settingsHelp()}\n`)
    .action(serve);
}

async function serve(): Promise<void> {
  const settings = readSettings(environment());
  const told = tellService(settings, environment(), process.stdout);
  try {
    const app = await createApp(settings, { log: told.log });
    const stopped = new Promise<string>((resolve) => onEnd(app, resolve));
    const address = await app.listen().catch(async (e: unknown) => {
      await app.close();
      throw e;
    });
    told.ready(app, address);
    // What starting up left behind.
    setTimeout(garbageCollector(), 1_000).unref();
    told.stopping(await stopped);
    await app.close();
  } catch (e) {
    told.failed(e);
    throw e;
  }
  told.stopped();
}
