// Files that are made from the source must not drift from it: each generator below is run again and what it prints
// is compared with the file in the tree. `node scripts/check-generated.mjs --write` writes them instead.
//
// A generator's command prints the file's whole text on standard output. TypeScript is run as it stands (Node strips the types), so
// that nothing has to be built before, but for the Python client.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @type {{ file: string, command: string[] }[]} e.g. { file: 'docs/operators/configuration.md', command: ['node', 'scripts/document.ts', 'configuration'] } */
const generators = [
  ...['operators/configuration', 'bots/errors', 'bots/limits', 'bots/leagues', 'bots/rules', 'bots/statistics'].map(
    (name) => ({
      file: `docs/${name}.md`,
      command: ['node', 'scripts/document.ts', name.split('/')[1]],
    }),
  ),
  { file: 'docs/bots/rounds-examples.md', command: ['node', 'scripts/rounds-document.ts'] },
  { file: 'server/src/rounds/generators/hashes.json', command: ['node', 'scripts/generator-hashes.ts'] },
  { file: 'docs/contributing/schema.sql', command: ['node', 'scripts/schema.ts'] },
  // These need a build.
  ...['wire', 'operations', 'shapes'].map((name) => ({
    file: `python/src/papertape/${name === 'wire' ? '' : '_'}${name}.py`,
    command: ['node', 'scripts/python-client.mjs', name],
  })),
  // The Python package has the license in itself.
  { file: 'python/LICENSE', command: ['cat', 'LICENSE'] },
];

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const write = process.argv.includes('--write');
const drifted = [];

for (const { file, command } of generators) {
  const [name, ...args] = command;
  const program = name === 'node' ? process.execPath : name;
  const run = spawnSync(program, args, { cwd: root, encoding: 'utf8', timeout: 60_000, maxBuffer: 64 * 1024 * 1024 });
  if (run.status !== 0) {
    console.error(
      `${file}: its generator failed (${command.join(' ')})\n${run.stderr ?? ''}${run.error?.message ?? ''}`,
    );
    process.exit(1);
  }
  const path = join(root, file);
  if (readOrNull(path) === run.stdout) continue;
  if (write) {
    writeFileSync(path, run.stdout);
    console.log(`${file}: written`);
  } else {
    drifted.push({ file, was: readOrNull(path), is: run.stdout });
  }
}

for (const { file, was, is } of drifted) {
  console.error(`${file}: ${was === null ? 'is missing' : `differs first at line ${firstDifference(was, is)}`}`);
}
if (drifted.length > 0) {
  console.error('Run `node scripts/check-generated.mjs --write` and commit the result.');
  process.exit(1);
}
console.log(`generated files: ${generators.length} checked, no drift`);

function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function firstDifference(was, is) {
  const a = was.split('\n');
  const b = is.split('\n');
  let line = 0;
  while (line < a.length && line < b.length && a[line] === b[line]) line += 1;
  const shown = (text) => (text === undefined ? '(end of file)' : JSON.stringify(text.slice(0, 100)));
  return `${line + 1}:\n  in the tree  ${shown(a[line])}\n  generated    ${shown(b[line])}`;
}
