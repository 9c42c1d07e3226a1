import { expect, test } from 'vitest';
import { SetupError } from '../lib/setup-error.ts';
import { StorageFault } from '../storage/fault.ts';
import { whyFailed } from './why-failed.ts';

const withCode = (code: string, message = code): Error => Object.assign(new Error(message), { code });

test.each([
  [withCode('ENOSPC'), 'disk_full'],
  [withCode('ERR_SQLITE_ERROR', 'database or disk is full'), 'disk_full'],
  [new SetupError('The folder of the backups is a file.', 'Set another.'), 'folder'],
  [withCode('EACCES'), 'folder'],
  [withCode('EROFS'), 'folder'],
  [withCode('ECONNREFUSED'), 'database'],
  [new StorageFault('the server hangs', { isUnclear: false }), 'database'],
  [Object.assign(new Error('the server hangs'), { name: 'StorageFault' }), 'database'],
  [new Error('the thread of the backup was ended'), 'other'],
  [undefined, 'other'],
])('%s is %s', (e, why) => {
  expect(whyFailed(e)).toBe(why);
});
