/**
 * Pieces of a shell's command line: white space, an operator, a redirection, quoted and bare text. What a shell would
 * have to run first, $(...) and backticks, is none of them.
 */
const piece = /(?<space>\s+)|(?<operator>&&|\|\||[;&|\n])|(?<redirection>\d?[<>]+(?:&\d)?\s*[^\s;&|]*)|'(?<single>[^']*)'|"(?<double>(?:\\.|[^"\\`])*)"|\\(?<escaped>.)|(?<bare>(?:[^\s'"\\;&|<>`$()]|\$(?!\())+)/y

/**
 * @param text such as a script of package.json
 * @param variable its value
 * @returns the steps, one after another; of each the commands beside one another (`||`, `&`); of each its words, of a
 *   pipe those of the first one; null: only a shell can tell
 */
export function parseCommand(text: string, variable: (name: string, fallback: string | undefined) => string): string[][][] | null {
  const steps: string[][][] = [[[]]]
  let word: string | null = null
  let isPiped = false
  const endWord = () => {
    if (word !== null && !isPiped) steps.at(-1)?.at(-1)?.push(word)
    word = null
  }
  for (piece.lastIndex = 0; piece.lastIndex < text.length; ) {
    const found = piece.exec(text)?.groups
    if (found === undefined) return null
    if (found.space !== undefined || found.redirection !== undefined) endWord()
    else if (found.operator !== undefined) {
      endWord()
      isPiped = found.operator === '|'
      if (found.operator === '||' || found.operator === '&') steps.at(-1)?.push([])
      else if (!isPiped) steps.push([[]])
    } else word = (word ?? '') + textOf(found, variable)
  }
  endWord()
  return steps.map((commands) => commands.filter((words) => words.length > 0)).filter((commands) => commands.length > 0)
}

function textOf({ single, double, escaped, bare }: Record<string, string | undefined>, variable: (name: string, fallback: string | undefined) => string) {
  return single ?? escaped ?? (double ?? bare ?? '').replace(/\\(["\\$`])|\$(?:(\w+)|\{(\w+)(?::?-([^}]*))?\})/g, (_, literal, plain, braced, fallback) => literal ?? variable(plain ?? braced, fallback))
}
