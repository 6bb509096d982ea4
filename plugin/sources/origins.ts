import { posix, dirname, isAbsolute, join } from 'node:path'
import { readFileSync, statSync } from 'node:fs'
import { SourceMap } from 'node:module'

/**
 * Where something stood before it was compiled. line: from 1; source: as the map names it, maybe a path of another
 * machine; folder: that of the map
 */
interface Origin {
  source: string
  line: number
  folder: string
}

/**
 * Asks the map of a script: line and column count from 0; column null: any, of that line. null: there is no map, or it
 * does not know.
 */
export type OriginOf = (line: number, column: number | null) => Origin | null

/** @returns where a line of a script was, as its map says, and may be from the project's folder; null: it has none */
export function originOf(file: string, line: number, column: number) {
  const origin = originsIn(file)(line - 1, column - 1)
  return origin && { file: pathOf(origin), line: origin.line }
}

const mostBytes = 32 * 1024 ** 2 // of a script, or a map: larger ones take seconds and gigabytes to read
const longestLine = 500 // characters: of a longer one, which is minified, a line says nothing

/**
 * Follows the source map of a script: in it, or in a file of its folder or below. What can't be read or understood is
 * as if it were not there: nothing else is opened. Code may call itself by the path of any file, so only such as a
 * script has is.
 */
export function originsIn(file: string): OriginOf {
  try {
    if (!/\.[cm]?js$/.test(file)) return () => null
    const text = readFileSync(checked(file), 'utf8')
    const payload = mapOf(text, dirname(file))
    if (payload === null) return () => null
    return follow(payload, text, dirname(file))
  } catch {
    return () => null
  }
}

function checked(file: string) {
  const stats = statSync(file)
  if (!stats.isFile() || stats.size === 0 || stats.size > mostBytes)
    throw new RangeError(`${file} is no file of 1 to ${mostBytes} bytes`)
  return file
}

/** @returns null: it names none that may be read */
function mapOf(text: string, folder: string) {
  const url = [...text.matchAll(/^[ \t]*\/\/[#@][ \t]*sourceMappingURL=(\S+)[ \t\r]*$/gm)].at(-1)?.[1]
  if (url === undefined) return null
  const data = /^data:application\/json[^,]*?(;base64)?,(.*)$/.exec(url)
  if (data !== null) return parsed(data[1] ? Buffer.from(data[2], 'base64').toString() : decodeURIComponent(data[2]))
  const path = decodeURIComponent(url)
  if (/^\w+:/.test(path) || isAbsolute(path) || path.split(/[\\/]/).includes('..')) return null
  return parsed(readFileSync(checked(join(folder, path)), 'utf8'))
}

/** Some servers put a line in front of JSON, so that it is no script. */
const parsed = (json: string) => JSON.parse(json.replace(/^\)\]\}'[^\n]*\n/, ''))

function follow(payload: any, script: string, folder: string): OriginOf {
  const map = new SourceMap(payload)
  const lines = script.split('\n')
  const { sourceRoot } = payload
  const root = typeof sourceRoot === 'string' && sourceRoot !== '' ? sourceRoot.replace(/\/?$/, '/') : ''
  return (line, column) => {
    const text = lines[line] ?? ''
    if (column === null && text.length > longestLine) return null
    try {
      const entry = map.findEntry(line, column ?? text.search(/\S|$/))
      if (!('originalSource' in entry) || typeof entry.originalSource !== 'string' || entry.generatedLine !== line)
        return null
      const source = /^(\w+:|[\\/])/.test(entry.originalSource) ? entry.originalSource : root + entry.originalSource
      return { source, line: entry.originalLine + 1, folder }
    } catch {
      return null
    }
  }
}

/**
 * @returns the path of a source as it may be anywhere: those of bundlers begin in the project's folder, wherever it was
 */
export function pathOf({ source, folder }: Origin) {
  const path = source
    .replace(/\?[^/]*$/, '')
    .replaceAll('\\', '/')
    .replace(/^file:\/\//, '')
    .replace(/^\/?[a-z]:\//i, '/')
  const bundled = /^[\w.+-]+:\/\/[^/]*\/(.*)$/.exec(path)
  if (bundled !== null) return posix.normalize(bundled[1]).replace(/^\//, '')
  return path.startsWith('/') ? posix.normalize(path) : posix.join(folder, path)
}
