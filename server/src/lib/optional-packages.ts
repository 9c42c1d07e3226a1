/** Packages that an install may leave out (`optionalDependencies` of package.json): they are loaded when a setting asks for them. */
import { readFileSync } from 'node:fs';
import { SetupError } from './setup-error.ts';
import { messageOf } from './text.ts';

const { optionalDependencies: versions } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { optionalDependencies: Readonly<Record<string, string>> };

/**
 * Loads a module that needs such packages. Throws a SetupError with the command that installs them when one of them is not there.
 *
 * @param what needs them, in the plural, as a sentence begins: `Prices from chains`.
 */
export async function loadOptional<T>(what: string, packages: readonly string[], load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (e) {
    const missing = packages.find((name) => messageOf(e).startsWith(`Cannot find package '${name}'`));
    if (missing === undefined) throw e;
    const pinned = packages.map((name) => `${name}@${versions[name] ?? ''}`).join(' ');
    throw new SetupError(
      `${what} need the package ${missing}, which this install has left out.`,
      `Add it: npm install ${pinned}`,
    );
  }
}
