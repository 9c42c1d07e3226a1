/** Where SQL and rows stand, and who writes which of the two files of data (decision 0001: one writer each). */
import { imported, lastName, textOf, visited, type File, type Finding } from './inspect.ts';
import type { Node } from './imports.ts';

const databasePackages = ['pg', 'node:sqlite'];
const sqlBuilders = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto'];

/** Lower or upper case throughout, so that a sentence ("Select a pool from …") is not taken for a statement. */
const sqlText = [
  /^\s*(select\s[\s\S]*\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\()/,
  /^\s*(SELECT\s[\s\S]*\sFROM\s|INSERT\s+INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s|WITH\s+\w+\s+AS\s*\()/,
];

export function sqlInItsPlace(file: File): Finding[] {
  if (!file.path.startsWith('server/src/')) return [];
  if (file.path.startsWith('server/src/storage/') || /\.(sql|migration)\.tsx?$/.test(file.path)) return [];
  const tagOrDriver = imported(
    file,
    ({ specifier, names, typeOnly }) =>
      databasePackages.includes(specifier) ||
      (specifier === 'kysely' && !typeOnly && (names.includes('sql') || names.includes('*'))),
  );
  const statements = visited(file, (node) => {
    if (node.type === 'MemberExpression') {
      const method = lastName(node) ?? '';
      return sqlBuilders.includes(method) ? `.${method}` : null;
    }
    const text = textOf(node);
    return text !== null && sqlText.some((pattern) => pattern.test(text)) ? text.trim().slice(0, 60) : null;
  });
  return [...tagOrDriver, ...statements];
}

/** They answer rows. */
const finders = ['findRow', 'findRows', 'findSome'];

/** A column that changes, or a 64-bit integer that becomes a number, is then seen by one mapping. */
export function rowsInSql(file: File): Finding[] {
  if (!file.path.startsWith('server/src/')) return [];
  if (file.path.startsWith('server/src/storage/') || /\.(sql|migration)\.tsx?$/.test(file.path)) return [];
  return imported(
    file,
    ({ path, names }) =>
      path !== null &&
      path.startsWith('server/src/storage/') &&
      names.some((name) => name.endsWith('Table') || name === '*' || finders.includes(name)),
  );
}

/** The engine's side writes `ledger.*`. */
const ledgerWriters = ['flow', 'engine', 'operator', 'storage'];
/** The HTTP side writes `intake.*`: what was sent to it, and what the operator asked for. */
const intakeWriters = [
  'storage',
  'mail',
  'bots',
  'house',
  'events',
  'prices',
  'operator',
  'log',
  'rounds',
  'showcase',
  'payments',
  'newsletter',
  'pro',
];
/** Clears answers that were kept for repeated requests. */
const intakeWriterFiles = ['server/src/web/idempotency.sql.ts'];

export function ledgerWrites(file: File): Finding[] {
  return isIn(file, ledgerWriters) ? [] : writesOf(file, 'ledger');
}

export function intakeWrites(file: File): Finding[] {
  return isIn(file, intakeWriters) || intakeWriterFiles.includes(file.path) ? [] : writesOf(file, 'intake');
}

function isIn(file: File, folders: readonly string[]): boolean {
  return !file.path.startsWith('server/src/') || folders.some((each) => file.path.startsWith(`server/src/${each}/`));
}

const writers = ['insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto', 'insertMany'];

/** A call of Kysely or of the bulk insert that names a table of the schema, or a statement that writes to one. */
function writesOf(file: File, schema: 'ledger' | 'intake'): Finding[] {
  const statement = new RegExp(
    `\\b(insert\\s+into|update|delete\\s+from|merge\\s+into|truncate(\\s+table)?|copy)\\s+"?${schema}"?\\.`,
    'i',
  );
  return visited(file, (node) => {
    if (node.type === 'CallExpression' && writers.includes(lastName(node['callee']) ?? '')) {
      const table = (node['arguments'] as Node[]).map(textOf).find((text) => text?.startsWith(`${schema}.`));
      return table === undefined || table === null ? null : `writes ${table}`;
    }
    const found = statement.exec(textOf(node) ?? '');
    return found ? `writes ${schema}: ${found[0]}` : null;
  });
}
