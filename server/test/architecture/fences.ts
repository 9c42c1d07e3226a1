/**
 * In: every source file as path -> text. Out: each place where one breaks a rule of the house.
 *
 * Tests beside the source (`*.test.ts`) may import anything; only the rule against cycles looks at them.
 * `import type` counts like any import, except where a rule says otherwise.
 *
 * Example: { 'server/src/flow/fill/fill.ts': "import { rank } from '../rank/rank.ts'" } gives one violation,
 * `flow-stage-order`, since `fill` comes before `rank`.
 */
import { findCycles, resolveImport } from './graph.ts';
import { isNode, parseFile, walk, type Import, type Node, type ParsedFile } from './imports.ts';

/** Stages of an order's life. Each imports itself and what stands before it. */
export const stages = ['window', 'order', 'price', 'fill', 'close', 'rank', 'ladder', 'mark'] as const;

export const rules = {
  'flow-stage-order': `a stage of flow/ imports only earlier stages (${stages.join(' < ')})`,
  'flow-no-extras': 'flow/ imports no extra and no surface: payment never affects rank',
  'pure-imports':
    'a pure file of flow/ imports only what is pure: flow/, such of lib/ as is, contract/, market/source.ts',
  'pure-globals': 'a pure file of flow/ sees no clock, environment, network, timer or randomness',
  'env-in-one-place': 'the environment is read in config/env.ts only',
  'sql-in-its-place': 'SQL stands in *.sql.ts and storage/ only',
  'chain-in-its-place': 'a chain is called in sources/onchain/ only',
  'no-cycles': 'files do not import each other in a circle',
  'client-stands-alone':
    'the client imports itself only; wire.ts and shapes.ts the contract, which is packed with it; its command line may use node:*',
  'lib-stands-alone': 'lib/ imports lib/ only',
} as const;

export type Rule = keyof typeof rules;
export type Violation = { readonly rule: Rule; readonly path: string; readonly line: number; readonly detail: string };

type File = ParsedFile & { readonly path: string; readonly targets: readonly Target[] };
type Target = Import & { /** Repository path, `null` for a package. */ readonly path: string | null };
type Finding = Omit<Violation, 'rule' | 'path'>;

const flow = 'server/src/flow/';
const lib = 'server/src/lib/';
const client = 'client/src/';
/** What the packed client has in another form: the two files that name the contract. */
const ofContract = [`${client}wire.ts`, `${client}shapes.ts`];
const envFile = 'server/src/config/env.ts';

const extras = ['engine', 'operator', 'bots', 'rounds', 'showcase', 'payments', 'newsletter', 'web', 'cli'];
const prices = 'server/src/sources/source.ts';
/** What of the clock is a value or arithmetic on one; reading the time is not. */
const clockArithmetic = ['Instant', 'iso', 'isoDate'];
const mayHash = ['server/src/flow/order/receipt.ts', 'server/src/flow/order/merkle.ts'];
const purePackages = /^(zod|papertape-contract\/.*)$/;
const chainPackage = /^(viem|ethers|web3|abitype)(\/|$)/;
const databasePackages = ['pg', 'node:sqlite'];
const sqlBuilders = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto'];

