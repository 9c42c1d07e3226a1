// Makes the folder of the server's package: `node scripts/pack-server.mjs FOLDER`. It has what `papertape`
// needs to run and nothing of its making: compiled modules without types and maps, assets, the manual (in packed/, where
// server/src/manual/files.ts looks for it), and the contract and the client inside, so that neither has to be published for it.
// Needs a build (`npm run build`).

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { manualFiles } from '../server/dist/manual/files.js';
import { copy, copyBuilt, copyReadme, readManifest, root, writeManifest } from './pack-files.mjs';

const server = join(root, 'server');
const contract = join(root, 'contract');
const [, , to] = process.argv;
if (to === undefined) throw new Error('name the folder to write');
const folder = resolve(to);
const inside = (name) => join(folder, 'node_modules', name);
// The manual is listed before anything is written: a list made later would find the copy.
const manual = [...manualFiles().all];

rmSync(folder, { recursive: true, force: true });
copyBuilt(server, folder, { endings: ['.js'] });
copy(join(server, 'assets'), join(folder, 'assets'));
copy(join(server, 'dist/site'), join(folder, 'dist/site'));
for (const path of manual) copy(join(root, path), join(folder, 'packed', path));

const { dependencies } = readManifest(server);
writeManifest(server, folder, {
  bundleDependencies: Object.keys(dependencies).filter((name) => name.startsWith('papertape-')),
});
writeManifest(contract, inside('papertape-contract'));
copyBuilt(contract, inside('papertape-contract'), { endings: ['.js'] });
copy(join(root, 'LICENSE'), join(inside('papertape-contract'), 'LICENSE'));
execFileSync(process.execPath, [join(import.meta.dirname, 'pack-client.mjs'), inside('papertape-client')]);
copyReadme(server, folder);
console.log(folder);
