/** A column that holds 0 or 1 -> what it says. Both engines keep no booleans that the other one has. */
export function flag(column: bigint): boolean {
  return column === 1n;
}
