/**
 * Runs the benchmarks beside this file, one after the other: `npm run bench`, or `npm run bench -- fill` for those
 * whose file name contains `fill`. Each `NAME.bench.ts` exports `run()`, which prints what it measured.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { machine } from './lib.ts';

type Bench = { run(): Promise<void> | void };

const [wanted = ''] = process.argv.slice(2);
const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.bench.ts') && name.includes(wanted));
if (files.length === 0) {
  console.error(`no benchmark's file name contains "${wanted}"`);
  process.exitCode = 1;
}

console.log(`${machine()}, ${new Date().toISOString().slice(0, 10)}`);
for (const file of files.toSorted()) {
  const started = performance.now();
  console.log(`== ${file}`);
  const bench = (await import(pathToFileURL(join(import.meta.dirname, file)).href)) as Bench;
  await bench.run();
  console.log(`== ${file}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}
