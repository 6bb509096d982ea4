import { counted } from '../../../concepts/wording.ts'
import { workflowCommand } from '../../../report/ci/github.ts'
import { markdownTable, plain, withPlaces } from '../../../report/ci/markdown.ts'
import type { Examination } from '../concepts.ts'
import { findingExplanations } from './explanations.ts'

/** What is said on the console. rows: each with the level that it begins with; todo: what to do about it */
export function examinationLines({ app, workers, seconds, requests, checks, findings, accepted, fine }: Examination) {
  const breaking = findings.filter(({ level }) => level === 'breaks')
  const unknown = findings.filter(({ level }) => level === 'unknown').length
  const told = findings.map(({ level, title, sentence, place, code }) => ({
    word: level,
    todo: findingExplanations[code][2],
    text: `${level === 'unknown' ? `${title}: ` : ''}${sentence}\
${place === null ? '' : ` (${place.file}:${place.line})`}   [${code}]`
  }))
  const rest = unknown === 0 ? '' : `, but ${counted(unknown, 'check')} could not be completed`
  return {
    title: `${app}, as one process and as 2 workers: ${Math.round(seconds)} s, ${counted(checks.length, 'check')}, \
${counted(requests, 'request')}`,
    rows: [
      ...told,
      { word: 'accepted' as const, text: accepted.map(({ code }) => code).join(', '), todo: '' },
      { word: 'fine' as const, text: fine.map(({ text }) => text).join(' · '), todo: '' }
    ].filter(({ text }) => text !== ''),
    closing: [...new Set(breaking.map(({ code }) => findingExplanations[code][2]))],
    answer:
      breaking.length > 0
        ? `No: ${counted(breaking.length, 'thing breaks', 'things break')}. When that is fixed: \
npx artillery-speedup quick`
        : `Nothing breaks with ${counted(workers, 'worker')} that could be seen${rest}. Is it faster? \
npx artillery-speedup quick`
  }
}

/** The same, for the page of a job. */
export const examinationMarkdown = ({ title, rows, answer }: ReturnType<typeof examinationLines>) =>
  [
    `### ${plain(title)}`,
    plain(answer),
    markdownTable(
      [['', 'seen', 'what to do'], ...rows.map(({ word, text, todo }) => [word, withPlaces(text), plain(todo)])],
      ['---', '---', '---']
    )
  ].join('\n\n')

const annotationLevels = { breaks: 'error', costs: 'warning', look: 'notice', unknown: 'notice' } as const

/** For GitHub Actions: beside the line of each finding that has one. folder: of the app, from the workspace */
export const findingAnnotations = ({ findings }: Pick<Examination, 'findings'>, folder: string) =>
  findings.flatMap(({ place, level, sentence, code }) =>
    place === null
      ? []
      : workflowCommand(annotationLevels[level], { file: folder + place.file, line: place.line, title: code }, sentence)
  )
