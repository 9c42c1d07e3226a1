// What the packages that are published have in common (pack-client.mjs, pack-server.mjs): what of a workspace travels, and how.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/**
 * Copies what the sources of a workspace are built to, with its types; what an earlier build left beside it stays behind, and so do tests. `own` has the text of
 * files that are another one in the package.
 */
export function copyBuilt(workspace, folder, own) {
  const sources = readdirSync(join(workspace, 'src'), { recursive: true, encoding: 'utf8' });
  const modules = sources.filter((source) => source.endsWith('.ts') && !source.endsWith('.test.ts'));
  for (const source of modules)
    for (const ending of ['.js', '.d.ts']) copyModule(workspace, folder, source.replace(/\.ts$/, ending), own);
}

/** Copies one file of what a workspace was built to. The sources do not travel, so their maps do not either. */
export function copyModule(workspace, folder, file, own = {}) {
  const text = own[file] ?? readFileSync(join(workspace, 'dist', file), 'utf8');
  write(join(folder, 'dist', file), text.replace(/^\/\/# sourceMappingURL=.*\n?/m, ''));
}

/** Writes the package.json of a package: that of its workspace, without what only the repository needs, and with `changes`. */
export function writeManifest(workspace, folder, changes = {}) {
  const { devDependencies: _, private: __, ...manifest } = readManifest(workspace);
  write(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, ...changes }, null, 2)}\n`);
}

export function readManifest(workspace) {
  return JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
}

/**
 * Copies the licence and a workspace's README. A link that leads out of the workspace leads to the copy in the package's own manual
 * where it has one, and is plain text where it has none. Everything else has to be in `folder` before.
 */
export function copyReadme(workspace, folder) {
  copy(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const text = readFileSync(join(workspace, 'README.md'), 'utf8');
  const linked = text.replace(/\[([^\]]+)\]\(\.\.\/([^)#]+)(#[^)]*)?\)/g, (_, words, path, part = '') =>
    existsSync(join(folder, 'packed', path)) ? `[${words}](packed/${path}${part})` : words,
  );
  write(join(folder, 'README.md'), linked);
}

export function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
