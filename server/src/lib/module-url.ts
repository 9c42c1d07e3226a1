/**
 * The address of a module that stands beside another one, with the ending that this one has: `.ts` in the sources, `.js` once built.
 *
 * Example: moduleBeside(import.meta.url, 'worker') is the URL of worker.ts or of worker.js.
 */
export function moduleBeside(own: string, name: string): URL {
  return new URL(`./${name}${own.slice(own.lastIndexOf('.'))}`, own);
}
