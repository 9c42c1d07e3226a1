#!/usr/bin/env node
/**
 * The command line of whoever runs a league. An older Node ends at the first import that it does not have, with words that name neither
 * its version nor a remedy: so it is looked at before the commands are loaded.
 */
import { nodeProblem } from './lib/node-version.ts';

const problem = nodeProblem(process.versions.node);
if (problem === undefined) await import('./cli/program.ts');
else {
  process.stderr.write(`papertape: ${problem}\n`);
  process.exitCode = 2;
}
