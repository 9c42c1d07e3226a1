/** Strategies from modules: the default export is a function from state to weights, or several of them by name. */
import { statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Strategy } from 'papertape-client';
import { SetupError } from '../lib/setup-error.ts';
import { messageOf } from '../lib/text.ts';
import type { Parameters } from './sweep/grid.ts';

export interface LoadedStrategy {
  /** Name of the file without its ending; with `:NAME` behind it when the module has several. */
  readonly name: string;
  readonly file: string;
  readonly decide: Strategy;
}

/** A strategy that is made of parameters, for `--sweep`. */
export interface LoadedFactory {
  readonly name: string;
  readonly file: string;
  /** Throws a SetupError when the module throws, or makes no function. */
  readonly make: (parameters: Parameters) => Strategy;
}

/** Throws a SetupError that says what is wrong with the module. */
export async function loadFactory(file: string): Promise<LoadedFactory> {
  const path = existing(file);
  const { withParameters } = await importQuietly(path, file);
  const fix =
    'Write `export const withParameters = ({ lookback = 8 }) => (state) => …` beside `export default withParameters({})` (docs/bots/backtest.md#sweeps).';
  if (typeof withParameters !== 'function')
    throw new SetupError(`${file} exports no withParameters, which --sweep gives its values to.`, fix);
  const make = (parameters: Parameters): Strategy => {
    let made: unknown;
    try {
      made = (withParameters as (parameters: Parameters) => unknown)(parameters);
    } catch (e) {
      throw new SetupError(`withParameters of ${file} threw for ${JSON.stringify(parameters)}: ${messageOf(e)}`, fix);
    }
    if (typeof made === 'function') return made as Strategy;
    throw new SetupError(`withParameters of ${file} makes no strategy for ${JSON.stringify(parameters)}.`, fix);
  };
  return { name: basename(path, extname(path)), file: path, make };
}

function existing(file: string): string {
  const path = resolve(file);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new SetupError(`There is no file ${file}.`, 'Name the module of a strategy (docs/bots/backtest.md).');
  return path;
}

/** Throws a SetupError that says what is wrong with the module. */
export async function loadStrategies(file: string): Promise<LoadedStrategy[]> {
  const path = existing(file);
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

interface StrategyModule {
  readonly default?: unknown;
  readonly withParameters?: unknown;
}

/** @param file what it is called in an error. Throws SetupError. */
export async function importQuietly(path: string, file: string): Promise<StrategyModule> {
  // A strategy that stands alone has no package.json; that Node then looks at its syntax to see what it is, concerns nobody.
  const warn = process.emitWarning.bind(process);
  process.emitWarning = ((warning: string | Error, ...more: unknown[]) => {
    const code = typeof more[0] === 'object' ? (more[0] as { code?: string } | null)?.code : more[1];
    if (code !== 'MODULE_TYPELESS_PACKAGE_JSON') Reflect.apply(warn, process, [warning, ...more]);
  }) as typeof process.emitWarning;
  try {
    return (await import(pathToFileURL(path).href)) as StrategyModule;
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
