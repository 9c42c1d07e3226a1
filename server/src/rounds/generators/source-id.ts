/** The name of a generator's source: which version, and the hash of its files as they stand in the repository (`npm run generate` writes them). */
import hashes from './hashes.json' with { type: 'json' };

/** @throws Error where hashes.json does not have the version: run `npm run generate`. */
export function sourceId(league: string, version: number): string {
  const hash: string | undefined = new Map(Object.entries(hashes)).get(`${league}/v${version}`);
  if (hash === undefined) throw new Error(`no hash of ${league}/v${version}`);
  return `generated:${league}/${version}:${hash}`;
}
