#!/usr/bin/env node
/**
 * The command line of whoever runs a league. An older Node ends at the first import that it does not have, with words that name neither
 * its version nor a remedy: so it is looked at before the commands are loaded. They lie in the bundle that scripts/bundle.mjs makes of `cli/program.ts`.
 */
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileLittleAtStart } from './lib/garbage.ts';
import { nodeProblem } from './lib/node-version.ts';

const problem = nodeProblem(process.versions.node, fileURLToPath(import.meta.url), process.argv.slice(2));
if (problem === undefined) {
  // A service runs for months, and is to hold little. For all others, what V8 compiled is kept beside the code for the next start, which is a third quicker by
  // it; where nothing may be written, they go without. A process holds what it was given until it ends, some 8 MB, which is why a service does without.
  if (process.argv[2] === 'serve') compileLittleAtStart();
  else module.enableCompileCache(fileURLToPath(new URL('../dist/.cache', import.meta.url)));
  await import(new URL('../dist/bundle/cli-program.js', import.meta.url).href);
} else {
  process.stderr.write(`papertape: ${problem}\n`);
  process.exitCode = 2;
}
