/**
 * An address with the slashes that it was meant with: one between two segments, none at the end.
 *
 * Example: `//api//status/?x=1` is `/api/status?x=1`; `/` stays.
 */
export function plainSlashes(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  if (!path.startsWith('/') || path === '/' || !(path.endsWith('/') || path.includes('//'))) return url;
  const plain = path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  return end < 0 ? plain : plain + url.slice(end);
}
