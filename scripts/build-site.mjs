// Makes what browsers are sent beside pages: `node scripts/build-site.mjs`. The style sheet and the scripts of server/site become files
// with the hash of their text in their names, in server/dist/site, with a manifest that says which is which (server/src/html/assets.ts
// reads it). It ends at once where nothing that they are made of has changed, so that it may stand before every start.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const source = join(root, 'server/site');
const to = join(root, 'server/dist/site');
// Beside the folder, which goes into packages as it is.
const madeOf = join(root, 'server/dist/.cache/site-made-of.txt');

const inputs = readdirSync(source, { recursive: true, encoding: 'utf8' }).toSorted();
const hash = createHash('sha256').update(readFileSync(import.meta.filename));
hash.update(readFileSync(join(root, 'package-lock.json')));
for (const name of inputs)
  if (/\.(?:ts|css)$/.test(name)) hash.update(`\0${name}\0`).update(readFileSync(join(source, name)));
// The page of a bot's owner has the client in it, and the shapes of answers, as they were compiled.
for (const folder of ['client/dist', 'contract/dist'].map((name) => join(root, name)))
  for (const name of readdirSync(folder).toSorted())
    if (name.endsWith('.js')) hash.update(`\0${name}\0`).update(readFileSync(join(folder, name)));
const digest = hash.digest('hex');

if (!existsSync(join(to, 'manifest.json')) || !existsSync(madeOf) || readFileSync(madeOf, 'utf8') !== digest) {
  const { build } = await import('vite');
  const { kinds } = await import('../contract/dist/shapes.js');
  rmSync(to, { recursive: true, force: true });
  await build({
    root: source,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [shapesAsData(kinds)],
    build: {
      outDir: to,
      emptyOutDir: true,
      assetsDir: '.',
      assetsInlineLimit: 0,
      manifest: 'manifest.json',
      modulePreload: false,
      target: 'es2022',
      // Browsers that know light-dark(): what is written for them stays as it is written.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      rolldownOptions: {
        input: {
          style: join(source, 'styles/index.css'),
          site: join(source, 'scripts/site.ts'),
          theme: join(source, 'scripts/theme.ts'),
          owner: join(source, 'scripts/owner.ts'),
        },
      },
    },
  });
  mkdirSync(dirname(madeOf), { recursive: true });
  writeFileSync(madeOf, digest);
}

/** The shapes of answers as plain data, as in the package of the client (pack-client.mjs): without the library that they are derived with. */
function shapesAsData(kinds) {
  const name = 'papertape-contract/shapes';
  return {
    name: 'shapes as data',
    enforce: 'pre',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export const kinds = ${JSON.stringify(kinds)};` : undefined),
  };
}
