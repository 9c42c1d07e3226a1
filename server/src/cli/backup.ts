/** `papertape backup`, `restore` and `move`: a league is carried elsewhere, and audited there. */
import { resolve } from 'node:path';
import { Command } from 'commander';
import { migrations } from '../app.ts';
import { makeBackup } from '../backup/make-backup.job.ts';
import type { Manifest } from '../backup/manifest.ts';
import { cancelMove, moveLeague } from '../backup/move.job.ts';
import { restoreBackup } from '../backup/restore.job.ts';
import { readSettings, type Config } from '../config/config.ts';
import { environment, type Environment } from '../config/env.ts';
import { dayFilesFolder, storageTarget } from '../engine/storage-target.ts';
import { realNow } from '../lib/real-clock.ts';
import { SetupError } from '../lib/setup-error.ts';
import { postgresServers } from '../lib/postgres-address.ts';
import { placeOf } from '../storage/unserved.ts';
import type { StorageTarget } from '../storage/storage.ts';

/** What is told, and the exit code: 1 when the audit found a difference. */
interface Told {
  readonly text: string;
  readonly code: number;
}

export function backupCommand(): Command {
  return new Command('backup')
    .description(
      'Copy a league and its secrets into a folder, and audit the copy. Works on a stopped or a running league (DATA_DIR or DATABASE_URL), without other programs.',
    )
    .argument('<folder>', 'of the backup: empty, or not there yet')
    .option('--without-secrets', 'leave out the keys, the seed of the market and the memory of the house bots')
    .action(async (folder: string, { withoutSecrets = false }: { withoutSecrets?: boolean }) =>
      tell(await runBackup(environment(), folder, withoutSecrets)),
    );
}

export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'Bring a backup into an empty DATA_DIR or DATABASE_URL, of either engine, and audit it there. Ended at any moment it goes on when it is run again; until it is done nothing can be served.',
    )
    .argument('<folder>', 'of the backup')
    .action(async (folder: string) => tell(await runRestore(environment(), folder)));
}

export function moveCommand(): Command {
  return new Command('move')
    .description(
      'Move a stopped league (DATA_DIR or DATABASE_URL) to another database, of either engine, and audit it there. Ended at any moment it goes on when it is run again; until it is done nothing can be served.',
    )
    .option('--to <place>', 'postgres://user:password@host:5432/name, or a data folder; each must be empty')
    .option('--cancel', 'give up a move that was not finished: the league is served where it was')
    .action(async ({ to, cancel = false }: { to?: string; cancel?: boolean }) =>
      tell(await runMove(environment(), cancel ? undefined : needPlace(to))),
    );
}

function tell({ text, code }: Told): void {
  process.stdout.write(text);
  process.exitCode = code;
}

export async function runBackup(env: Environment, folder: string, withoutSecrets: boolean): Promise<Told> {
  const settings = readSettings(env);
  const started = realNow();
  const places = withoutSecrets ? undefined : settings.config;
  const made = await makeBackup({ source: storageTarget(settings), places, folder, migrations });
  return { text: `backup: ${folder}; ${summary(made, started)}\n`, code: made.differences === 0 ? 0 : 1 };
}

export async function runRestore(env: Environment, folder: string): Promise<Told> {
  const settings = readSettings(env);
  const started = realNow();
  const target = storageTarget(settings);
  const made = await restoreBackup({ folder, target, places: settings.config, migrations });
  const key = Object.keys(made.files).some((name) => name.endsWith('log.key'))
    ? ''
    : 'The backup has no secrets: put the key of the public log back before the service is started.\n';
  return {
    text: `restore: ${placeOf(target)}; made ${made.made_at}; ${summary(made, started)}\n${key}`,
    code: made.differences === 0 ? 0 : 1,
  };
}

/** @param to undefined gives up a move. */
export async function runMove(env: Environment, to: string | undefined): Promise<Told> {
  const settings = readSettings(env);
  const source = storageTarget(settings);
  if (to === undefined) {
    await cancelMove(source);
    return { text: `move: ${placeOf(source)} can be served again\n`, code: 0 };
  }
  const started = realNow();
  const target = targetOf(to, settings.config);
  const { logKeyFile, dataDir } = settings.config;
  const places = {
    from: settings.config,
    to: { logKeyFile, dataDir: target.engine === 'sqlite' ? target.dataDir : dataDir },
  };
  const { rows, differences } = await moveLeague({ source, target, migrations, places });
  const set =
    target.engine === 'sqlite'
      ? `DATA_DIR to ${target.dataDir}, and unset DATABASE_URL`
      : 'DATABASE_URL to its address, and keep DATA_DIR';
  const text = `move: ${placeOf(target)}; ${count(rows, 'row')}; ${verdict(differences)}; ${seconds(started)}\nSet ${set}: the service goes on there.\n`;
  return { text, code: differences === 0 ? 0 : 1 };
}

function needPlace(to: string | undefined): string {
  if (to !== undefined) return to;
  throw new SetupError(
    'papertape move needs --to, or --cancel.',
    'Such as papertape move --to postgres://user:password@host:5432/name.',
  );
}

/** A data folder has its files of days inside, unless the settings name a folder for them. */
function targetOf(to: string, config: Pick<Config, 'dataDir' | 'dayFiles'>): StorageTarget {
  if (!/^postgres(ql)?:/.test(to)) {
    const dataDir = resolve(to);
    return { engine: 'sqlite', dataDir, dayFiles: dayFilesFolder({ ...config, dataDir }) };
  }
  if (postgresServers(to)) return { engine: 'postgres', url: to, dayFiles: dayFilesFolder(config) };
  throw new SetupError(
    '--to is no address of PostgreSQL.',
    'It must be such as postgres://user:password@host:5432/name.',
  );
}

function summary({ orders, until, files, differences }: Manifest, started: number): string {
  const bytes = Object.values(files).reduce((n, file) => n + file.bytes, 0);
  const upTo = until === null ? 'no mark done yet' : `up to ${until}`;
  return `${count(orders, 'order')}; ${(bytes / 1e6).toFixed(1)} MB; ${upTo}; ${verdict(differences)}; ${seconds(started)}`;
}

const verdict = (differences: number): string =>
  differences === 0 ? 'audit clean' : `audit: ${count(differences, 'difference')}, see papertape audit`;

const seconds = (started: number): string => `${((realNow() - started) / 1000).toFixed(1)} s`;

function count(n: number, word: string): string {
  return `${n.toLocaleString('en-US')} ${word}${n === 1 ? '' : 's'}`;
}
