import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeProblem } from './node-version.ts';

const repository = '/home/me/papertape/server/dist/main.js';
const installed = '/home/me/bots/node_modules/papertape/dist/main.js';

test('the pinned Node and later ones will do, an older one is told its version and the line that helps', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: { node: string };
  };
  expect(nodeProblem(devDependencies.node, installed, [])).toBeUndefined();
  expect(nodeProblem('100.0.0', installed, [])).toBeUndefined();
  expect(nodeProblem('20.20.2', repository, ['serve'])).toMatch(
    /^This is Node 20\.20\.2, and .* 24 or newer\..*\n {2}npm run papertape -- serve$/,
  );
  expect(nodeProblem('22.23.1', installed, ['backtest', 'my bot.ts'])?.split('\n')[1]).toBe(
    "  npm install node@24 && npx papertape backtest 'my bot.ts'",
  );
});
