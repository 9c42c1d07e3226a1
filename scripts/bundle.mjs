// Makes what the service is started from: `node scripts/bundle.mjs [SERVER]`. The modules of the server, the contract and the client, as they
// were compiled, become a few files in server/dist/bundle (docs/decisions/0218-the-service-starts-from-a-bundle.md); packages of others stay where they are.
// It ends at once where nothing has changed, so that it may stand before every start. SERVER is the folder of the server, server/ of this repository by
// itself; it only needs its dist/ and its package.json.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(resolve(process.argv[2] ?? join(root, 'server')), 'dist');
const to = join(dist, 'bundle');
const madeOf = join(dist, '.cache/bundle-made-of.txt');

// What the compiler notes of each workspace holds a hash of each of its sources.
const notes = [dist, join(root, 'contract/dist'), join(root, 'client/dist')].map((each) => join(each, '.tsbuildinfo'));
const hash = createHash('sha256');
for (const file of [import.meta.filename, join(root, 'package-lock.json'), ...notes]) hash.update(readFileSync(file));
const digest = hash.digest('hex');

if (!existsSync(to) || !existsSync(madeOf) || readFileSync(madeOf, 'utf8') !== digest) {
  const { rolldown } = await import('rolldown');
  const written = `${to}.new`;
  rmSync(written, { recursive: true, force: true });
  const bundle = await rolldown({
    input: { 'cli-program': join(dist, 'cli/program.js') },
    platform: 'node',
    external: (id) => !/^(?:[./]|papertape-|\0)/.test(id),
    plugins: [namedModules()],
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message);
    },
  });
  await bundle.write({ dir: written, chunkFileNames: '[name]-[hash].js', comments: false });
  await bundle.close();
  rmSync(to, { recursive: true, force: true });
  renameSync(written, to);
  mkdirSync(dirname(madeOf), { recursive: true });
  writeFileSync(madeOf, digest);
}

/** A module that the sources name by `moduleUrl` (server/src/lib/module-url.ts) has a file of its own, with the name that is looked for there. */
function namedModules() {
  return {
    name: 'named modules',
    transform: {
      filter: { code: "moduleUrl('" },
      handler(code) {
        for (const [, path] of code.matchAll(/moduleUrl\('([^']+)'\)/g))
          this.emitFile({
            type: 'chunk',
            id: join(dist, `${path}.js`),
            fileName: `${path.replaceAll('/', '-')}.js`,
          });
      },
    },
  };
}
