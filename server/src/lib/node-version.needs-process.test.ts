import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeProblem } from './node-version.ts';

test('a shell reads out of the line what was asked', () => {
  const word = fc.string({ unit: 'binary-ascii' }).filter((text) => !text.includes('\0'));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (args) => {
      const said = nodeProblem('20.0.0', '/bots/node_modules/papertape/dist/main.js', args) ?? '';
      const line = said.slice(said.indexOf('npx papertape ') + 'npx papertape '.length);
      const read = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
      expect(read.split('\0').slice(0, -1)).toEqual(args);
    }),
    { numRuns: 50 },
  );
});
