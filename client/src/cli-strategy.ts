/** A strategy out of its module, as `papertape backtest` takes it, and an end to decisions that take too long. */
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createContext, Script } from 'node:vm';
import { UsageError } from './cli-io.ts';
import type { Strategy } from './strategy.ts';

export interface LoadedStrategy {
  /** Name of the file without its ending; with `:NAME` behind it when the module has several. */
  readonly name: string;
  readonly decide: Strategy;
}

/** @param chosen which one, of a module that has several. Throws a UsageError that says what is wrong with the module. */
export async function loadStrategy(file: string, chosen: string | undefined): Promise<LoadedStrategy> {
  const exported = await importDefault(file);
  const name = basename(file, extname(file));
  if (typeof exported === 'function' && chosen === undefined) return { name, decide: exported as Strategy };
  const several = typeof exported === 'object' && exported !== null ? new Map(Object.entries(exported)) : new Map();
  const names = [...several.keys()].join(', ');
  if (chosen === undefined && several.size > 0)
    throw new UsageError(`${file} has several strategies: choose one with --export, of ${names}.`);
  const decide: unknown = chosen === undefined ? undefined : several.get(chosen);
  if (typeof decide === 'function') return { name: `${name}:${chosen}`, decide: decide as Strategy };
  throw new UsageError(
    chosen === undefined
      ? `${file} exports no strategy. Write \`export default (state) => ({ 'BTC-USD': 0.5 })\`.`
      : `${file} has no strategy "${chosen}"${names === '' ? '; leave --export out' : `: choose one of ${names}`}.`,
  );
}

async function importDefault(file: string): Promise<unknown> {
  const warn = process.emitWarning.bind(process);
  // That Node looks at the syntax of a module without a package.json to see what it is concerns nobody.
  process.emitWarning = ((warning: string | Error, ...more: unknown[]) => {
    const code = typeof more[0] === 'object' ? (more[0] as { code?: string } | null)?.code : more[1];
    if (code !== 'MODULE_TYPELESS_PACKAGE_JSON') Reflect.apply(warn, process, [warning, ...more]);
  }) as typeof process.emitWarning;
  try {
    return ((await import(pathToFileURL(resolve(file)).href)) as { readonly default?: unknown }).default;
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message?: string };
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
      throw new UsageError(
        `Node ${process.versions.node} does not read TypeScript. Run it with Node 22.18 or newer, or write ${file.replace(/ts$/, 'mjs')}.`,
      );
    if (code === 'ERR_MODULE_NOT_FOUND') throw new UsageError(`${file} could not be loaded: ${message}`);
    throw new UsageError(`${file} could not be loaded: ${traceOf(error)}`);
  } finally {
    process.emitWarning = warn;
  }
}

/** The same strategy, and an Error when it does not answer in time: a loop without an end would stop the program for good. */
export function within(seconds: number, decide: Strategy): Strategy {
  const script = new Script('decide()');
  return (state) => {
    const context = createContext({ decide: () => decide(state) });
    try {
      return script.runInContext(context, { timeout: seconds * 1000 }) as ReturnType<Strategy>;
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      throw new Error(`no decision within ${seconds} s; give it longer with --timeout`, { cause: error });
    }
  };
}

/** What was thrown and where, without the ways of Node itself. */
function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const lines = (error.stack ?? error.message).split('\n');
  return lines.filter((line) => !/^ +at .*\(?node:internal/.test(line)).join('\n');
}
