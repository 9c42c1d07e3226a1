import { expect, test } from 'vitest';
import { createKnownPaths } from './known-paths.ts';

function somePaths() {
  const paths = createKnownPaths();
  paths.add({ method: 'GET', path: '/bots/:agent_id' });
  paths.add({ method: 'GET', path: '/bots/:agent_id.md' });
  paths.add({ method: 'POST', path: '/bots/register' });
  paths.add({ method: 'GET', path: '/api/agents/:agent_id/webhook' });
  paths.add({ method: 'POST', path: '/api/agents/:agent_id/webhook' });
  paths.add({ method: 'GET', path: '/index.md' });
  paths.add({ method: 'POST', path: '/mcp' });
  return paths;
}

test('a path takes the methods of its routes, whatever stands in its places, its query and its spelling', () => {
  const paths = somePaths();
  expect(paths.methodsAt('/bots/agt_1')).toEqual(['GET', 'HEAD', 'OPTIONS']);
  expect(paths.methodsAt('/bots/agt_1.md?x=1')).toEqual(['GET', 'HEAD', 'OPTIONS']);
  expect(paths.methodsAt('/api/agents/a.b/webhook')).toEqual(['GET', 'HEAD', 'POST', 'OPTIONS']);
  expect(paths.methodsAt('/mcp?a=/bots/1')).toEqual(['POST', 'OPTIONS']);
  expect(paths.methodsAt('/%6dcp#x')).toEqual(['POST', 'OPTIONS']);
  for (const none of ['/', '/bots', '/bots/', '/bots/a/b', '/indexxmd', '/mcp/', '/api/agents//webhook', '/%', '?/mcp'])
    expect(paths.methodsAt(none)).toBeUndefined();
});

test('a path without places comes before one with places that it fits, also where the latter takes the method', () => {
  const paths = somePaths();
  expect(paths.methodsAt('/bots/register')).toEqual(['POST', 'OPTIONS']);
  expect(paths.shadowed()).toEqual([{ path: '/bots/register', methods: ['GET', 'HEAD'] }]);
});
