/** A parsed source file, and the ways in which rules look at it. */
import { resolveImport } from './graph.ts';
import { isNode, parseFile, walk, type Import, type Node, type ParsedFile } from './imports.ts';
import { roomOf, roomOfPackage } from './rooms.ts';

export type File = ParsedFile & {
  /** As in the repository: `server/src/flow/fill/fill.ts`. */
  readonly path: string;
  readonly source: string;
  readonly targets: readonly Target[];
};

export type Target = Import & {
  /** Repository path; `null` for a package. */
  readonly path: string | null;
  /** The folder of the house that it stands in; `null` for a package that is none of ours. */
  readonly room: string | null;
};

export interface Finding {
  readonly line: number;
  readonly detail: string;
}

export function load(path: string, source: string, sources: ReadonlyMap<string, string>): File {
  const parsed = parseFile(path, source);
  const targets = parsed.imports.map((each) => {
    const target = resolveImport(path, each.specifier, (candidate) => sources.has(candidate));
    return { ...each, path: target, room: target === null ? roomOfPackage(each.specifier) : roomOf(target) };
  });
  return { ...parsed, path, source, targets };
}

export function imported(file: File, forbidden: (target: Target) => boolean): Finding[] {
  return file.targets
    .filter(forbidden)
    .map(({ line, specifier, names }) => ({ line, detail: `imports ${names.join(', ')} from ${specifier}` }));
}

export function visited(file: File, judge: (node: Node, parent: Node | null, field: string) => string | null) {
  const findings: Finding[] = [];
  walk(file.program, (node, parent, field) => {
    const detail = judge(node, parent, field);
    if (detail !== null) findings.push({ line: file.lineOf(node.start), detail });
  });
  return findings;
}

/** `a.b.c` and `a['b'].c` alike; `null` for anything that is not a plain chain of names. */
export function dotted(node: Node): string | null {
  if (node.type === 'Identifier') return String(node['name']);
  if (node.type === 'MetaProperty') return 'import.meta';
  if (node.type === 'ChainExpression' && isNode(node['expression'])) return dotted(node['expression']);
  if (node.type !== 'MemberExpression' || !isNode(node['object']) || !isNode(node['property'])) return null;
  const object = dotted(node['object']);
  const property = node['computed'] ? node['property']['value'] : node['property']['name'];
  return object === null || typeof property !== 'string' ? null : `${object}.${property}`;
}

/** The last name of `a`, `a.b`, `f(x).b`, `a!.b` and `-b`; `null` for what has none. */
export function lastName(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Identifier') return String(node['name']);
  if (node.type === 'MemberExpression' && isNode(node['property']))
    return String(node['property']['name'] ?? node['property']['value']);
  const within = { ChainExpression: 'expression', TSNonNullExpression: 'expression', UnaryExpression: 'argument' };
  const field = within[node.type as keyof typeof within];
  return field === undefined ? null : lastName(node[field]);
}

/** Whether a name is used; the name of a property is not. */
export function isReference(node: Node, parent: Node | null, field: string): boolean {
  if (node.type !== 'Identifier') return false;
  if (field === 'property' && parent?.type === 'MemberExpression') return parent['computed'] === true;
  return field !== 'key' || parent?.['computed'] === true;
}

/** The text of a string or of a template, `?` where a value goes in. */
export function textOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral') return null;
  const parts = node['quasis'] as { value: { cooked: string | null; raw: string } }[];
  return parts.map((part) => part.value.cooked ?? part.value.raw).join('?');
}
