/**
 * In: every source file as path -> text. Out: each place where one breaks a rule of the house.
 *
 * Tests beside the source (`*.test.ts`) may import anything; only the rule against cycles looks at them.
 * `import type` counts like any import.
 *
 * Example: { 'server/src/flow/fill/fill.ts': "import { rank } from '../rank/rank.ts'" } gives one violation of `rooms`, since
 * `flow/fill` stands below `flow/rank`.
 */
import { findCycles } from './graph.ts';
import { dotted, imported, load, textOf, visited, type File, type Finding } from './inspect.ts';
import { isNode, type Node } from './imports.ts';
import { impureFiles, pureGlobals, pureImports } from './purity.ts';
import { rankInItsPlace } from './rank-fence.ts';
import { isDoor, looseFiles, roomOf, rooms } from './rooms.ts';
import { dataFiles, fileLinesMax, fileSize, functionLinesMax, functionSize } from './size.ts';
import { intakeWrites, ledgerWrites, rowsInSql, sqlInItsPlace } from './sql-fences.ts';

export const rules = {
  rooms: 'a folder imports only the folders that the table names for it (rooms.ts)',
  'no-cycles': 'files do not import each other in a circle',
  'no-folder-cycles': 'folders that stand side by side do not import each other in a circle',
  'no-loose-files': `server/src itself holds folders, and ${looseFiles.join(' and ')}`,
  'pure-imports': 'a pure file imports pure files only (purity.ts)',
  'pure-globals': 'a pure file sees no clock, environment, network, timer or randomness',
  'env-in-one-place': 'the environment is read in config/env.ts only',
  'http-by-lib': "Node's HTTP is taken from lib/node-http.ts, types aside: to import node:http loads 8 MB more",
  'sql-in-its-place': 'SQL stands in *.sql.ts and storage/ only',
  'rows-in-sql': 'rows, and their types (RowTable), are imported by *.sql.ts and storage/ only: others hold values',
  'ledger-writers': 'ledger.* is written by flow, engine and operator only',
  'intake-writers': 'intake.* is written by storage, the operator and the feature rooms only',
  'chain-in-its-place': 'packages and calls of a chain stand in the folder of their adapter only',
  'rank-in-its-place': 'ranks are compared and counted in flow/rank only',
  'jobs-have-few-callers': 'a .job.ts is imported by engine, backup, app.ts, cluster, cli and its own room only',
  'client-stands-alone':
    'the client imports itself only; wire.ts and shapes.ts the contract, which is packed with it; its command line may use node:*',
  'file-size': `a source file has at most ${fileLinesMax} lines, files of data aside (size.ts)`,
  'function-size': `a function has at most ${functionLinesMax} lines`,
} as const;

export type Rule = keyof typeof rules;
export type Violation = { readonly rule: Rule; readonly path: string; readonly line: number; readonly detail: string };

const ofOneFile: readonly (readonly [Rule, (file: File) => Finding[]])[] = [
  ['rooms', roomOrder],
  ['no-loose-files', looseFile],
  ['pure-imports', pureImports],
  ['pure-globals', pureGlobals],
  ['env-in-one-place', environment],
  ['http-by-lib', http],
  ['sql-in-its-place', sqlInItsPlace],
  ['rows-in-sql', rowsInSql],
  ['ledger-writers', ledgerWrites],
  ['intake-writers', intakeWrites],
  ['chain-in-its-place', chain],
  ['rank-in-its-place', rankInItsPlace],
  ['jobs-have-few-callers', jobCallers],
  ['client-stands-alone', clientAlone],
  ['file-size', fileSize],
  ['function-size', functionSize],
];

export function checkFences(sources: ReadonlyMap<string, string>): Violation[] {
  const files = [...sources].map(([path, source]) => load(path, source, sources));
  const found: Violation[] = [];
  const check = (rule: Rule, path: string, findings: readonly Finding[]) =>
    found.push(...findings.map((finding) => ({ rule, path, ...finding })));

  const source = files.filter((file) => !isTest(file.path));
  for (const file of source) for (const [rule, judge] of ofOneFile) check(rule, file.path, judge(file));
  const edges = new Map(files.map((file) => [file.path, file.targets.flatMap((target) => target.path ?? [])]));
  for (const cycle of findCycles(edges)) check('no-cycles', cycle[0]!, [{ line: 1, detail: cycle.join(' -> ') }]);
  for (const cycle of folderCycles(source))
    check('no-folder-cycles', cycle[0]!, [{ line: 1, detail: cycle.join(' -> ') }]);
  return found;
}

