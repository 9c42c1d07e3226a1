import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeProblem } from './node-version.ts';

test('the pinned Node and later ones will do, an older one is told its version and where the right one is', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: { node: string };
  };
  expect(nodeProblem(devDependencies.node)).toBeUndefined();
  expect(nodeProblem('100.0.0')).toBeUndefined();
  expect(nodeProblem('20.20.2')).toMatch(/^This is Node 20\.20\.2, and .* 24 or newer\.\n.*node_modules\/\.bin\/node/);
});
