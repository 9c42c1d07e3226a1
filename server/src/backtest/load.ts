/** Strategies from modules: the default export is a function from state to weights, or several of them by name. */
import { statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Strategy } from 'papertape-client';
import { SetupError } from '../lib/setup-error.ts';
import { messageOf } from '../lib/text.ts';

export interface LoadedStrategy {
  /** Name of the file without its ending; with `:NAME` behind it when the module has several. */
  readonly name: string;
  readonly file: string;
  readonly decide: Strategy;
}

/** Throws a SetupError that says what is wrong with the module. */
export async function loadStrategies(file: string): Promise<LoadedStrategy[]> {
  const path = resolve(file);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new SetupError(`There is no file ${file}.`, 'Name the module of a strategy (docs/bots/backtest.md).');
  const { default: exported } = await importQuietly(path, file);
  const name = basename(path, extname(path));
  if (typeof exported === 'function') return [{ name, file: path, decide: exported as Strategy }];
  const several = typeof exported === 'object' && exported !== null ? Object.entries(exported) : [];
  if (several.length === 0 || several.some(([, s]) => typeof s !== 'function')) {
    throw new SetupError(
      `${file} exports no strategy.`,
      "Write `export default (state) => ({ 'BTC-USD': 0.5 })`, or an object of such functions by name (docs/bots/backtest.md).",
    );
  }
  return several.map(([key, decide]) => ({ name: `${name}:${key}`, file: path, decide: decide as Strategy }));
}

async function importQuietly(path: string, file: string): Promise<{ readonly default?: unknown }> {
  // A strategy that stands alone has no package.json; that Node then looks at its syntax to see what it is, concerns nobody.
  const warn = process.emitWarning.bind(process);
  process.emitWarning = ((warning: string | Error, ...more: unknown[]) => {
    const code = typeof more[0] === 'object' ? (more[0] as { code?: string } | null)?.code : more[1];
    if (code !== 'MODULE_TYPELESS_PACKAGE_JSON') Reflect.apply(warn, process, [warning, ...more]);
  }) as typeof process.emitWarning;
  try {
    return (await import(pathToFileURL(path).href)) as { readonly default?: unknown };
  } catch (e) {
    const place = placeIn(path, e);
    throw new SetupError(
      `${file}${place === undefined ? '' : `:${place}`} could not be loaded: ${messageOf(e)}`,
      'Repair the module. TypeScript is read with its types left out: enums, namespaces and parameter properties are not understood.',
    );
  } finally {
    process.emitWarning = warn;
  }
}

/** Line and column of a fault within a file, `12:7`; undefined when its trace does not lead there. */
export function placeIn(path: string, thrown: unknown): string | undefined {
  const trace = thrown instanceof Error ? (thrown.stack ?? '') : '';
  for (const line of trace.split('\n')) {
    const found = /(?:\(|at |^)(?:async )?((?:file:\/\/|\/|[A-Za-z]:\\).*?):(\d+)(?::(\d+))?\)?$/.exec(line.trim());
    if (!found) continue;
    const [, where = '', row, column] = found;
    const at = where.startsWith('file://') ? fileURLToPath(where) : where;
    if (at === path) return column === undefined ? row : `${row}:${column}`;
  }
  return undefined;
}
