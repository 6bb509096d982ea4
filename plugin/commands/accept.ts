import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parse } from 'yaml'
import { SpeedupError } from '../concepts/errors.ts'
import { searchedMetrics } from '../concepts/metrics.ts'
import { list } from '../concepts/wording.ts'
import { writeFiles } from '../init/new-files.ts'
import { withSetting } from '../init/with-setting.ts'
import { thresholdHint } from '../init/templates.ts'
import { isYaml } from '../settings/read-app.ts'
import { readComparisonAt } from '../record/read-record.ts'
import { decidingEstimate, suggestedThreshold } from '../comparison/decision.ts'
import { timesWithin } from '../report/words/numbers.ts'
import { lineOf, toldOfError } from '../report/words/told.ts'
import { scenarioSentence } from '../report/words/scenario-sentences.ts'
import { say, type Command } from './command.ts'
import { comparisonIn, usualFolder } from './list.ts'
import type { Comparison } from '../concepts/comparison.ts'

export const accept: Command = {
  usage: '[folder]',
  takes: [0, 1],
  summary: 'write the speedups of a comparison into its scenario file, as thresholds',
  details:
    `The folder is that of a comparison, or one that holds comparisons, whose newest is taken; ${usualFolder} unless it is given. Each threshold is the ` +
    'smaller of 0.8 times the speedup and the lower end of its interval, rounded down, so that noise alone does not miss it: of throughput, ' +
    `where users arrive at a rate of p95, of a search of ${list(searchedMetrics)}. ` +
    'All else in the file stays as it is. After quick, which keeps no file, it ' +
    'writes that, too. Run it where the comparison was made.',
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
  if (!existsSync(path)) {
    const before =
      kept ??
      refuse(
        `${found} was made from ${file}, which is no file here. Go to the folder where it was compared. What quick was given as secrets is kept nowhere: there, --save writes the file.`
      )
    return { path, before, kept }
  }
  if (!isYaml(path))
    refuse(
      `${file} is not YAML, which is all that can be edited. Write the threshold by hand, as the report suggests it.`
    )
  return { path, before: readFileSync(path, 'utf8'), kept }
}

/**
 * Of one scenario, each candidate has its own threshold, those of a list one together; of several, each scenario has
 * one for all candidates.
 */
function demandsOf({ scenarios }: Comparison, text: string) {
  const script = parse(text)
  const written: { name?: string }[] = script?.scenarios ?? []
  const names = Object.keys(script?.config?.plugins?.speedup?.variants ?? {})
  const listOf = (name: string) => (names.includes(name) ? undefined : names.find((own) => name.startsWith(`${own} `)))
  const demands = scenarios.flatMap((result) => {
    const i = written.findIndex(({ name }) => name === result.scenario)
    const isOneOfMany = written.length > 1 && i >= 0
    return result.candidates.flatMap((candidate) => {
      const estimate = result.level === null ? decidingEstimate(result, candidate) : null
      if (estimate === null) return []
      const own = result.candidates.length > 1 ? ['variants', listOf(candidate.name) ?? candidate.name] : []
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
