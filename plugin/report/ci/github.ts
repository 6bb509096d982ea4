import { appendFileSync, readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { isMap, isSeq, parseDocument, visit, type Scalar } from 'yaml'
import { resultWords } from '../../concepts/verdicts.ts'
import { summaryMarkdown } from './summary-markdown.ts'
import { toldOfOne } from '../../questions/report.ts'
import { toldOfLimits } from '../words/limit-sentences.ts'
import { unmetSentence } from '../words/scenario-sentences.ts'
import { demandsJudged, toldOfCandidate } from '../words/sentences.ts'
import { textOf, toldOfError } from '../words/told.ts'
import type { Comparison, CandidateResult, ScenarioResult } from '../../concepts/comparison.ts'

/**
 * In GitHub Actions: the summary on the page of the job, and annotations beside the scenario file. Elsewhere: nothing.
 * A failure is printed, and changes nothing else. scriptFile: an absolute path.
 */
export function tellGitHub(
  comparison: Comparison,
  { env, scriptFile, print }: { env: NodeJS.ProcessEnv; scriptFile: string; print: (line: string) => void }
) {
  const attempt = (tell: () => void) => {
    try {
      tell()
    } catch (error) {
      print(`The report to GitHub failed (${(error as Error).message}).`)
    }
  }
  const { GITHUB_STEP_SUMMARY: summaryFile } = env
  if (summaryFile) attempt(() => appendFileSync(summaryFile, `${summaryMarkdown(comparison)}\n`))
  if (env.GITHUB_ACTIONS === 'true')
    attempt(() => {
      const path = relative(env.GITHUB_WORKSPACE ?? process.cwd(), scriptFile).replaceAll(sep, '/')
      annotations(comparison, { path, text: readFileSync(scriptFile, 'utf8') }).forEach(print)
    })
}

/** scenario: as it is named in the file */
type Annotation = { level: 'error' | 'warning'; title: string; scenario: string | null; message: string }

/** Under several loads, each result has a name that is not in the file. */
const annotation = (
  level: Annotation['level'],
  word: string | null,
  { scenario, level: load }: ScenarioResult,
  message: string
): Annotation => ({ level, title: `${word}: ${scenario}`, scenario: load?.of ?? scenario, message })

/**
 * Workflow commands, printed as they are, that show messages beside the file: errors, then warnings, the gravest first.
 * path: from the workspace.
 */
export function annotations({ scenarios, error }: Comparison, { path, text }: { path: string; text: string }) {
  const ended = error && toldOfError(error)
  const found: Annotation[] = [
    ...(ended === null
      ? []
      : [{ level: 'error' as const, title: String(ended.word), scenario: null, message: textOf(ended) }]),
    ...scenarios.flatMap((result) => [
      ...result.candidates.flatMap((candidate) => missed(candidate, result)),
      ...missedLimits(result)
    ]),
    ...(['problem', 'warning'] as const).flatMap((severity) => scenarios.flatMap((result) => warned(severity, result)))
  ]
  return (['error', 'warning'] as const)
    .flatMap((level) => limited(found.filter((annotation) => annotation.level === level)))
    .map(({ level, title, scenario, message }) =>
      workflowCommand(level, { title, file: path, line: lineOfScenario(text, scenario) }, message)
    )
}

function missed(candidate: CandidateResult, result: ScenarioResult): Annotation[] {
  const { verdict, againstEarlier, diagnosis } = candidate
  if (verdict !== 'fail' && verdict !== 'inconclusive') return []
  const told = (word: string | null, lines: string[]) => [annotation(levels[verdict], word, result, lines.join('\n'))]
  const instead = toldOfOne(candidate, result)
  if (instead !== null) {
    const { sentences, why } = instead.unmet()
    return told(resultWords[verdict], [...sentences.map((sentence) => `${sentence}.`), ...why])
  }
  const found = toldOfCandidate(candidate, result)
  const unmet = demandsJudged(candidate, verdict)
  const word = againstEarlier === 'fail' && unmet.length === 0 ? resultWords.regression : found.word
  return told(word, [textOf(found), ...unmet.map((demand) => unmetSentence(candidate, demand)), diagnosis.message])
}

const levels = { fail: 'error', inconclusive: 'warning' } as const

const missedLimits = (result: ScenarioResult): Annotation[] =>
  result.limits.flatMap((limit) => {
    if (limit.verdict !== 'fail' && limit.verdict !== 'inconclusive') return []
    const told = toldOfLimits([limit])
    return told === null ? [] : annotation(levels[limit.verdict], told.word, result, textOf(told))
  })

function warned(severity: 'problem' | 'warning', result: ScenarioResult): Annotation[] {
  // Why it was ended is all that counts then.
  const warnings = result.preliminary ? [] : result.warnings.filter((warning) => warning.severity === severity)
  return warnings.map(({ message }) => annotation('warning', severity, result, message))
}

const shown = 10 // GitHub shows no more of a step, of each level

/** @param found of one level */
function limited(found: Annotation[]) {
  const rest = found.slice(shown - 1)
  if (rest.length < 2) return found
  const message = rest.map((annotation) => `${annotation.title}: ${annotation.message}`).join('\n')
  return [...found.slice(0, shown - 1), { ...rest[0], title: `${rest.length} more`, message }]
}

/** @returns an annotation as `@actions/core` writes it, with its properties in this order */
export const workflowCommand = (
  level: 'error' | 'warning' | 'notice',
  properties: Record<string, string | number>,
  message: string
) =>
  `::${level} ${Object.entries(properties)
    .map(([name, value]) => `${name}=${property(String(value))}`)
    .join(',')}::${data(message)}`

const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/**
 * Where a scenario stands in its file.
 *
 * @param scenario its name; null: no certain one
 * @returns from 1: the line of its name, else that of the plugin's options, else the first
 */
function lineOfScenario(text: string, scenario: string | null) {
  const document = parseDocument(text)
  const scenarios = document.get('scenarios')
  const keyIn = (map: unknown, name: string) =>
    isMap<Scalar>(map) ? map.items.find(({ key }) => key?.value === name)?.key : undefined
  const own = isSeq(scenarios) && scenarios.items.find((each) => isMap(each) && String(each.get('name')) === scenario)
  let found = keyIn(own, 'name')
  visit(document, { Map: (_, map) => void (found ??= keyIn(map, 'speedup')) })
  return text.slice(0, found?.range?.[0] ?? 0).split('\n').length
}
