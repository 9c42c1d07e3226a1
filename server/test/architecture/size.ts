/** Size: a file of at most 300 lines and functions of at most 80, so that each can be read at one sitting. */
import type { File, Finding } from './inspect.ts';
import { visited } from './inspect.ts';

export const fileLinesMax = 300;
export const functionLinesMax = 80;

/** Files of data, each with what it holds. They may be longer; their functions may not. */
export const dataFiles: ReadonlyMap<string, string> = new Map([
  ['server/src/storage/database.ts', 'the columns of every table'],
  ['contract/src/error-catalogue.ts', 'every error code, when it comes and what to do'],
]);

export function fileSize({ path, source }: File): Finding[] {
  const lines = source.split('\n').length - (source.endsWith('\n') ? 1 : 0);
  return dataFiles.has(path) || lines <= fileLinesMax ? [] : [{ line: fileLinesMax, detail: `${lines} lines` }];
}

export function functionSize(file: File): Finding[] {
  return visited(file, (node) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) return null;
    const lines = file.lineOf(Number(node['end'])) - file.lineOf(node.start) + 1;
    return lines > functionLinesMax ? `a function of ${lines} lines` : null;
  });
}
