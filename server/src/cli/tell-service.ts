/**
 * What a service says of itself: its log on standard output, a JSON object on each line, from the start to the stop. On a terminal people read
 * a banner in the place of the lines that tell of the start. Programs wait for the line `ready`, which therefore comes at every level.
 */
import type { WriteStream } from 'node:tty';
import type { App } from '../app.ts';
import { unknownSettings, type Settings } from '../config/config.ts';
import type { Environment } from '../config/env.ts';
import { secretTexts } from '../config/secrets.ts';
import { setSettings } from '../config/set-settings.ts';
import { telemetrySecrets } from '../config/telemetry-settings.ts';
import { iso, speedOf } from '../lib/clock.ts';
import { createLog, type Log } from '../lib/log.ts';
import { steadyNow } from '../lib/real-clock.ts';
import { createScrub } from '../lib/scrub.ts';
import { messageOf } from '../lib/text.ts';
import { version } from '../lib/version.ts';

/** What is told of a service when it is open. */
type Served = Pick<App, 'clock' | 'source' | 'storage'>;

export interface ToldService {
  readonly log: Log;
  ready(app: Served, address: string): void;
  /** It closes leagues beside the process that serves. */
  closing(address: string): void;
  /** It waits to take the place of the process that serves. */
  waiting(address: string): void;
  /** @param why the signal, or what went wrong. */
  stopping(why: string): void;
  stopped(): void;
  /** It did not start, or did not stop cleanly. */
  failed(e: unknown): void;
}

type Out = Pick<WriteStream, 'write' | 'on'> & { readonly isTTY?: boolean };

export function tellService({ config, secrets }: Settings, env: Environment, out: Out): ToldService {
  // Whoever read the log may go: the service goes on.
  out.on('error', () => undefined);
  const scrub = createScrub([...secretTexts(secrets), ...telemetrySecrets(env)]);
  const write = (line: string): void => void out.write(line);
  const log = createLog(config.log, write, scrub);
  const isRead = out.isTTY === true;
  const unknown = unknownSettings(env);
  const begun = steadyNow();
  const set = setSettings(env);
  if (!isRead) {
    log.info('start', { version, node: process.versions.node, pid: process.pid });
    if (Object.keys(set).length > 0) log.info('settings', set);
    for (const name of unknown) log.warn('unknown setting', { name, fix: 'see papertape serve --help' });
  }
  return {
    log,
    ready(app, url) {
      if (isRead) write(banner(app, url, unknown));
      else {
        const ms = Math.round(steadyNow() - begun);
        createLog('info', write, scrub).info('ready', { url, ms, ...factsOf(app) });
      }
    },
    closing(url) {
      if (isRead)
        write(`Papertape closes leagues beside the process that serves them; how it does is told at ${url}/metrics.\n`);
      else createLog('info', write, scrub).info('ready', { url, role: 'engine', database: 'PostgreSQL' });
    },
    waiting(url) {
      if (isRead) write(`Papertape waits at ${url}: another process serves the league.\n`);
      else createLog('info', write, scrub).info('waiting', { url });
    },
    stopping: (why) => log.info('stop', { why }),
    stopped: () => log.info('stopped', { ran_s: Math.round((steadyNow() - begun) / 1000) }),
    failed: (e) => log.error('failed', { error: messageOf(e) }),
  };
}

function factsOf({ clock, source, storage }: Served) {
  const { kind } = clock;
  return {
    prices: source.description,
    database: storage.target.engine === 'sqlite' ? 'embedded' : 'PostgreSQL',
    clock: kind,
    speed: speedOf(clock),
    now: iso(clock.now()),
  };
}

function banner({ clock, source, storage: { target } }: Served, address: string, unknown: readonly string[]): string {
  const speed = clock.kind === 'scaled' ? `, ${Math.round(speedOf(clock))} times as fast as real time` : '';
  const where = target.engine === 'sqlite' ? `embedded, in ${target.dataDir}` : 'PostgreSQL';
  return [
    `Papertape is open at ${address}`,
    `  prices    ${source.description}`,
    `  clock     ${iso(clock.now())}${speed}`,
    `  database  ${where}`,
    ...unknown.map((name) => `  unknown   ${name} is no setting: see papertape serve --help`),
    `  stop      Ctrl+C`,
    '',
  ].join('\n');
}
