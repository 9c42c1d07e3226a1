/** The fence: the library runs in browsers and edge runtimes; only the command line may use Node. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const nodeGlobals = /\b(?:process|Buffer|__dirname|__filename|setImmediate|require|NodeJS)\b/;

function faults(file: string, text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const imports = [...code.matchAll(/(?<!['"])\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(
    (match) => match[1] as string,
  );
  const isCli = /^cli[.-]/.test(file);
  return [
    ...imports.filter(
      (from) => !from.startsWith('./') && !(isCli && from.startsWith('node:')) && !isPacked(file, from),
    ),
    ...imports.filter((from) => !isCli && /^\.\/cli[.-]/.test(from)),
    ...(isCli ? [] : (nodeGlobals.exec(code) ?? [])),
  ];
}

/** The contract, in the two files that are packed in another form (scripts/pack-client.mjs). */
function isPacked(file: string, from: string): boolean {
  return ['wire.ts', 'shapes.ts'].includes(file) && from.startsWith('papertape-contract/');
}

describe('client sources', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));

  it.each(files)('%s imports only what it may', (file) => {
    expect(faults(file, readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))).toEqual([]);
  });

  it('notices a planted fault', () => {
    expect(faults('client.ts', "import { x } from 'node:fs';")).toEqual(['node:fs']);
    expect(faults('cli.ts', "import x from 'chalk';")).toEqual(['chalk']);
    expect(faults('client.ts', "import { y } from './cli-io.ts';")).toEqual(['./cli-io.ts']);
    expect(faults('client.ts', "Buffer.from('')")).toEqual(['Buffer']);
    expect(faults('client.ts', '// a Buffer would do')).toEqual([]);
  });

  it.each(['dom', 'webworker'])('know no more than a runtime with the globals of "%s" has', (runtime) => {
    const folder = mkdtempSync(join(tmpdir(), 'papertape-portable-'));
    const planted = join(folder, 'planted.ts');
    writeFileSync(planted, 'export const size = Buffer.byteLength("");');
    const said = compile([`${import.meta.dirname}/index.ts`, planted], runtime);
    expect(said.trim().split('\n')).toEqual([expect.stringMatching(/planted\.ts.*Cannot find name 'Buffer'/)]);
    rmSync(folder, { recursive: true });
  });
});

/** @returns what the compiler says when Node's types are not there, nor any others than those of `runtime`. */
function compile(files: readonly string[], runtime: string): string {
  const root = join(import.meta.dirname, '../..');
  const strict = '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --allowImportingTsExtensions';
  const options = `--ignoreConfig --noEmit ${strict} --lib es2024,${runtime} --target es2024 --module nodenext`.split(
    ' ',
  );
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), ...options, '--types', '', ...files];
  const { stdout, stderr } = spawnSync(process.execPath, tsc, { encoding: 'utf8', cwd: root });
  return stdout + stderr;
}
