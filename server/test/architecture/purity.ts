/**
 * Purity. A file is pure when it stands in a pure folder, its name has no suffix that says otherwise (`.sql`, `.job`, `.api`, `.page`), it
 * is no room's `feature.ts`, and it is not in the list of impure files below. A pure file imports pure files and pure packages only, and it sees no clock,
 * environment, network, timer or randomness. Since every pure file keeps this rule, it holds all the way down.
 */
import { dotted, imported, isReference, visited, type File, type Finding } from './inspect.ts';
import { isNode, type Node } from './imports.ts';

const pureFolders = [
  'contract/src/',
  'server/src/lib/',
  'server/src/league/',
  'server/src/texts/',
  'server/src/words/',
  'server/src/html/',
  'server/src/flow/',
  'server/src/operator/',
  'server/src/published/',
  'server/src/pages/',
  'server/src/house/strategies/',
  'server/src/prices/day/',
  'server/src/prices/page/',
  'server/src/showcase/art/',
  'server/src/showcase/picks.ts',
  'server/src/rounds/files/',
  'server/src/rounds/generators/',
  'server/src/rounds/graders/',
  'server/src/rounds/interpreter/',
  'server/src/rounds/workbook/',
  ...[
    'answer-schema.ts',
    'checks.ts',
    'draw.ts',
    'generators.ts',
    'json.ts',
    'null-bots.ts',
    'page-check.ts',
    'page-frame.ts',
    'source.ts',
  ].map((name) => `server/src/rounds/${name}`),
  ...['bundle.ts', 'check.ts', 'format.ts', 'hidden.ts', 'read.ts', 'site.ts', 'source.ts'].map(
    (name) => `server/src/rounds/packs/${name}`,
  ),
  // The life of a round: what is decided of it.
  ...['calendar.ts', 'levels.ts', 'pay.ts', 'seed.ts', 'states.ts', 'tally.ts'].map(
    (name) => `server/src/rounds/${name}`,
  ),
  // Single files of other folders, which pure files need.
  'server/src/sources/source.ts',
  ...[
    'book.ts',
    'book-form.ts',
    'first-route.ts',
    'guard-table.ts',
    'guards.ts',
    'heads.ts',
    'jump.ts',
    'pools.json',
    'route-order.ts',
    'spread-table.ts',
  ].map((name) => `server/src/sources/onchain/${name}`),
  'server/src/engine/finality.ts',
  'server/src/bots/icon-form.ts',
  'server/src/proof/format.ts',
];

/** They answer by their arguments alone, so that pure code may ask them; what they answer by is loaded when they are first asked. */
const lazyFiles: ReadonlyMap<string, string> = new Map([
  ['server/src/texts/domain-endings.ts', 'loads the public list of endings when it is first asked'],
]);

/** Files of pure folders that are impure, each with the reason. */
export const impureFiles: ReadonlyMap<string, string> = new Map([
  ['server/src/lib/real-clock.ts', 'reads the time'],
  ['server/src/lib/system-random.ts', 'draws random bytes'],
  ['server/src/lib/private-file.ts', 'reads and writes files'],
  ['server/src/lib/durable-file.ts', 'writes files'],
  ['server/src/lib/loop.ts', 'waits for time to pass'],
  ['server/src/lib/in-time.ts', 'waits for time to pass'],
  ['server/src/lib/answer-of-thread.ts', 'starts threads'],
  ['server/src/lib/log.ts', 'writes to the standard output'],
  ['server/src/lib/module-url.ts', 'knows where it is itself'],
  ['server/src/lib/version.ts', 'reads package.json'],
  ['server/src/lib/optional-packages.ts', 'reads package.json'],
  ['server/src/lib/garbage.ts', 'changes the runtime'],
  ['server/src/lib/heap.ts', 'looks at the runtime'],
  ['server/src/lib/node-http.ts', 'opens connections'],
  ['server/src/lib/streams/stream.ts', 'writes to connections'],
  ['server/src/lib/streams/streams.ts', 'beats on real time'],
  ['server/src/lib/streams/turns.ts', 'waits for the thread'],
  ...lazyFiles,
  ['server/src/html/assets.ts', 'reads the files of server/assets and the built ones of server/site'],
]);

/** Packages whose functions answer by their arguments alone; `*`: all of them. */
const purePackages: ReadonlyMap<string, readonly string[] | '*'> = new Map<string, readonly string[] | '*'>([
  ['zod', '*'],
  ['obscenity', '*'],
  ['saxes', '*'],
  ['ipaddr.js', '*'],
  ['preact', '*'],
  ['preact/hooks', '*'],
  ['preact-render-to-string', '*'],
  ['viem', ['encodeAbiParameters', 'getAddress', 'getCreate2Address', 'keccak256', 'Address', 'Hash', 'Hex']],
  ['node:crypto', ['createHash', 'hash', 'createHmac', 'timingSafeEqual']],
  ['node:net', ['isIP', 'isIPv4', 'isIPv6']],
  ['node:buffer', ['isUtf8']],
  ['node:zlib', ['crc32', 'gunzipSync', 'inflateRawSync']],
  // Types only.
  ['node:stream', ['Writable']],
]);

export function isPure(path: string): boolean {
  if (/(\.(sql|job|api|page|migration|test)\.tsx?|\/feature\.ts)$/.test(path) || impureFiles.has(path)) return false;
  return pureFolders.some((folder) => path.startsWith(folder));
}

/** A clock is an argument of impure code; pure code takes the instant. */
const clock = 'server/src/lib/clock.ts';
const clockArithmetic = ['Instant', 'iso', 'isoDate'];

export function pureImports(file: File): Finding[] {
  if (!isPure(file.path)) return [];
  return imported(file, ({ path, room, specifier, names }) => {
    if (path === clock)
      return !file.path.startsWith('server/src/lib/') && !names.every((n) => clockArithmetic.includes(n));
    if (path !== null) return !isPure(path) && !lazyFiles.has(path);
    if (room === 'contract') return false;
    const allowed = purePackages.get(specifier) ?? [];
    return allowed !== '*' && !names.every((name) => allowed.includes(name));
  });
}

const forbiddenMembers = ['Date.now', 'Math.random', 'performance.now', 'performance.timeOrigin', 'import.meta'];
const forbiddenRoots = ['crypto', 'Temporal.Now'];
const forbiddenNames = [
  'process',
  'fetch',
  'WebSocket',
  'XMLHttpRequest',
  'globalThis',
  'require',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
];

export function pureGlobals(file: File): Finding[] {
  if (!isPure(file.path)) return [];
  return visited(file, (node, parent, field) => {
    const name = dotted(node);
    if (name && forbiddenMembers.includes(name)) return name;
    if (name && node.type === 'MemberExpression' && forbiddenRoots.some((root) => name.startsWith(`${root}.`)))
      return name;
    if (node.type === 'MetaProperty') return 'import.meta';
    if (isReference(node, parent, field) && forbiddenNames.includes(String(node['name']))) return String(node['name']);
    const isDate = isNode(node['callee']) && dotted(node['callee']) === 'Date';
    if (isDate && node.type === 'NewExpression' && (node['arguments'] as Node[]).length === 0) return 'new Date()';
    return isDate && node.type === 'CallExpression' ? 'Date()' : null;
  });
}
