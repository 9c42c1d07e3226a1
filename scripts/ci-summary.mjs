// node scripts/ci-summary.mjs FOLDER
//
// FOLDER/parts.txt has a line `NAME EXIT` for each part of the CI run that was started; a part named `test-…` has its
// results in FOLDER/NAME.json, as Vitest's JSON reporter writes them. Prints `N passed, N failed` as the last line and
// exits 1 on any failure.
//
// Each failed test is named before the counts, with the first line of what it said: of a long output, often only the end is kept.
//
// A part that failed without a failed test to show for it (a check, a crash, a test file that does not load, a time
// limit) counts as one failed test, and so does a test part in which no test ran. FOLDER/errors.txt is what ci-errors.mjs wrote.

import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const folder = process.argv[2];
if (!folder) throw new Error('usage: node scripts/ci-summary.mjs FOLDER');

const parts = readFileSync(join(folder, 'parts.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ name: line.split(' ')[0], exit: Number(line.split(' ')[1]) }));

const total = { passed: 0, failed: 0, skipped: 0 };
for (const { name, exit } of parts) {
  const counts = name.startsWith('test-')
    ? countTests(join(folder, `${name}.json`))
    : { passed: 0, failed: 0, skipped: 0 };
  if (name.startsWith('test-') && counts.passed + counts.failed === 0) {
    counts.failed += 1;
    console.log(`${name}: no test ran`);
  } else if (exit !== 0 && counts.failed === 0) {
    counts.failed += 1;
    console.log(`${name}: failed with exit ${exit}`);
  }
  if (name.startsWith('test-')) console.log(`${name}: ${sentence(counts)}`);
  for (const key of Object.keys(total)) total[key] += counts[key];
}
if (parts.length === 0) total.failed += 1;
const errors = join(folder, 'errors.txt');
if (existsSync(errors))
  process.stdout.write(readFileSync(errors, 'utf8').replaceAll(/^(?=.)/gm, 'outside of any test: '));

console.log(sentence(total));
process.exitCode = total.failed > 0 ? 1 : 0;

function countTests(path) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  if (!existsSync(path)) return counts;
  for (const file of JSON.parse(readFileSync(path, 'utf8')).testResults) {
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      counts[status === 'passed' || status === 'failed' ? status : 'skipped'] += 1;
      if (status === 'failed')
        console.log(`failed: ${relative('.', file.name)}: ${fullName}: ${firstLine(failureMessages[0])}`);
    }
    const shown = file.assertionResults.some(({ status }) => status === 'failed');
    if (file.status === 'failed' && !shown) {
      counts.failed += 1;
      const open = file.assertionResults.filter(({ status }) => status === 'pending').map(({ fullName }) => fullName);
      const why = firstLine(file.message) || `it ended before: ${open.join('; ')}`;
      console.log(`failed: ${relative('.', file.name)}: ${why}`);
    }
  }
  return counts;
}

function firstLine(text) {
  return (text ?? '').split('\n', 1)[0].slice(0, 300);
}

function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
