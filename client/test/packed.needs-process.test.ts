/** The package as it is published, in a folder of its own: no dependency, whole types, and it runs on plain Node. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as sample from './samples.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'papertape-packed-'));
const installed = join(folder, 'node_modules/papertape-client');

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules'));
  execFileSync(process.execPath, [join(root, 'scripts/pack-client.mjs'), join(folder, 'staged')]);
  // What npm puts into the archive, and nothing else.
  const listed = execFileSync('npm', ['pack', '--json', '--dry-run', join(folder, 'staged')], { encoding: 'utf8' });
  const packed = (Object.values(JSON.parse(listed) as object) as { files: { path: string }[] }[])[0]!;
  for (const { path } of packed.files) cpSync(join(folder, 'staged', path), join(installed, path));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('it depends on nothing, and names nothing that it does not have', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(Object.keys(manifest).filter((member) => /dependencies|private|scripts/i.test(member))).toEqual([]);
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.js', 'dist/cli.js', 'templates/python/bot.py']),
  );
  const texts = files.filter((path) => /\.(js|ts|json|md)$/.test(path));
  expect(texts.filter((path) => /zod|papertape-contract/.test(readFileSync(join(installed, path), 'utf8')))).toEqual(
    [],
  );
});

const program = `import { createClient, type OrderAck, type StatusView } from 'papertape-client';
const client = createClient({ baseUrl: process.argv[2] ?? '' , attemptsMax: 1 });
const status: StatusView = await client.status();
const kind: 'simulated' | 'replay' | 'onchain' = status.price_source.kind;
const reasonOf = (ack: OrderAck): string | null => ack.reason;
// @ts-expect-error there is no such member
void status.nonsense;
// @ts-expect-error it may be null
const mark: string = status.last_mark;
const refused = await client.leagues().catch((error: unknown) => String(error));
console.log(JSON.stringify([kind, typeof reasonOf, mark, refused]));
`;

test('a program is checked against its types with nothing left out, and runs', async () => {
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(join(folder, 'globals.d.ts'), 'declare const process: { argv: string[] };\n');
  const options = '--strict --exactOptionalPropertyTypes --skipLibCheck false --module nodenext --target es2024';
  const tsc = [
    join(root, 'node_modules/typescript/bin/tsc'),
    ...options.split(' '),
    '--lib',
    'es2024,dom,esnext.iterator',
  ];
  execFileSync(process.execPath, [...tsc, '--types', '', 'program.ts', 'globals.d.ts'], { cwd: folder });

  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/api/status' ? sample.status : { leagues: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { stdout } = await promisify(execFile)(process.execPath, ['program.js', url], { cwd: folder });
    const [kind, reasonOf, mark, refused] = JSON.parse(stdout) as string[];
    expect([kind, reasonOf, mark]).toEqual([sample.status.price_source.kind, 'function', sample.status.last_mark]);
    expect(refused).toContain('unreadable_answer');
  } finally {
    server.close();
  }
});

test('it makes the folder of a bot, in either language', () => {
  const cli = join(installed, 'dist/cli.js');
  for (const [name, more, first] of [
    ['ts', [], 'strategy.test.ts'],
    ['py', ['--python'], 'test_strategy.py'],
  ] as const) {
    execFileSync(process.execPath, [cli, 'new', join(folder, name), ...more]);
    expect(readdirSync(join(folder, name))).toEqual(
      expect.arrayContaining(['.env.example', '.gitignore', 'README.md', first]),
    );
  }
});

test('a bot in Python has the client beside it, and nothing else to install', () => {
  execFileSync(process.execPath, [join(installed, 'dist/cli.js'), 'new', 'py-bot', '--python'], { cwd: folder });
  const own = readdirSync(join(folder, 'py-bot', 'papertape')).toSorted();
  const written = readdirSync(join(root, 'python/src/papertape')).filter((name) => name !== '__pycache__');
  expect(own).toEqual(written.toSorted());
  expect(readFileSync(join(folder, 'py-bot', 'bot.py'), 'utf8')).toContain('\nfrom papertape import Client, ');
});
