// Makes the two packages that are published: `npm run pack [-- FOLDER]` writes papertape-VERSION.tgz and papertape-client-VERSION.tgz
// to FOLDER, packed/ by itself, and prints their paths. Needs a build (`npm run build`).

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { root } from './pack-files.mjs';

const folder = resolve(process.argv[2] ?? join(root, 'packed'));
mkdirSync(folder, { recursive: true });
const staged = mkdtempSync(join(tmpdir(), 'papertape-pack-'));
try {
  for (const name of ['server', 'client']) {
    const of = join(staged, name);
    execFileSync(process.execPath, [join(import.meta.dirname, `pack-${name}.mjs`), of]);
    const written = execFileSync('npm', ['pack', of, '--silent', '--pack-destination', folder], {
      encoding: 'utf8',
      cwd: staged,
    });
    console.log(join(folder, written.trim().split('\n').at(-1)));
  }
} finally {
  rmSync(staged, { recursive: true });
}
