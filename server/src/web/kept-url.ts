/**
 * The address that an answer is kept under: the path as RFC 3986 normalises it, and of the query the parameters that are known, in one order.
 * Whatever else a client writes behind the path, there is one answer, and it is kept once.
 *
 * Example: of `/api/leaderboard?x=1&limit=5&league=multi`, with `league` and `limit` known, `/api/leaderboard?league=multi&limit=5`.
 */

interface Addressed {
  readonly url: string;
  /** As it was read from the address. */
  readonly query: unknown;
}

/** @param names the known parameters, in their order. */
export function keptUrl({ url, query }: Addressed, names: readonly string[]): string {
  const path = plainPath(url.split('?')[0] ?? '');
  const values = query as Readonly<Record<string, string | string[] | undefined>>;
  const known = names.flatMap((name) => {
    const value = values[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known).toString()}`;
}

/** RFC 3986, 6.2.2: what need not be escaped is not, and the digits of an escape are capitals. */
function plainPath(path: string): string {
  if (!path.includes('%')) return path;
  return path.replace(/%([0-9a-f]{2})/gi, (escape, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}
