// Puts the manual into the package of the server, in server/packed, where the service looks for it: npm runs this before it packs, and
// with --remove after it. Needs a build (`npm run build`).

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'server/packed');
rmSync(folder, { recursive: true, force: true });
if (!process.argv.includes('--remove')) {
  const { manualFiles } = await import('../server/dist/manual/files.js');
  for (const path of manualFiles().all) cpSync(join(root, path), join(folder, path));
}
