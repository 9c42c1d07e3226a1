/**
 * The master secret of rounds, drawn at the first start and kept in a file of mode 600 beside the key of the public log, apart from the
 * database. The secret of every round follows from it.
 */
import { dirname, join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '../lib/private-file.ts';
import { SetupError } from '../lib/setup-error.ts';
import { systemRandom } from '../lib/system-random.ts';
import { masterBytes } from './seed.ts';

/** Of the settings, where secrets are kept. */
export interface SecretsAt {
  readonly dataDir: string;
  readonly logKeyFile: string | undefined;
}

export function masterFile({ dataDir, logKeyFile }: SecretsAt): string {
  return join(logKeyFile === undefined ? dataDir : dirname(logKeyFile), 'rounds.key');
}

/**
 * @param mayDraw whether nothing was promised by an earlier one.
 * @throws SetupError when it is not there, and rounds were promised by it.
 */
export function openMaster(config: SecretsAt, mayDraw: boolean): Buffer {
  const file = masterFile(config);
  const text = readPrivateFile(file)?.trim();
  if (text !== undefined && /^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex');
  if (text !== undefined || !mayDraw)
    throw new SetupError(
      `The master secret of the rounds is not in ${file}.`,
      'Put the file back from a copy. Without it the rounds that are committed to can neither be held nor revealed.',
    );
  const drawn = systemRandom(masterBytes).toString('hex');
  writePrivateFile(file, `${drawn}\n`, true);
  return Buffer.from(readPrivateFile(file)?.trim() ?? drawn, 'hex');
}
