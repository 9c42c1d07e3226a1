/** Paths as in the repository, `/` between parts: `server/src/flow/fill/fill.ts`. */
import { posix } from 'node:path';

/** The path that a relative specifier means, whether or not such a file exists; `null` for a package. */
export function resolveImport(from: string, specifier: string, exists: (path: string) => boolean): string | null {
  if (!specifier.startsWith('.')) return null;
  const path = posix.join(posix.dirname(from), specifier);
  const candidates = [
    path,
    path.replace(/\.js$/, '.ts'),
    path.replace(/\.js$/, '.tsx'),
    `${path}.ts`,
    `${path}/index.ts`,
  ];
  return candidates.find(exists) ?? path;
}

/** One closed walk (first = last) for each group of files that reach each other: `[a, b, a]`. */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  return stronglyConnected(edges)
    .filter((group) => group.length > 1 || edges.get(group[0]!)!.includes(group[0]!))
    .map((group) => shortestWalkBack(group.toSorted()[0]!, new Set(group), edges));
}

/** Tarjan's algorithm. */
function stronglyConnected(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const groups: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    onStack.add(node);
    for (const next of edges.get(node) ?? []) {
      if (!edges.has(next)) continue;
      if (!index.has(next)) {
        visit(next);
        low.set(node, Math.min(low.get(node)!, low.get(next)!));
      } else if (onStack.has(next)) {
        low.set(node, Math.min(low.get(node)!, index.get(next)!));
      }
    }
    if (low.get(node) !== index.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    for (const each of group) onStack.delete(each);
    groups.push(group);
  };
  for (const node of edges.keys()) if (!index.has(node)) visit(node);
  return groups;
}

function shortestWalkBack(start: string, group: ReadonlySet<string>, edges: ReadonlyMap<string, readonly string[]>) {
  const queue: string[][] = [[start]];
  const seen = new Set<string>();
  for (const walk of queue) {
    for (const next of edges.get(walk.at(-1)!) ?? []) {
      if (next === start) return [...walk, start];
      if (!group.has(next) || seen.has(next)) continue;
      seen.add(next);
      queue.push([...walk, next]);
    }
  }
  throw new Error(`${start} is in no cycle`);
}
