import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { moduleFrom, moduleUrl } from './module-url.ts';

const from = (own: string): string => moduleFrom(`file:///league/server/${own}`, 'proof/day/worker').pathname;

test('a module is found beside the sources, beside what they are compiled to, and in the bundle', () => {
  expect(from('src/lib/module-url.ts')).toBe('/league/server/src/proof/day/worker.ts');
  expect(from('dist/lib/module-url.js')).toBe('/league/server/dist/proof/day/worker.js');
  expect(from('dist/bundle/app-3f.js')).toBe('/league/server/dist/bundle/proof-day-worker.js');
});

/** What the sources ask for by `moduleUrl`. */
function named(): readonly string[] {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((f) => /(?<!\.test)\.tsx?$/.test(f));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(/^[^*]*\bmoduleUrl\('([^']+)'\)/gm)].map(([, path = '']) => path));
}

test('each module that is asked for is there, and in the bundle', () => {
  const paths = named();
  expect(paths.length).toBeGreaterThan(6);
  const built = new URL('../../dist/bundle/app.js', import.meta.url).href;
  const files = paths.flatMap((path) => [moduleUrl(path), moduleFrom(built, path)]);
  expect(files.filter((file) => !existsSync(file)).map((file) => file.pathname)).toEqual([]);
});
