/**
 * A table for a terminal: every cell as wide as the widest one of its column, columns without a word left out.
 * @param isRight columns whose cells stand right, as numbers do.
 * @returns the lines.
 */
export function columns(
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean = () => false,
): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map((row) =>
    widths
      .flatMap((width, i) => {
        const cell = row[i] ?? '';
        return width === 0 ? [] : [isRight(i) ? cell.padStart(width) : cell.padEnd(width)];
      })
      .join('  ')
      .trimEnd(),
  );
}
