/** Rank is decided in flow/rank: nobody else compares ranks, counts with them or sorts by them. */
import { lastName, textOf, visited, type File, type Finding } from './inspect.ts';
import { isNode } from './imports.ts';

export function rankInItsPlace(file: File): Finding[] {
  if (!file.path.startsWith('server/src/') || file.path.startsWith('server/src/flow/rank/')) return [];
  return visited(file, (node) => {
    const { type, left, right } = node as { type: string; left?: unknown; right?: unknown };
    if (type === 'UpdateExpression' && isRank(node['argument'])) return 'counts with a rank';
    if (type === 'AssignmentExpression' && node['operator'] !== '=' && isRank(left)) return 'counts with a rank';
    if (type === 'CallExpression' && /^(orderBy|having)$/.test(lastName(node['callee']) ?? ''))
      return /\b(rank|tied)\b/.test(String(textOf((node['arguments'] as unknown[])[0]))) ? 'sorts by rank' : null;
    if (/\border\s+by\s[^)]*\brank\b/i.test(textOf(node) ?? '')) return 'sorts by rank';
    if (type !== 'BinaryExpression' || !(isRank(left) || isRank(right))) return null;
    if (file.path.endsWith('.sql.ts') && (isStoredTruth(left) || isStoredTruth(right))) return null;
    return isAbsence(left) || isAbsence(right) ? null : `compares or counts: ${String(node['operator'])}`;
  });
}

function isRank(node: unknown): boolean {
  return /^(rank|ranks|tied)$|Rank$/.test(lastName(node) ?? '');
}

/** Whether there is a rank may be asked anywhere. */
function isAbsence(node: unknown): boolean {
  if (!isNode(node)) return false;
  return node.type === 'Literal' ? node['value'] === null : lastName(node) === 'undefined';
}

/** `1n`: a column that holds a truth value is mapped where it is read. */
function isStoredTruth(node: unknown): boolean {
  return isNode(node) && node.type === 'Literal' && typeof node['value'] === 'bigint';
}
