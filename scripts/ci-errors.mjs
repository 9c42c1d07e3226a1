// A reporter of Vitest: what went wrong outside of any test, such as the process of a test file that was ended by a signal, is written to the
// file that PAPERTAPE_TEST_ERRORS names. Neither the JSON of the results nor the counts tell of it.

import { appendFileSync } from 'node:fs';

const linesMax = 3;

/** Vitest takes the default export of the file. */
// oxlint-disable-next-line import/no-default-export
export default class {
  onTestRunEnd(_files, errors) {
    const file = process.env['PAPERTAPE_TEST_ERRORS'];
    if (!file) return;
    for (const error of errors) appendFileSync(file, `${told(error)}\n`);
  }
}

function told(error) {
  const said = [error.message, error.cause?.message, ...(error.stack ?? '').split('\n').slice(1, 1 + linesMax)];
  return said
    .filter((line) => line)
    .map((line) => line.trim())
    .join(' | ');
}
