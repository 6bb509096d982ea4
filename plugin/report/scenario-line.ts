/**
 * Where a scenario stands in its file, without reading the file as what it is: YAML or JSON, in any style.
 *
 * @param scenario its name; null: no certain one
 * @returns from 1: the line of its name, else that of the plugin's options, else the first
 */
export function lineOfScenario(text: string, scenario: string | null): number {
  const lines = text.split('\n')
  const names = scenario === null ? [] : valuesOf(lines, 'name').filter(({ value }) => isScalar(value, scenario))
  // At the top, wherever the word stands besides.
  const [section] = valuesOf(lines, 'scenarios').sort((a, b) => a.column - b.column)
  const isBefore = ({ line }: { line: number }) => Number(line < (section?.line ?? 1))
  // Phases may have a name, too, and stand before; requests stand deeper.
  const [first] = names.sort((a, b) => isBefore(a) - isBefore(b) || a.column - b.column)
  return first?.line ?? valuesOf(lines, 'speedup')[0]?.line ?? 1
}

/** @returns value: the rest of the line */
function valuesOf(lines: string[], key: string): { line: number, column: number, value: string }[] {
  const pattern = new RegExp(`(?<=^|[\\s{,])(["']?)${key}\\1\\s*:(?=[\\s"']|$)`, 'g')
  return lines.flatMap((line, i) =>
    [...line.matchAll(pattern)]
      .map(({ index, 0: found }) => ({ line: i + 1, column: index, value: line.slice(index + found.length).trim() }))
      .filter(({ column }) => !/(?:^|\s)#/.test(line.slice(0, column)))
  )
}

/**
 * @param value with what may follow it
 * @returns whether it is the name: plain, in single or in double quotes
 */
function isScalar(value: string, name: string): boolean {
  const written = [name, `'${name.replaceAll("'", "''")}'`, JSON.stringify(name)]
  return written.some((one) => value.startsWith(one) && /^\s*(?:$|[,}]|\s#)/.test(value.slice(one.length)))
}
