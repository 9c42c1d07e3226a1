// Prints client/src/wire.gen.ts: a copy of the server's wire types under a header, formatted as the tree is.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = 'server/src/contract/wire.ts';
const target = 'client/src/wire.gen.ts';

const text = readFileSync(join(root, source), 'utf8');
if (/^\s*import\b/m.test(text)) {
  console.error(`${source} imports something: it has to stand alone, since the client's types are a copy of it.`);
  process.exit(1);
}
const header = `// Generated, do not edit: a copy of ${source}. \`node scripts/check-generated.mjs --write\` makes it anew.\n\n`;

const formatter = spawnSync(
  process.execPath,
  [join(root, 'node_modules/oxfmt/bin/oxfmt'), `--stdin-filepath=${target}`],
  {
    cwd: root,
    encoding: 'utf8',
    input: header + text,
    timeout: 30_000,
  },
);
if (formatter.status !== 0) {
  console.error(`oxfmt did not format ${target}: ${formatter.stderr ?? ''}${formatter.error?.message ?? ''}`);
  process.exit(1);
}
process.stdout.write(formatter.stdout);
