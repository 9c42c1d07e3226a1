/** `papertape log-key`: the key that signs the public log. */
import { Command } from 'commander';
import { readSettings } from '../config/config.ts';
import { environment, type Environment } from '../config/env.ts';
import { SetupError } from '../lib/setup-error.ts';
import { readLogKeys, writeLogKeys } from '../log/key-file.ts';
import { logKeyFile } from '../log/open-log.ts';
import { createSigner, formatKey, type NoteSigner } from '../tlog/note.ts';

export function logKeyCommand(): Command {
  const command = new Command('log-key').description('The key that signs the public log (PAPERTAPE_LOG_KEY_FILE).');
  command
    .command('show')
    .description('Print the public keys, the oldest first; the last one signs.')
    .action(() => void process.stdout.write(showKeys(environment())));
  command
    .command('rotate')
    .description(
      'Add a new key to the file. It signs from the next start on, and its entry in the log is signed by the key before.',
    )
    .action(() => void process.stdout.write(rotateKey(environment())));
  return command;
}

function keysOf(env: Environment): { readonly file: string; readonly signers: readonly NoteSigner[] } {
  const file = logKeyFile(readSettings(env).config);
  const signers = readLogKeys(file);
  if (!signers)
    throw new SetupError(`There is no key file ${file}.`, 'It is made when the service starts first: papertape serve.');
  return { file, signers };
}

/** @returns what to tell. */
export function showKeys(env: Environment): string {
  return keysOf(env)
    .signers.map(({ key }) => `${formatKey(key)}\n`)
    .join('');
}

/** @returns what to tell. */
export function rotateKey(env: Environment): string {
  const { file, signers } = keysOf(env);
  const fresh = createSigner((signers.at(-1) as NoteSigner).key.name, 'note');
  writeLogKeys(file, [...signers, fresh], false);
  return `${formatKey(fresh.key)}\nStart the service anew: from then on this key signs. Tell readers and witnesses, and keep a copy of ${file}.\n`;
}
