/**
 * Where no SMTP server is set every mail is put into a folder, as the file that a mail program opens or an operator's own tool sends on.
 * The log names the file, never the address or what the mail says.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorText, type Log } from '../lib/log.ts';
import type { Transport } from './transport.ts';

export interface FolderDeps {
  readonly folder: string;
  readonly realNow: () => number;
  readonly log: Log;
}

export function createFolder({ folder, realNow, log }: FolderDeps): Transport {
  return {
    async send({ message }, begin) {
      const time = new Date(realNow()).toISOString().replaceAll(':', '-');
      const name = `${time}-${randomBytes(4).toString('hex')}.eml`;
      try {
        await begin();
        // Only the operator reads what may hold a link to a key.
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const part = join(folder, `.${name}.part`);
        await writeFile(part, message, { mode: 0o600 });
        await rename(part, join(folder, name));
      } catch (e) {
        log.error('a mail could not be put into the outbox', { folder: resolve(folder), error: errorText(e) });
        const { code } = e as { code?: string };
        return { became: 'away', why: { code, command: undefined, reply: undefined } };
      }
      log.info('a mail was put into the outbox: no SMTP server is set', { folder: resolve(folder), file: name });
      return { became: 'sent' };
    },
  };
}
