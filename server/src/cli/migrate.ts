/** `papertape migrate`: brings the schema of a league up to date, while older processes go on. */
import { Command } from 'commander';
import { migrations } from '../app.ts';
import { readSettings } from '../config/config.ts';
import { environment, type Environment } from '../config/env.ts';
import { storageTarget } from '../engine/storage-target.ts';
import { migrate } from '../storage/migrate.ts';
import { otherVersions } from '../storage/other-versions.ts';
import { refuseSharedSessions } from '../storage/own-sessions.ts';
import { lockData } from '../storage/prepare.ts';
import { openStorage } from '../storage/storage.ts';
import { refuseUnserved } from '../storage/unserved.ts';

interface MigrateCommandOptions {
  readonly expand?: boolean;
}

export function migrateCommand(): Command {
  return new Command('migrate')
    .description(
      'Bring the schema of a league up to date. Steps that expand are done while older processes go on; steps that contract only when no process of another version is seen. Exit code 1 when some are left because of one. serve does the same at its start.',
    )
    .option('--expand', 'only the steps that older processes go on working with; exit code 0 when others are left')
    .action(async (options: MigrateCommandOptions) => {
      process.exitCode = await runMigrate(environment(), (text) => process.stdout.write(text), options);
    });
}

/** @returns the exit code. */
export async function runMigrate(
  env: Environment,
  write: (text: string) => void,
  { expand = false }: MigrateCommandOptions,
): Promise<number> {
  const target = storageTarget(readSettings(env));
  // The embedded engine has one process, which must be stopped.
  const lock = target.engine === 'sqlite' ? await lockData(target) : undefined;
  // Who may do a step, and who is seen, is a question of sessions.
  if (target.engine === 'postgres') await refuseSharedSessions(target.url);
  const storage = openStorage(target, { connections: 2 });
  try {
    await refuseUnserved(storage);
    let done = 0;
    const { left, others } = await migrate(storage, migrations, {
      others: () => otherVersions(storage, { isServing: false }),
      isExpandOnly: expand,
      onDone(step, ms) {
        done++;
        write(`${step.name} (${step.kind}): done in ${Math.round(ms)} ms\n`);
      },
      onWait: ({ name }) => write(`${name}: waits for a lock that something else has\n`),
    });
    for (const { name } of left) write(`${name} (contract): left\n`);
    for (const other of others) write(`another version is seen: ${other}\n`);
    if (done === 0 && left.length === 0) write('The schema is up to date.\n');
    return others.length > 0 ? 1 : 0;
  } finally {
    await storage.close();
    await lock?.release();
  }
}
