/** Settings of the backups that the service makes by itself (docs/operators/backup.md). */
import { wrong, type Setting } from './setting.ts';

/** How many backups are kept; undefined makes none. */
export type BackupsSetting = { readonly keep: number } | undefined;

const keepMax = 1_000;

export const backupSettings = {
  backups: {
    variable: 'PAPERTAPE_BACKUPS',
    standard: 'off',
    describe:
      'Backups that the service makes while it runs: off, or daily:7, one after each daily close, of which the last 7 are kept (docs/operators/backup.md).',
    fallback: undefined,
    read: readBackups,
  },
  backupDir: {
    variable: 'PAPERTAPE_BACKUP_DIR',
    standard: 'backups in DATA_DIR',
    describe:
      'Folder of these backups, better on another disk. They hold the keys and the e-mail addresses of the league, and are readable by their owner only.',
    fallback: undefined,
    read: String,
  },
} satisfies { readonly [key in string]: Setting<unknown> };

function readBackups(text: string): BackupsSetting {
  if (text === 'off') return undefined;
  const keep = Number(/^daily:([1-9]\d{0,3})$/.exec(text)?.[1]);
  return keep <= keepMax
    ? { keep }
    : wrong(`must be off, or daily: and how many are kept, 1 to ${keepMax}, such as daily:7`);
}
