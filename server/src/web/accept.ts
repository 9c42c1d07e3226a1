/**
 * What a header that weighs its items prefers: Accept, Accept-Encoding (RFC 9110, 12.4.2).
 * @returns weight by item in lower case, 1 where none stands. Example: `gzip;q=0.5, BR` -> gzip 0.5, br 1.
 */
export function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.map((p) => /^q=([\d.]+)$/.exec(p)?.[1]).find((value) => value !== undefined);
    weights.set(name, q === undefined ? 1 : Number(q));
  }
  return weights;
}
