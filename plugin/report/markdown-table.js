/**
 * @param {readonly string[][]} rows Markdown in each cell, the head first
 * @param {readonly ('---' | '--:')[]} sides on which each column begins, or ends
 * @returns {string} GitHub-flavoured Markdown
 */
export function markdownTable([head, ...rows], sides) {
  return [head, sides, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
