import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parse, isCollection, isMap, isPair, isScalar, parseDocument, type Node, type YAMLMap } from 'yaml'
import { SpeedupError } from '../concepts/errors.ts'
import { writeFiles } from '../init/new-files.ts'
import { thresholdHint } from '../init/templates.ts'
import { readComparisonAt } from '../record/read-record.ts'
import { decidingEstimate, suggestedThreshold } from '../comparison/decision.ts'
import { timesWithin } from '../report/words/numbers.ts'
import { lineOf, toldOfError } from '../report/words/told.ts'
import { scenarioSentence } from '../report/words/scenario-sentences.ts'
import { say, type Command } from './command.ts'
import { comparisonIn, usualFolder } from './list.ts'
import type { Comparison, Estimate } from '../concepts/comparison.ts'

export const accept: Command = {
  usage: '[folder]',
  takes: [0, 1, ''],
  summary: 'write the speedups of a comparison into its scenario file, as thresholds',
  details:
    `The folder is that of a comparison, or one that holds comparisons, whose newest is taken; ${usualFolder} unless it is given. Each threshold is the ` +
    'smaller of 0.8 times the speedup and the lower end of its interval, rounded down, so that noise alone does not miss it: of throughput, ' +
    'where users arrive at a rate of p95, of a search of capacity. All else in the file stays as it is. After quick, which keeps no file, it ' +
    'writes that, too. Run it where the comparison was made.',
  options: {},
  run([folder = usualFolder]) {
    const found = comparisonIn(folder)
    const comparison = readComparisonAt(found)
    const { path, before, kept } = fileOf(comparison, found)
    const demands = demandsOf(comparison, before)
    if (demands.length === 0)
      refuse(
        `${found} shows no speedup that could be required: ${comparison.scenarios.map(scenarioSentence).join(' ')}`
      )
    let text = before.replace(thresholdHint, '')
    for (const demand of demands)
      text =
        withSetting(text, demand) ??
        refuse(`${comparison.file} can't be edited at ${demand.path.join('.')}. Write it there: ${demand.value}`)
    if (!existsSync(path)) writeFiles([{ file: path, content: text }])
    else if (text !== before) {
      if (kept !== null && kept !== before)
        refuse(
          `${comparison.file} is not what was compared, which ${found} holds. Rename yours, and accept writes that.`
        )
      if (kept === null && statSync(path).mtimeMs > Date.parse(comparison.startedAt))
        refuse(`${comparison.file} has changed since it was compared. Compare again, and accept that.`)
      writeFileSync(path, text)
    }
    for (const { path, value, estimate } of demands)
      say(`${comparison.file}: ${path.join('.')}: ${value} (measured: ${timesWithin(estimate)})`)
    return { document: { file: comparison.file, thresholds: demands.map(({ path, value }) => ({ path, value })) } }
  }
}

/**
 * @returns path: of its scenario file, absolute; before: what is in it, or will be; kept: what is kept of it beside the
 * comparison, null: nothing
 */
function fileOf({ file, error, verdict, scenarios }: Comparison, found: string) {
  if (error !== null) refuse(`${found} did not finish: ${lineOf(toldOfError(error))}`)
  if (verdict === 'fail')
    refuse(
      `${found} failed: ${scenarios.map(scenarioSentence).join(' ')} A lower threshold would hide that: if it is right, write it by hand.`
    )
  const path = resolve(file)
  const copy = join(found, basename(file))
  const kept = existsSync(copy) ? readFileSync(copy, 'utf8') : null
  if (kept !== null && !existsSync(path)) return { path, before: kept, kept }
  if (!existsSync(path))
    refuse(`${found} was made from ${file}, which is no file here. Go to the folder where it was compared.`)
  if (!['.yml', '.yaml'].includes(extname(path)))
    refuse(
      `${file} is not YAML, which is all that can be edited. Write the threshold by hand, as the report suggests it.`
    )
  return { path, before: readFileSync(path, 'utf8'), kept }
}

/** Of one scenario, each candidate has its own threshold; of several, each scenario has one for all candidates. */
function demandsOf({ scenarios }: Comparison, text: string): (Setting & { estimate: Estimate })[] {
  const written: { name?: string }[] = parse(text)?.scenarios ?? []
  const demands = scenarios.flatMap((result) => {
    const i = written.findIndex(({ name }) => name === result.scenario)
    const isOneOfMany = written.length > 1 && i >= 0
    return result.candidates.flatMap((candidate) => {
      const estimate = result.level === null ? decidingEstimate(result, candidate) : null
      if (estimate === null) return []
      const own = result.candidates.length > 1 ? ['variants', candidate.name] : []
      const place = isOneOfMany ? ['scenarios', i, 'speedup'] : ['config', 'plugins', 'speedup', ...own]
      return [{ path: [...place, 'thresholds', estimate.metric], value: suggestedThreshold(estimate), estimate }]
    })
  })
  return [...Map.groupBy(demands, ({ path }) => path.join('.')).values()]
    .map((all) => all.sort((a, b) => a.value - b.value)[0])
    .filter(({ value }) => value > 0)
}

function refuse(problem: string): never {
  throw new SpeedupError('NOTHING_TO_WRITE', problem)
}

/** Keys from the root of a file, and what is to stand there. */
type Setting = { path: (string | number)[]; value: number }

/**
 * Sets a value in a file of YAML, and leaves every other character of it as it is.
 *
 * @returns null: the file holds something there that can't be changed in this way
 */
export function withSetting(text: string, { path, value }: Setting): string | null {
  const document = parseDocument(text)
  const old = document.getIn(path, true)
  const changed = isScalar(old)
    ? replaced(text, old, String(value))
    : inserted(text, document.contents, path, String(value))
  return changed !== null && isDeepStrictEqual(parse(changed), setIn(parse(text), path, value)) ? changed : null
}

const replaced = (text: string, { range }: Node, value: string) =>
  range ? text.slice(0, range[0]) + value + text.slice(range[1]) : null

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

function setIn(object: any, [key, ...rest]: Setting['path'], value: number): any {
  if (key === undefined) return value
  const inner = setIn(object?.[key], rest, value)
  return Array.isArray(object) ? object.with(Number(key), inner) : { ...object, [key]: inner }
}
