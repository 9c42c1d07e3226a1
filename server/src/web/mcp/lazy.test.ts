/** The SDK is loaded with the first request to /mcp, and not before: memory at rest is for those who use the service. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url).pathname;
const sources = globSync('**/*.{ts,tsx}', { cwd: root }).filter((path) => !/\.test\.tsx?$/.test(path));

/** Files with an import that is carried out when they are loaded. */
function importing(pattern: RegExp): string[] {
  return sources.filter((path) =>
    [...readFileSync(root + path, 'utf8').matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from\s+'([^']+)'/gm)].some(
      ([, specifier = '']) => pattern.test(specifier),
    ),
  );
}

test('only the server of /mcp imports the SDK, and nothing imports that one at once', () => {
  expect(importing(/^@modelcontextprotocol\//)).toEqual(['web/mcp/server.ts']);
  expect(importing(/(?:^|\/)mcp\/server\.ts$|^\.\/server\.ts$/)).toEqual([]);
});
