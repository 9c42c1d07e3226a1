/** Where modules are that are not imported by name: those that a thread begins with, and those that one is told to load. */

/**
 * The address of a module of this program, as it is run: `.ts` in the sources, `.js` in what they are compiled to, and in the bundle a file beside all others
 * (scripts/bundle.mjs makes one of each that is named so, anywhere in the sources).
 *
 * @param path from `src/`, without its ending, as a literal. Example: moduleUrl('rounds/worker') is the URL of rounds/worker.ts, of rounds/worker.js or of
 * rounds-worker.js.
 */
export function moduleUrl(path: string): URL {
  return moduleFrom(import.meta.url, path);
}

/** @param own the address of what has this function in it. */
export function moduleFrom(own: string, path: string): URL {
  const single = /\/lib\/module-url(\.[jt]s)$/.exec(own)?.[1];
  return single === undefined ? new URL(`./${path.replaceAll('/', '-')}.js`, own) : new URL(`../${path}${single}`, own);
}