/** Lower or upper case throughout, so that a sentence ("Select a pool from …") is not taken for a statement. */
const sqlText = [
  /^\s*(select\s[\s\S]*\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\()/,
  /^\s*(SELECT\s[\s\S]*\sFROM\s|INSERT\s+INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|WITH\s+\w+\s+AS\s*\()/,
];

export function checkFences(sources: ReadonlyMap<string, string>): Violation[] {
  const files = [...sources].map(([path, source]) => load(path, source, sources));
  const impureLib = new Set(files.filter(isImpureLib).map((file) => file.path));
  const found: Violation[] = [];
  const check = (rule: Rule, path: string, findings: readonly Finding[]) =>
    found.push(...findings.map((finding) => ({ rule, path, ...finding })));

  for (const file of files) {
    if (/\.test\.tsx?$/.test(file.path)) continue;
    check('flow-stage-order', file.path, stageOrder(file));
    check('flow-no-extras', file.path, flowExtras(file));
    check('pure-imports', file.path, isPure(file.path) ? pureImports(file, impureLib) : []);
    check('pure-globals', file.path, isPure(file.path) ? pureGlobals(file) : []);
    check('env-in-one-place', file.path, environment(file));
    check('sql-in-its-place', file.path, sql(file));
    check('chain-in-its-place', file.path, chain(file));
    check('client-stands-alone', file.path, clientAlone(file));
    check('lib-stands-alone', file.path, libAlone(file));
  }
  const edges = new Map(files.map((file) => [file.path, file.targets.flatMap((target) => target.path ?? [])]));
  for (const cycle of findCycles(edges)) check('no-cycles', cycle[0]!, [{ line: 1, detail: cycle.join(' -> ') }]);
  return found;
}

/** Pure: in flow/, without a suffix that says otherwise; and the words in which flow/ and a price source speak. */
export function isPure(path: string): boolean {
  if (path === prices) return true;
  return path.startsWith(flow) && !/\.(sql|job|route|test)\.tsx?$/.test(path);
}

function load(path: string, source: string, sources: ReadonlyMap<string, string>): File {
  const parsed = parseFile(path, source);
  const resolve = (specifier: string) => resolveImport(path, specifier, (candidate) => sources.has(candidate));
  return { ...parsed, path, targets: parsed.imports.map((each) => ({ ...each, path: resolve(each.specifier) })) };
}

function stageOrder(file: File): Finding[] {
  if (!file.path.startsWith(flow)) return [];
  const own = stageOf(file.path);
  if (own < 0) return [{ line: 1, detail: 'in no stage that the order names' }];
  return file.targets
    .filter((target) => target.path?.startsWith(flow) && stageOf(target.path) > own)
    .map((target) => ({ line: target.line, detail: `${stages[own]} imports the later ${target.specifier}` }));
}

function stageOf(path: string): number {
  const folder = path.slice(flow.length).split('/')[0]!;
  return stages.findIndex((stage) => stage === folder);
}

function flowExtras(file: File): Finding[] {
  if (!file.path.startsWith(flow)) return [];
  return imported(file, ({ path }) => extras.some((extra) => path?.startsWith(`server/src/${extra}/`)));
}

function pureImports(file: File, impureLib: ReadonlySet<string>): Finding[] {
  return imported(file, ({ path, specifier, names, typeOnly }) => {
    if (path === null) {
      const hashes = mayHash.includes(file.path) && specifier === 'node:crypto';
      return hashes ? names.some((name) => name !== 'createHash' && name !== 'hash') : !purePackages.test(specifier);
    }
    if (path === `${lib}clock.ts`) return !names.every((name) => clockArithmetic.includes(name));
    if (path.startsWith(lib)) return impureLib.has(path) && !typeOnly;
    return !isPure(path) && !path.startsWith('server/src/contract/') && !path.startsWith('server/src/league/');
  });
}

/** lib/ids.ts draws random bytes, lib/log.ts writes: their types may be named in a pure file, no more. */
function isImpureLib(file: File): boolean {
  if (!file.path.startsWith(lib)) return false;
  const outside = file.targets.some(({ path, specifier }) => path === null && !purePackages.test(specifier));
  return outside || pureGlobals(file).length > 0;
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

function pureGlobals(file: File): Finding[] {
  return visited(file, (node, parent, field) => {
    const name = dotted(node);
    if (name && forbiddenMembers.includes(name)) return name;
    if (name && node.type === 'MemberExpression' && forbiddenRoots.some((root) => name.startsWith(`${root}.`)))
      return name;
    if (node.type === 'MetaProperty') return 'import.meta';
    if (isReference(node, parent, field) && forbiddenNames.includes(String(node['name']))) return String(node['name']);
    const isDate = isNode(node['callee']) && dotted(node['callee']) === 'Date';
    if (isDate && node.type === 'NewExpression' && (node['arguments'] as Node[]).length === 0) return 'new Date()';
    if (isDate && node.type === 'CallExpression') return 'Date()';
    return null;
  });
}

function environment(file: File): Finding[] {
  const inClient = file.path.startsWith(client);
  if (file.path === envFile || (inClient && isClientCommand(file.path))) return [];
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

function sql(file: File): Finding[] {
  if (!file.path.startsWith('server/src/')) return [];
  if (file.path.startsWith('server/src/storage/') || /\.sql\.tsx?$/.test(file.path)) return [];
  const tagOrDriver = imported(
    file,
    ({ specifier, names, typeOnly }) =>
      databasePackages.includes(specifier) ||
      (specifier === 'kysely' && !typeOnly && (names.includes('sql') || names.includes('*'))),
  );
  const statements = visited(file, (node) => {
    if (node.type === 'MemberExpression' && isNode(node['property'])) {
      const method = String(node['property']['name'] ?? node['property']['value']);
      return sqlBuilders.includes(method) ? `.${method}` : null;
    }
    const text = textOf(node);
    return text !== null && sqlText.some((pattern) => pattern.test(text)) ? text.trim().slice(0, 60) : null;
  });
  return [...tagOrDriver, ...statements];
}

function chain(file: File): Finding[] {
  if (file.path.startsWith('server/src/sources/onchain/')) return [];
  return [
    ...imported(file, ({ specifier }) => chainPackage.test(specifier)),
    ...visited(file, (node) => (/^eth_[a-zA-Z]+$/.test(textOf(node) ?? '') ? textOf(node) : null)),
  ];
}

function clientAlone(file: File): Finding[] {
  if (!file.path.startsWith(client)) return [];
  return imported(file, ({ path, specifier }) => {
    if (path !== null) return !path.startsWith(client);
    if (specifier.startsWith('papertape-contract/')) return !ofContract.includes(file.path);
    return !(specifier.startsWith('node:') && isClientCommand(file.path));
  });
}

function isClientCommand(path: string): boolean {
  return /^client\/src\/cli[./-]/.test(path);
}

function libAlone(file: File): Finding[] {
  if (!file.path.startsWith(lib)) return [];
  return imported(file, ({ path }) => path !== null && !path.startsWith(lib));
}

function imported(file: File, forbidden: (target: Target) => boolean): Finding[] {
  return file.targets
    .filter(forbidden)
    .map(({ line, specifier, names }) => ({ line, detail: `imports ${names.join(', ')} from ${specifier}` }));
}

function visited(file: File, judge: (node: Node, parent: Node | null, field: string) => string | null): Finding[] {
  const findings: Finding[] = [];
  walk(file.program, (node, parent, field) => {
    const detail = judge(node, parent, field);
    if (detail !== null) findings.push({ line: file.lineOf(node.start), detail });
  });
  return findings;
}

/** `a.b.c` and `a['b'].c` alike; `null` for anything that is not a plain chain of names. */
function dotted(node: Node): string | null {
  if (node.type === 'Identifier') return String(node['name']);
  if (node.type === 'MetaProperty') return 'import.meta';
  if (node.type === 'ChainExpression' && isNode(node['expression'])) return dotted(node['expression']);
  if (node.type !== 'MemberExpression' || !isNode(node['object']) || !isNode(node['property'])) return null;
  const object = dotted(node['object']);
  const property = node['computed'] ? node['property']['value'] : node['property']['name'];
  return object === null || typeof property !== 'string' ? null : `${object}.${property}`;
}

/** A name that is used, as against the name of a property. */
function isReference(node: Node, parent: Node | null, field: string): boolean {
  if (node.type !== 'Identifier') return false;
  if (field === 'property' && parent?.type === 'MemberExpression') return parent['computed'] === true;
  return field !== 'key' || parent?.['computed'] === true;
}

/** The text of a string or of a template, `?` where a value goes in. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return null;
  const parts = node['quasis'] as { value: { cooked: string | null; raw: string } }[];
  return parts.map((part) => part.value.cooked ?? part.value.raw).join('?');
}
