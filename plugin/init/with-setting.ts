import { isDeepStrictEqual } from 'node:util'
import { parse, isCollection, isMap, isPair, isScalar, parseDocument, type Node, type YAMLMap } from 'yaml'

/** Keys from the root of a file, and what is to stand there. */
type Setting = { path: (string | number)[]; value: unknown }

/**
 * Sets a value in a file of YAML, and leaves every other character of it as it is.
 *
 * @returns null: the file holds something there that can't be changed in this way
 */
export function withSetting(text: string, { path, value }: Setting) {
  const document = parseDocument(text)
  const old = document.getIn(path, true)
  const written = JSON.stringify(value)
  const changed =
    isScalar(old) && old.range
      ? text.slice(0, old.range[0]) + written + text.slice(old.range[1])
      : inserted(text, document.contents, path, written)
  return changed !== null && isDeepStrictEqual(parse(changed), setIn(parse(text), path, value)) ? changed : null
}

/** @param from a node on the way; what is missing of the rest is written in one line, at the end of the last map */
function inserted(text: string, from: unknown, [key, ...rest]: Setting['path'], value: string): string | null {
  const next = isCollection(from) ? from.get(key, true) : undefined
  if (next !== undefined) return rest.length === 0 ? null : inserted(text, next, rest, value)
  if (!isMap(from)) return null
  const entry = `${key}: ${rest.reduceRight((inner, own) => `{ ${own}: ${inner} }`, value)}`
  return from.flow ? intoFlow(text, from, entry) : belowLast(text, from, entry)
}

/** After the brace that opens it. */
function intoFlow(text: string, { range, items }: YAMLMap, entry: string) {
  if (!range) return null
  const at = range[0] + 1
  return items.length === 0
    ? `${text.slice(0, at)} ${entry} ${text.slice(range[1] - 1)}`
    : `${text.slice(0, at)} ${entry},${text.slice(at)}`
}

function belowLast(text: string, map: YAMLMap, entry: string) {
  const start = (map.items[0]?.key as Node | undefined)?.range?.[0]
  const end = lastOf(map)
  if (start === undefined || end === undefined) return null
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1))
  const line = text.indexOf('\n', end)
  const at = line === -1 ? text.length : line
  return `${text.slice(0, at)}\n${indent}${entry}${text.slice(at)}`
}

/** @returns where the text of a node ends, without comments behind it */
function lastOf(node: unknown): number | undefined {
  if (isPair(node)) return lastOf(node.value) ?? lastOf(node.key)
  if (isCollection(node) && !node.flow) return lastOf(node.items.at(-1))
  return (node as Node | null)?.range?.[1]
}

function setIn(object: any, [key, ...rest]: Setting['path'], value: unknown): any {
  if (key === undefined) return value
  const inner = setIn(object?.[key], rest, value)
  return Array.isArray(object) ? object.with(Number(key), inner) : { ...object, [key]: inner }
}
