/**
 * @param rows Markdown in each cell, the head first
 * @param sides on which each column begins, or ends
 * @returns GitHub-flavoured Markdown
 */
export function markdownTable([head, ...rows]: readonly string[][], sides: readonly ('---' | '--:')[]): string {
  return [head, sides, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
