/** `papertape serve`: runs the league until it is told to stop. */
import { Command, Option } from 'commander';
import { createApp, createCloser, createReader, takePlace, type App } from '../app.ts';
import { giveBackAtRest } from '../lib/garbage.ts';
import { readSettings, settingsHelp } from '../config/config.ts';
import { environment } from '../config/env.ts';
import { onEnd, onStopSignal } from './signals.ts';
import { tellService, type ToldService } from './tell-service.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .description(
      'Run a league: the HTTP service and the engine. With nothing set: simulated prices, embedded database.',
    )
    .addOption(
      new Option('--role <role>', 'what the process does for its league, in place of PAPERTAPE_ROLE').choices([
        'all',
        'web',
        'engine',
      ]),
    )
    .addHelpText('after', `\nSettings (environment variables) [default]:\n${settingsHelp()}\n`)
    .action(serve);
}

async function serve({ role }: { readonly role?: string }): Promise<void> {
  const env = { ...environment(), ...(role === undefined ? {} : { PAPERTAPE_ROLE: role }) };
  const settings = readSettings(env);
  const told = tellService(settings, env, process.stdout);
  try {
    const stop = new AbortController();
    const unheard = onStopSignal((signal) => {
      told.stopping(signal);
      stop.abort();
    });
    const place = await takePlace(settings, {
      log: told.log,
      onWait: (address) => told.waiting(address),
      stop: stop.signal,
    });
    unheard();
    if (!place) {
      told.stopped();
      return;
    }
    const { role: does } = settings.config;
    if (does === 'engine') {
      const closer = await createCloser(settings, told.log);
      await runUntilEnd(closer, told, (address) => told.closing(address));
    } else {
      const app =
        does === 'web'
          ? await createReader(settings, told.log)
          : await createApp(settings, { log: told.log, ...place });
      await runUntilEnd(app, told, (address) => told.ready(app, address));
    }
  } catch (e) {
    told.failed(e);
    throw e;
  }
  told.stopped();
}
/** Resolves once it was told to stop, and has. */
async function runUntilEnd(
  app: Pick<App, 'listen' | 'close' | 'onFatal'>,
  told: ToldService,
  ready: (address: string) => void,
): Promise<void> {
  const stopped = new Promise<string>((resolve) => onEnd(app, resolve));
  const address = await app.listen().catch(async (e: unknown) => {
    await app.close();
    throw e;
  });
  ready(address);
  giveBackAtRest();
  told.stopping(await stopped);
  await app.close();
}
