import { posix } from 'node:path'
import { counted, list, percent } from '../../plugin/concepts/wording.ts'
import { markdownTable, plain } from '../../plugin/report/ci/markdown.ts'
import { anchorOf } from '../site/sidebar.ts'
import { answers, answerWords, together, type Judgement } from './answers.ts'
import type { Comparison, ScenarioResult } from '../../plugin/concepts/comparison.ts'

/** A question that was measured: what is claimed, what came of it, and how to repeat it. */
export interface Checked {
  title: string
  source: string // Markdown
  quote?: string
  setUp: string
  changes: string[]
  points: CheckedPoint[]
  undecided?: string // why no answer is given
  beside?: string // the answer: a sentence
  name: string // of its script
  script: string // from the repository's folder
  command: string
  run: {
    file: string // from docs/
    comparison: Comparison
    result: ScenarioResult
    versions: Record<string, string>
  }
}

/** In Markdown. judgement: null where nothing is claimed */
export interface CheckedPoint {
  subject: string
  unit: string
  claimed: Figure
  measured: Figure
  judgement: Judgement | null
}

/** short: for the overview, such as "1.85x"; whole: such as "27 → 50: 1.85x" */
export type Figure = { short: string; whole: string }

/** @returns a table with a row for each question */
export const overview = (all: Checked[]): string =>
  markdownTable(
    [
      ['Question', 'Answer', 'Measured [interval]'],
      ...all.map((checked) => [
        `[${checked.title}](#${anchorOf(checked.title)})`,
        overallWords(checked),
        examplesOf(checked)
      ])
    ],
    ['---', '---', '---']
  )

/** Of each answer the first point; one on its own is not named again. */
function examplesOf({ points }: Checked): string {
  const judged = points.filter(({ judgement }) => judgement !== null)
  const byAnswer = [...Map.groupBy(judged.length === 0 ? points : judged, ({ judgement }) => judgement?.answer ?? null)]
  const order = Object.keys(answers)
  return byAnswer
    .toSorted(([a], [b]) => order.indexOf(String(a)) - order.indexOf(String(b)))
    .map(([answer, [{ subject, claimed, measured }]]) => {
      const beside = claimed.short === '' ? '' : `, claimed ${claimed.short}`
      const named = byAnswer.length === 1 ? '' : `${answer}: `
      return `${named}${subject} ${measured.short}${beside}`
    })
    .join('; ')
}

const judgementsOf = ({ points }: Checked) => points.flatMap(({ judgement }) => judgement ?? [])

const overallWords = (checked: Checked): string =>
  checked.undecided === undefined ? answerWords(together(judgementsOf(checked))) : `**unknown**: ${checked.undecided}`

/** @returns how many answers are given about intervals, all of which can be wrong by chance */
export const answersIn = (all: Checked[]): number =>
  all.flatMap(judgementsOf).filter(({ answer }) => answer !== 'unknown').length

export const answerList = (): string =>
  bullets(Object.entries(answers).map(([answer, meaning]) => `**${answer}**: ${meaning}.`))

/** @returns the question with its answer, in GitHub-flavoured Markdown */
export function section(checked: Checked): string {
  const { title, source, quote, beside, setUp, changes, points, script, command, run } = checked
  const { comparison, result } = run
  return [
    `## ${title}`,
    `Answer: ${overallWords(checked)}. ${beside ? `${beside} ` : ''}Source: ${source}. ${setUp}`,
    ...(quote === undefined ? [] : [`> ${quote}`]),
    markdownTable(
      [
        ['', 'claimed', `measured [${percent(result.confidence)} interval]`, 'answer'],
        ...points.map(({ subject, unit, claimed, measured, judgement }) => [
          unit === '' ? subject : `${subject}, ${unit}`,
          claimed.whole,
          measured.whole,
          judgement === null ? '' : `${answerWords(judgement)}. ${judgement.why}`
        ])
      ],
      ['---', '--:', '--:', '---']
    ),
    `What differs from theirs: ${changes.join(' ')}`,
    `Repeat it: \`${command}\` ([script](${posix.relative('docs', script)})). All results: [${posix.basename(run.file)}](${run.file}), ${[comparison.finishedAt.slice(0, 10), `baseline ${plain(result.baseline)}`, counted(result.rounds, 'round'), ...packagesOf(run)].join(', ')}.`
  ].join('\n\n')
}

export const bullets = (items: string[]): string => items.map((item) => `- ${item}`).join('\n')

export const packagesOf = ({ versions }: Pick<Checked['run'], 'versions'>): string[] =>
  Object.entries(versions).map(([name, version]) => plain(`${name} ${version}`))

/** @returns how many cores those machines have, in words, each number once */
export const coresIn = (all: Checked[]): string =>
  list([...new Set(all.map(({ run }) => counted(run.comparison.environment.cores, 'core')))])

export const machineOf = ({ environment: { cores, cpu, node, artillery } }: Pick<Comparison, 'environment'>): string =>
  [counted(cores, 'core'), cpu, `Node ${node}`, `Artillery ${artillery}`].map(plain).join(', ')

/** @returns on which machines all this was measured, each once */
export function machines(all: Checked[]): string {
  const byMachine = Map.groupBy(all, ({ run }) => machineOf(run.comparison))
  if (byMachine.size === 1) return `Measured on ${[...byMachine.keys()][0]}.`
  const named = [...byMachine].map(([machine, measured]) => `${machine} (${list(measured.map(({ name }) => name))})`)
  return `Measured on ${list(named)}.`
}
