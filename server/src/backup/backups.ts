/** The backups that a service makes while it runs: after each daily close, in a thread of its own. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lastMarkDone } from '../engine/progress.sql.ts';
import { answerOfThread } from '../lib/answer-of-thread.ts';
import type { Instant } from '../lib/clock.ts';
import { errorText, type Log } from '../lib/log.ts';
import { startLoop } from '../lib/loop.ts';
import { realNow } from '../lib/real-clock.ts';
import { moduleUrl } from '../lib/module-url.ts';
import { makePrivateFolder } from '../lib/private-file.ts';
import type { Migration } from '../storage/migration.ts';
import type { Storage } from '../storage/storage.ts';
import { dueName, isDaily, outdated } from './daily.ts';
import { hasManifest, readManifest, type Manifest } from './manifest.ts';
import type { SecretPlaces } from './secrets.ts';
import { whyFailed, type BackupFault } from './why-failed.ts';
import type { BackupInput } from './worker.ts';

export interface BackupFigures {
  /** Since the start, by what became of them. */
  readonly outcomes: ReadonlyMap<'made' | 'failed', number>;
  /** Of the newest one: when it was made, and its size in bytes; undefined when there is none. */
  readonly newest: { readonly madeAt: Instant; readonly bytes: number } | undefined;
  /** The last one that was tried, also before the start; undefined when none was. */
  readonly last: LastBackup | undefined;
}

export interface LastBackup {
  /** Real time. */
  readonly at: Instant;
  /** Undefined of one that was made and whose audit is clean. */
  readonly fault: BackupFault | undefined;
}

export interface Backups {
  /** Undefined when the service makes none. */
  figures(): BackupFigures | undefined;
  /** @returns what ends it; undefined when the settings want none. */
  start(): { stop(): Promise<void> } | undefined;
}

export interface BackupsInput {
  readonly config: SecretPlaces & {
    readonly backups: { readonly keep: number } | undefined;
    readonly backupDir: string | undefined;
  };
  readonly storage: Pick<Storage, 'db' | 'target'> & { readonly migrations: readonly Migration[] };
  readonly openedAt: Instant;
  readonly log: Log;
}

/** How often it is looked whether there was a close. */
const lookMs = 10_000;
/** After a failure: the pause doubles up to an hour. */
const pauseMs = { first: 60_000, max: 3_600_000 };

export function createBackups(input: BackupsInput): Backups {
  const { config, storage, openedAt, log } = input;
  const outcomes = new Map([
    ['made', 0],
    ['failed', 0],
  ] as ['made' | 'failed', number][]);
  let newest: BackupFigures['newest'];
  let last: BackupFigures['last'];
  const folder = config.backupDir ?? join(config.dataDir, 'backups');
  const isFinished = (name: string): boolean => hasManifest(join(folder, name));
  const named = (): string[] => readdirSync(folder).filter(isDaily).sort();

  function tellNewest(name: string | undefined): void {
    if (name !== undefined) tell(readManifest(join(folder, name)));
  }

  function tell(made: Manifest): void {
    newest = factsOf(made);
    last = { at: newest.madeAt, fault: made.differences === 0 ? undefined : 'audit_differs' };
  }

  async function round(keep: number, stop: AbortSignal): Promise<number> {
    makePrivateFolder(
      folder,
      'The folder of the backups',
      'Set PAPERTAPE_BACKUP_DIR to a folder that the service may make and write to.',
    );
    const finished = named().filter(isFinished);
    if (newest === undefined) tellNewest(finished.at(-1));
    const due = dueName(await lastMarkDone(storage.db), openedAt);
    if (due === undefined || isFinished(due)) return lookMs;
    // What was ended while it was made.
    for (const name of named()) if (!isFinished(name)) remove(name);
    const made = await inThread(input, join(folder, due), stop);
    outcomes.set('made', (outcomes.get('made') ?? 0) + 1);
    tell(made);
    const told = { folder: due, bytes: factsOf(made).bytes, orders: made.orders, differences: made.differences };
    if (made.differences === 0) log.info('a backup was made', told);
    else log.error('a backup was made, and the audit of it is not clean', told);
    for (const name of outdated(named().filter(isFinished), keep)) remove(name);
    return lookMs;
  }

  const remove = (name: string): void => rmSync(join(folder, name), { recursive: true, force: true });

  return {
    figures: () => (config.backups ? { outcomes, newest, last } : undefined),
    start() {
      const { backups } = config;
      if (!backups) return undefined;
      return startLoop({
        round: async (stop) => await round(backups.keep, stop),
        onFault(e, again) {
          outcomes.set('failed', (outcomes.get('failed') ?? 0) + 1);
          last = { at: realNow(), fault: whyFailed(e) };
          log.error('a backup failed', { error: errorText(e), again_in_ms: again });
        },
        pauseMs,
      });
    },
  };
}

function factsOf({ made_at, files }: Manifest): NonNullable<BackupFigures['newest']> {
  return { madeAt: Date.parse(made_at), bytes: Object.values(files).reduce((n, file) => n + file.bytes, 0) };
}

/** The thread ends with the process, so that no backup goes on beside a service that was started again. */
async function inThread(input: BackupsInput, folder: string, stop: AbortSignal): Promise<Manifest> {
  const { config, storage } = input;
  const workerData: BackupInput = {
    source: storage.target,
    places: { dataDir: config.dataDir, logKeyFile: config.logKeyFile },
    folder,
    migrations: storage.migrations.map((m) => ({ name: m.name, kind: m.kind, statements: m.statements('sqlite') })),
  };
  return await answerOfThread<Manifest>(moduleUrl('backup/worker'), { of: 'the backup', workerData, stop });
}
