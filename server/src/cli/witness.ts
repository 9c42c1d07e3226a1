/** `papertape witness`: cosigns the logs of leagues until it is told to stop. */
import { existsSync, readFileSync } from 'node:fs';
import { Command, type OptionValues } from 'commander';
import { environment, type Environment } from '../config/env.ts';
import { readHost, readLogLevel, readPort, valueOf, wrong, type Setting, type ValuesOf } from '../config/setting.ts';
import { createLog } from '../lib/log.ts';
import { createRealClock } from '../lib/real-clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { keysOfFile } from '../tlog/key-list.ts';
import { readLogList, type LogList } from '../witness/log-list.ts';
import { openWitness, type OpenWitness } from '../witness/open-witness.ts';
import { createWitnessHttp } from '../witness/witness-http.ts';
import { onStopSignal } from './signals.ts';

/** Any text; without it there is none. */
const optional = { fallback: undefined, read: String };

/** Each is an option, too: `--port` goes before PAPERTAPE_WITNESS_PORT. */
const settings = {
  host: {
    option: '--host <address>',
    variable: 'PAPERTAPE_WITNESS_HOST',
    standard: '127.0.0.1',
    describe: 'Address to listen on. Put a reverse proxy with TLS in front.',
    read: readHost,
  },
  port: {
    option: '--port <number>',
    variable: 'PAPERTAPE_WITNESS_PORT',
    standard: '4100',
    describe: 'TCP port to listen on; 0 takes any free one.',
    read: readPort,
  },
  address: {
    option: '--address <url>',
    variable: 'PAPERTAPE_WITNESS_ADDRESS',
    standard: 'http://HOST:PORT',
    describe: 'Address under which leagues reach the witness. Without its scheme it is the name of the witness.',
    fallback: undefined,
    /** Without its scheme and without slashes at its end. */
    read: (text) =>
      URL.canParse(text) && /^https?:\/\/[^?#\s+]+$/.test(text)
        ? text.replace(/^https?:\/\//, '').replace(/\/+$/, '')
        : wrong('must be a URL such as https://witness.example'),
  },
  name: {
    ...optional,
    option: '--name <name>',
    variable: 'PAPERTAPE_WITNESS_NAME',
    standard: 'the address without its scheme',
    describe:
      'Name of the witness. It is part of the key that is made at the first start, and cannot be changed later.',
  },
  dataDir: {
    option: '--data <folder>',
    variable: 'PAPERTAPE_WITNESS_DATA',
    standard: './witness-data',
    describe: 'Folder of what was cosigned. Made when it is not there. Never put an older copy of it back.',
    read: (text) => text.replace(/(?<=.)\/+$/, ''),
  },
  keyFile: {
    ...optional,
    option: '--key <file>',
    variable: 'PAPERTAPE_WITNESS_KEY',
    standard: 'the name of the data folder with .key behind it',
    describe:
      'File of the private key, outside of that folder. Made at the first start, for its owner alone (mode 0600).',
  },
  logs: {
    ...optional,
    option: '--logs <file>',
    variable: 'PAPERTAPE_WITNESS_LOGS',
    standard: 'none',
    describe: 'File with the key of a log on each line, beside those of --log. Lines that begin with # are comments.',
  },
  level: {
    option: undefined,
    variable: 'PAPERTAPE_LOG',
    standard: 'info',
    describe: 'Least level that is logged: error, warn, info, debug or off.',
    read: readLogLevel,
  },
} satisfies { readonly [name in string]: Setting<unknown> & { readonly option: string | undefined } };

type WitnessSettings = ValuesOf<typeof settings>;

export function witnessCommand(): Command {
  const command = new Command('witness')
    .description(
      'Be a witness of leagues: put a signature below the checkpoints of their logs, and never below one that drops or changes an entry that was there before (C2SP tlog-witness). ' +
        'Anyone can run one (docs/operators/witness.md).',
    )
    .option(
      '--log <vkey>',
      'key of a log to follow, as its league shows it. May be given several times, also for several keys of one log',
      (vkey: string, all: readonly string[]) => [...all, vkey],
      [] as readonly string[],
    );
  for (const { option, describe, standard, variable } of Object.values(settings))
    if (option !== undefined) command.option(option, `${describe} [${variable}; ${standard}]`);
  return command.action(serveWitness);
}

async function serveWitness(options: OptionValues): Promise<void> {
  const set = readSettings(options, environment());
  const { host, port, dataDir } = set;
  const logs = readLogs(options['log'] as readonly string[], set.logs);
  const log = createLog(set.level);
  const stopped = new Promise<string>((resolve) => onStopSignal(resolve));
  const witness = await openWitness({
    dataDir,
    keyFile: set.keyFile ?? `${dataDir}.key`,
    name: set.name,
    standardName: set.address ?? `${host}:${port}`,
    logs,
    clock: createRealClock(),
    log,
  });
  const http = createWitnessHttp(witness, log);
  try {
    const address = await http.listen(host, port).catch((e: unknown) => {
      throw portFault(e, host, port);
    });
    process.stdout.write(opening(witness, address, dataDir));
    await stopped;
  } finally {
    await http.close();
    await witness.close();
  }
}

/** What a command line gives goes before the environment. */
function readSettings(options: OptionValues, env: Environment): WitnessSettings {
  const given = Object.values(settings).flatMap(({ option, variable }) => {
    const value: unknown = option === undefined ? undefined : options[/^--(\w+)/.exec(option)?.[1] ?? ''];
    return typeof value === 'string' ? [[variable, value]] : [];
  });
  const all: Environment = { ...env, ...(Object.fromEntries(given) as Environment) };
  const values = Object.entries(settings).map(([name, setting]) => [name, valueOf<unknown>(setting, all)]);
  return Object.fromEntries(values) as WitnessSettings;
}

function readLogs(vkeys: readonly string[], file: string | undefined): LogList {
  if (file !== undefined && !existsSync(file))
    throw new SetupError(`There is no file ${file}.`, 'Set --logs to a file with the key of a log on each line.');
  const ofFile = file === undefined ? [] : keysOfFile(readFileSync(file, 'utf8'), file);
  return readLogList([...vkeys.map((vkey) => ({ vkey, where: '--log' })), ...ofFile]);
}

function portFault(e: unknown, host: string, port: number): unknown {
  const code = e instanceof Error && 'code' in e ? e.code : undefined;
  if (code !== 'EADDRINUSE' && code !== 'EACCES' && code !== 'EADDRNOTAVAIL') return e;
  return new SetupError(
    `The witness cannot listen on ${host}:${port} (${code}).`,
    'Set --port to a free one, or --host to an address of this machine.',
  );
}

function opening(witness: OpenWitness, address: string, dataDir: string): string {
  const { vkey, logs } = witness.report();
  return [
    `Papertape witness is open at ${address}`,
    `  key       ${vkey}`,
    ...logs
      .filter(({ keys }) => keys.length > 0)
      .map(({ origin, size }) => `  follows   ${origin}, ${size === null ? 'not cosigned yet' : `${size} entries`}`),
    `  state     in ${dataDir}`,
    `  stop      Ctrl+C`,
    '',
  ].join('\n');
}
