// Makes the folder of the server's package: `node scripts/pack-server.mjs FOLDER`. It has what `papertape`
// needs to run and nothing of its making: the bundle, what loads it, assets, the manual (in packed/, where
// server/src/manual/files.ts looks for it), and the client inside, so that it need not be published for the bot's command.
// Needs a build (`npm run build`).

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { manualFiles } from '../server/dist/manual/files.js';
import { copy, copyModule, copyReadme, readManifest, root, writeManifest } from './pack-files.mjs';

const server = join(root, 'server');
const [, , to] = process.argv;
if (to === undefined) throw new Error('name the folder to write');
const folder = resolve(to);
// The manual is listed before anything is written: a list made later would find the copy.
const manual = [...manualFiles().all];

rmSync(folder, { recursive: true, force: true });
for (const file of ['main.js', 'lib/garbage.js', 'lib/node-version.js']) copyModule(server, folder, file);
copy(join(server, 'dist/bundle'), join(folder, 'dist/bundle'));
copy(join(server, 'assets'), join(folder, 'assets'));
copy(join(server, 'dist/site'), join(folder, 'dist/site'));
for (const path of manual) copy(join(root, path), join(folder, 'packed', path));

// The contract is in the bundle, and in the client.
const { 'papertape-contract': _, ...dependencies } = readManifest(server).dependencies;
writeManifest(server, folder, { dependencies, bundleDependencies: ['papertape-client'] });
execFileSync(process.execPath, [
  join(import.meta.dirname, 'pack-client.mjs'),
  join(folder, 'node_modules/papertape-client'),
]);
copyReadme(server, folder);
console.log(folder);
