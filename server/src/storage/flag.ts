/** Maps a column that holds 0 or 1 to a boolean. The engines share no boolean type. */
export function flag(column: bigint): boolean {
  return column === 1n;
}
