/**
 * Lines of cells that stand below one another, indented by two.
 *
 * @param rows the head first, all as long
 * @param left so many columns begin at the left, all others end at the right
 */
export function tableLines(rows: readonly string[][], left: number = 1): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows.map((row) => `  ${row.map((cell, i) => (i < left ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ')}`.trimEnd())
}
