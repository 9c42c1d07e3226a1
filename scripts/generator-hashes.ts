// Prints server/src/rounds/generators/hashes.json: for each version of a generator the SHA-256 over its files, which goes into the
// commitment of each of its rounds. The text hashed has one line for each file, sorted by name: its SHA-256 in hex, two spaces, its name,
// as `sha256sum * | sort -k 2` prints it in the folder. Tests are left out. A version that imports files of an earlier one has a line with
// that one's hash and name in front of them.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../server/src/rounds/generators');
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const hashes: Record<string, string> = {};
for (const league of folders(root))
  for (const version of folders(join(root, league))) {
    const folder = join(root, league, version);
    if (!existsSync(join(folder, 'index.ts'))) continue;
    const names = readdirSync(folder)
      .filter((name) => !/\.test\.tsx?$/.test(name))
      .toSorted();
    const texts = names.map((name) => readFileSync(join(folder, name), 'utf8'));
    const earlier = new Set(
      texts.flatMap((text) => [...text.matchAll(/from '\.\.\/(v\d+)\//g)].map(([, name]) => String(name))),
    );
    hashes[`${league}/${version}`] = sha256(
      [
        ...[...earlier].toSorted().map((name) => `${hashes[`${league}/${name}`]}  ${name}\n`),
        ...names.map((name, i) => `${sha256(texts[i] ?? '')}  ${name}\n`),
      ].join(''),
    );
  }
process.stdout.write(`${JSON.stringify(hashes, null, 2)}\n`);

function folders(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}
