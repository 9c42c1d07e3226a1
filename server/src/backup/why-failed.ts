/** Why a backup failed, in a word that anybody may read: the text of an error has paths and addresses in it, and stands in the log alone. */
import { SetupError } from '../lib/setup-error.ts';
import { messageOf } from '../lib/text.ts';
import { isStorageFault } from '../storage/fault.ts';

export type BackupFault = 'disk_full' | 'folder' | 'database' | 'audit_differs' | 'other';

const ofDatabase = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EPIPE']);
const ofFolder = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT', 'EISDIR']);

/** An error of the backup's own thread has lost its class on the way, and has its name and its members. */
export function whyFailed(e: unknown): BackupFault {
  const { code, name } = (e ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  if (code === 'ENOSPC' || code === 'EDQUOT' || /database or disk is full/.test(messageOf(e))) return 'disk_full';
  // The folder is looked at before anything is copied, and says itself what is wrong.
  if (e instanceof SetupError || ofFolder.has(String(code))) return 'folder';
  return isStorageFault(e) || name === 'StorageFault' || ofDatabase.has(String(code)) ? 'database' : 'other';
}