/** Rows of the tables that name nothing in the tree, and folders of the tree that no row names. */
export function checkTables(sources: ReadonlyMap<string, string>): string[] {
  const found = new Set([...sources.keys()].filter((path) => !isTest(path)).map(roomOf));
  const unused = [...rooms.keys()].filter((room) => !found.has(room) && room !== 'doors');
  const unknown = [...found].filter((room) => room !== null && !rooms.has(room));
  const files = [...impureFiles.keys(), ...dataFiles.keys()].filter((path) => !sources.has(path));
  return [
    ...unused.map((room) => `the row ${room} names no folder`),
    ...unknown.map((room) => `the folder ${room} has no row`),
    ...files.map((path) => `${path} is listed and does not exist`),
  ];
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

function roomOrder(file: File): Finding[] {
  const own = roomOf(file.path);
  if (own === null) return [];
  const below = rooms.get(own);
  if (!below) return [{ line: 1, detail: `the table has no row for ${own}` }];
  return file.targets
    .filter(({ room }) => room !== null && room !== own && !below.includes(room))
    .map(({ line, room, specifier }) => ({ line, detail: `${own} imports ${room}: ${specifier}` }));
}

/** For each folder: its folders as nodes, the imports between files of two of them as edges. Doors have a row of their own, above. */
function folderCycles(files: readonly File[]): string[][] {
  const edgesOf = new Map<string, Map<string, Set<string>>>();
  for (const { path, targets } of files) {
    if (isDoor(path)) continue;
    const from = path.split('/');
    for (const target of targets) {
      const to = target.path?.split('/') ?? [];
      const depth = from.findIndex((part, i) => part !== to[i]);
      // A file that stands in the shared folder itself is no folder beside the other.
      if (target.path === null || depth < 0 || depth >= from.length - 1 || depth >= to.length - 1) continue;
      const parent = from.slice(0, depth).join('/');
      const edges = edgesOf.get(parent) ?? new Map<string, Set<string>>();
      edgesOf.set(parent, edges);
      const [a, b] = [from, to].map((parts) => parts.slice(0, depth + 1).join('/')) as [string, string];
      for (const folder of [a, b]) if (!edges.has(folder)) edges.set(folder, new Set());
      edges.get(a)!.add(b);
    }
  }
  return [...edgesOf.values()].flatMap((edges) => findCycles(new Map([...edges].map(([from, to]) => [from, [...to]]))));
}

function looseFile({ path }: File): Finding[] {
  const [, , name, more] = path.split('/');
  const isLoose = path.startsWith('server/src/') && more === undefined && !looseFiles.includes(name!);
  return isLoose ? [{ line: 1, detail: 'a loose file' }] : [];
}

function http(file: File): Finding[] {
  if (!file.path.startsWith('server/')) return [];
  return imported(file, ({ specifier, typeOnly }) => /^(node:)?http$/.test(specifier) && !typeOnly);
}

const envFile = 'server/src/config/env.ts';

function environment(file: File): Finding[] {
  if (file.path === envFile || isClientCommand(file.path)) return [];
  const named = imported(file, ({ specifier, names }) => /^(node:)?process$/.test(specifier) && names.includes('env'));
  const read = visited(file, (node, parent) => {
    if (/(^|\.)process\.env$/.test(dotted(node) ?? '')) return 'process.env';
    if (dotted(node) === 'import.meta.env') return 'import.meta.env';
    const takesApart = node.type === 'ObjectPattern' && parent?.type === 'VariableDeclarator' && isNode(parent['init']);
    if (!takesApart || !/(^|\.)process$/.test(dotted(parent['init'] as Node) ?? '')) return null;
    const taken = (node['properties'] as Node[]).map((each) => (isNode(each['key']) ? each['key']['name'] : '...'));
    return taken.includes('env') || taken.includes('...') ? '{ env } = process' : null;
  });
  return [...named, ...read];
}

/** The folder of each chain's adapter, with the packages and the calls that only it may use. */
const adapters: readonly { readonly folder: string; readonly packages: RegExp; readonly call?: RegExp }[] = [
  {
    folder: 'server/src/sources/onchain/',
    packages: /^(viem|ethers|web3|abitype|ox)(\/|$)|^@(uniswap|ethersproject)\//,
    call: /^eth_[a-zA-Z]+$/,
  },
  { folder: 'server/src/payments/solana/', packages: /^@(solana|coral-xyz)\// },
];

function chain(file: File): Finding[] {
  const foreign = adapters.filter(({ folder }) => !file.path.startsWith(folder));
  return [
    ...foreign.flatMap(({ packages }) => imported(file, ({ specifier }) => packages.test(specifier))),
    ...foreign.flatMap(({ call }) => (call === undefined ? [] : visited(file, (node) => textLike(node, call)))),
  ];
}

function textLike(node: Node, pattern: RegExp): string | null {
  const text = textOf(node);
  return text !== null && pattern.test(text) ? text : null;
}

const mayCallJobs = ['engine', 'backup', 'app.ts', 'cli', 'cluster'];

function jobCallers(file: File): Finding[] {
  const own = topFolder(file.path);
  if (!file.path.startsWith('server/src/') || mayCallJobs.includes(own)) return [];
  return imported(file, ({ path }) => path !== null && path.endsWith('.job.ts') && topFolder(path) !== own);
}

/** `server/src/flow/fill/fill.ts` -> `flow`. */
function topFolder(path: string): string {
  return path.split('/')[2] ?? '';
}

const client = 'client/src/';
/** What the packed client has in another form: the two files that name the contract. */
const ofContract = [`${client}wire.ts`, `${client}shapes.ts`];
/** It imports the module that a maker names. */
const ofStrategies = `${client}cli-strategy.ts`;

function clientAlone(file: File): Finding[] {
  if (!file.path.startsWith(client)) return [];
  return imported(file, ({ room, specifier }) => {
    if (room === 'client') return false;
    if (specifier === '(computed)' && file.path === ofStrategies) return false;
    if (room === 'contract') return !ofContract.includes(file.path);
    return !(specifier.startsWith('node:') && isClientCommand(file.path));
  });
}

function isClientCommand(path: string): boolean {
  return /^client\/src\/cli[./-]/.test(path);
}
