/**
 * The next version of the built command: a copy in a folder of its own, with another version number, a step more of the schema that expands and one that contracts, and, where that is
 * asked for, another edition of the rules. Everything else of the repository is linked.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export interface NextVersion {
  readonly folder: string;
  /** Of the command. */
  readonly main: string;
  readonly version: string;
}

/** @param nth 1 for the next version, 2 for the one after it. @param edition of the rules; 0 for those that are. */
export function makeVersion(nth: number, edition: number): NextVersion {
  const folder = mkdtempSync(join(tmpdir(), 'papertape-version-'));
  const version = `99.${nth}.0`;
  for (const name of readdirSync(root))
    if (name !== 'server' && name !== '.git') symlinkSync(join(root, name), join(folder, name));
  const server = join(folder, 'server');
  mkdirSync(server);
  for (const name of readdirSync(join(root, 'server')))
    if (!['dist', 'package.json', 'src', 'test', 'bench'].includes(name))
      symlinkSync(join(root, 'server', name), join(server, name));
  cpSync(join(root, 'server/dist'), join(server, 'dist'), {
    recursive: true,
    filter: (path) => !/\.cache$|\/bundle$|\.(?:map|d\.ts)$/.test(path),
  });
  const facts = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')) as object;
  writeFileSync(join(server, 'package.json'), JSON.stringify({ ...facts, version }));
  const steps = Array.from({ length: nth }, (_, i) => stepsOf(i + 1)).join('');
  edit(join(server, 'dist/storage/migrations.js'), /,?\n\];/, `,${steps}\n];`);
  if (edition > 0)
    edit(join(server, 'dist/published/rules-changelog.js'), /version: '([\d.]+)'/, `version: '$1.${edition}'`);
  execFileSync(process.execPath, [join(root, 'scripts/bundle.mjs'), server]);
  return { folder, main: join(server, 'dist/main.js'), version };
}

/** A column of a table that is written all the while, and the column before it, which is taken away. */
function stepsOf(nth: number): string {
  const on = "(engine) => (engine === 'postgres' ? [statement] : [])";
  const step = (name: string, kind: string, statement: string): string =>
    `\n  { name: 'core/${name}', kind: '${kind}', statements: ${on.replace('statement', `'${statement}'`)} },`;
  return (
    step(`90${nth}1-more`, 'expand', `alter table intake.orders add column if not exists more_${nth} text`) +
    step(`90${nth}2-less`, 'contract', `alter table intake.orders drop column if exists more_${nth}`)
  );
}

function edit(file: string, from: RegExp, to: string): void {
  const text = readFileSync(file, 'utf8');
  const edited = text.replace(from, to);
  if (edited === text) throw new Error(`${file} has nothing like ${from}`);
  writeFileSync(file, edited);
}
