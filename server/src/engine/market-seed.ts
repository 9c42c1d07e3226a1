/**
 * The seed of a simulated market, drawn at its first start and kept in a file beside the key of the public log, apart from the database. The
 * file is named after the seed's hash, so a market finds its own, and no other market's is ever replaced or used again.
 */
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { readPrivateFile, writePrivateFile } from '../lib/private-file.ts';
import { SetupError } from '../lib/setup-error.ts';
import { systemRandom } from '../lib/system-random.ts';
import { seedHash, seedHashOf, type MarketSeed } from '../sources/simulated/seed.ts';

type SecretsAt = Pick<Config, 'dataDir' | 'logKeyFile'>;

const seedBytes = 32;
const saltBytes = 16;

/** Where the seed with this hash is kept. */
export function seedFile({ dataDir, logKeyFile }: SecretsAt, hash: string): string {
  return join(logKeyFile === undefined ? dataDir : dirname(logKeyFile), `market-${hash.slice(0, 16)}.seed`);
}

/**
 * The seed that the data was made with, or a new one for fresh data.
 * @param made id of the source that the data was made with; undefined of fresh data.
 * @returns undefined when the data was made with prices of another kind. @throws SetupError when the seed is not there.
 */
export function openMarketSeed(config: SecretsAt, made: string | undefined): MarketSeed | undefined {
  if (made === undefined) return drawSeed(config);
  const hash = seedHashOf(made);
  if (hash === undefined) return undefined;
  const file = seedFile(config, hash);
  const [salt = '', seed = ''] = (readPrivateFile(file) ?? '').trim().split(' ');
  if (seedHash({ seed, salt }) === hash) return { seed, salt };
  throw new SetupError(
    `The seed of this market is not in ${file}.`,
    'Put the file back from a copy, or set PAPERTAPE_LOG_KEY_FILE to where it was. Without it the market cannot go on.',
  );
}

function drawSeed(config: SecretsAt): MarketSeed {
  const drawn = { seed: systemRandom(seedBytes).toString('hex'), salt: systemRandom(saltBytes).toString('hex') };
  writePrivateFile(seedFile(config, seedHash(drawn)), `${drawn.salt} ${drawn.seed}\n`, true);
  return drawn;
}
