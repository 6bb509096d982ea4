/**
 * Where a scenario stands in its file, without reading the file as what it is: YAML or JSON, in any style.
 *
 * @param {string} text
 * @param {string | null} scenario its name; null: no certain one
 * @returns {number} from 1: the line of its name, else that of the plugin's options, else the first
 */
export function lineOfScenario(text, scenario) {
  const lines = text.split('\n')
  const names = scenario === null ? [] : valuesOf(lines, 'name').filter(({ value }) => isScalar(value, scenario))
  // At the top, wherever the word stands besides.
  const [section] = valuesOf(lines, 'scenarios').sort((a, b) => a.column - b.column)
  const isBefore = (/** @type {{ line: number }} */ { line }) => Number(line < (section?.line ?? 1))
  // Phases may have a name, too, and stand before; requests stand deeper.
  const [first] = names.sort((a, b) => isBefore(a) - isBefore(b) || a.column - b.column)
  return first?.line ?? valuesOf(lines, 'speedup')[0]?.line ?? 1
}

/**
 * @param {string[]} lines
 * @param {string} key
 * @returns {{ line: number, column: number, value: string }[]} value: the rest of the line
 */
function valuesOf(lines, key) {
  const pattern = new RegExp(`(?<=^|[\\s{,])(["']?)${key}\\1\\s*:(?=[\\s"']|$)`, 'g')
  return lines.flatMap((line, i) =>
    [...line.matchAll(pattern)]
      .map(({ index, 0: found }) => ({ line: i + 1, column: index, value: line.slice(index + found.length).trim() }))
      .filter(({ column }) => !/(?:^|\s)#/.test(line.slice(0, column)))
  )
}

/**
 * @param {string} value with what may follow it
 * @param {string} name
 * @returns {boolean} whether it is the name: plain, in single or in double quotes
 */
function isScalar(value, name) {
  const written = [name, `'${name.replaceAll("'", "''")}'`, JSON.stringify(name)]
  return written.some((one) => value.startsWith(one) && /^\s*(?:$|[,}]|\s#)/.test(value.slice(one.length)))
}
