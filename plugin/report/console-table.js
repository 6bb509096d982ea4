/**
 * Lines of cells that stand below one another, indented by two.
 *
 * @param {readonly string[][]} rows the head first, all as long
 * @param {number} [left] so many columns begin at the left, all others end at the right
 * @returns {string[]}
 */
export function tableLines(rows, left = 1) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows.map((row) => `  ${row.map((cell, i) => (i < left ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ')}`.trimEnd())
}
