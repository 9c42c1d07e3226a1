/**
 * In: a file's text. Out: what it imports, and its syntax tree as plain nodes to walk.
 * A real parser rather than expressions over text, so that a comment or a string never counts as code.
 */
import { parseSync } from 'oxc-parser';

export type Node = { readonly type: string; readonly start: number; readonly [field: string]: unknown };

export type Import = {
  /** As written: `../lib/decimal.ts`, `node:crypto`, `kysely`. */
  readonly specifier: string;
  /** Names taken; `default`, `*` for the whole module, none for an import for its effect. */
  readonly names: readonly string[];
  /** Erased by the compiler: `import type`, or every name in it is a type. */
  readonly typeOnly: boolean;
  readonly line: number;
};

export type ParsedFile = {
  readonly imports: readonly Import[];
  readonly program: Node;
  lineOf(offset: number): number;
};

export function parseFile(path: string, source: string): ParsedFile {
  const { program, errors } = parseSync(path, source);
  const first = errors[0];
  if (first) throw new Error(`${path} does not parse: ${first.message}`);
  const root = program as unknown as Node;
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length;
  const imports: Import[] = [];
  walk(root, (node) => {
    const found = importOf(node);
    if (found) imports.push({ ...found, line: lineOf(node.start) });
  });
  return { imports, program: root, lineOf };
}

/** Calls `visit` on each node, outermost first, with the node it stands in and the field it stands under. */
export function walk(root: Node, visit: (node: Node, parent: Node | null, field: string) => void): void {
  const step = (node: Node, parent: Node | null, field: string): void => {
    visit(node, parent, field);
    for (const [name, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) step(child, node, name);
    }
  };
  step(root, null, '');
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function importOf(node: Node): Omit<Import, 'line'> | null {
  switch (node.type) {
    case 'ImportDeclaration': {
      const specifiers = node['specifiers'] as Node[];
      const types = specifiers.length > 0 && specifiers.every((each) => each['importKind'] === 'type');
      return {
        specifier: literal(node['source']),
        names: specifiers.map(importedName),
        typeOnly: node['importKind'] === 'type' || types,
      };
    }
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration': {
      if (!isNode(node['source'])) return null;
      const specifiers = (node['specifiers'] ?? []) as Node[];
      return {
        specifier: literal(node['source']),
        names: node.type === 'ExportAllDeclaration' ? ['*'] : specifiers.map((each) => nameOf(each['local'])),
        typeOnly: node['exportKind'] === 'type',
      };
    }
    case 'ImportExpression':
      return { specifier: literal(node['source']), names: ['*'], typeOnly: false };
    case 'TSImportType':
      return { specifier: literal(node['source'] ?? node['argument']), names: ['*'], typeOnly: true };
    case 'TSExternalModuleReference':
      return { specifier: literal(node['expression']), names: ['*'], typeOnly: false };
    default:
      return null;
  }
}

function importedName(specifier: Node): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default';
  if (specifier.type === 'ImportNamespaceSpecifier') return '*';
  return nameOf(specifier['imported']);
}

function nameOf(node: unknown): string {
  return isNode(node) ? String(node['name'] ?? node['value']) : '';
}

/** A computed specifier cannot be judged, so it is kept as one that no rule allows. */
function literal(node: unknown): string {
  if (isNode(node) && typeof node['value'] === 'string') return node['value'];
  if (isNode(node) && node.type === 'TSLiteralType') return literal(node['literal']);
  return '(computed)';
}
