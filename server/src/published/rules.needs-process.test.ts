/** What the published rules load, seen from a process that loads nothing else. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the published rules load nothing that talks to a chain', () => {
  const script = `
    import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({ resolve(name, context, next) { const r = next(name, context); seen.push(r.url); return r; } });
    await import('./server/src/published/rules.ts');
    console.log(JSON.stringify(seen.filter((u) => /node_modules\\/(viem|abitype|@noble)/.test(u))));`;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(JSON.parse(out)).toEqual([]);
});
