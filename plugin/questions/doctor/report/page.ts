import { join } from 'node:path'
import { capitalised } from '../../../concepts/wording.ts'
import { markup } from '../../../report/markup.ts'
import { codeLink, codesSection, withCode } from '../../../report/page/codes-section.ts'
import { documentOf, framed, standsAlone } from '../../../report/page/section.ts'
import { findingsTable } from '../../../report/page/trust-section.ts'
import { verdictBox } from '../../../report/page/verdict-box.ts'
import { writeWhole } from '../../../report/write-report.ts'
import type { Examination, Finding } from '../concepts.ts'
import { examinationLines, examinationMarkdown } from './console.ts'
import { findingExplanations } from './explanations.ts'

/** @returns the page's path. @throws SpeedupError NOT_WRITABLE */
export function writeExamination(reportDirectory: string, examination: Examination) {
  const folder = join(reportDirectory, 'doctor')
  writeWhole(folder, 'summary.md', `${examinationMarkdown(examinationLines(examination))}\n`)
  return writeWhole(folder, 'index.html', examinationPage(examination))
}

const statuses = { breaks: 'problem', costs: 'warning', look: 'note', unknown: 'none' } as const

/** The same examination gives the same page, byte for byte. */
export function examinationPage(examination: Examination) {
  const { app, findings, accepted, fine } = examination
  const { title, answer } = examinationLines(examination)
  const status = findings[0]?.level === 'breaks' ? 'fail' : 'none'
  const name = `${app} · would it break in a cluster?`
  const rows = [
    ...findings.map(rowOf),
    ...fine.map(({ title, text }) => ({ status: 'ok' as const, title: capitalised(title), text: capitalised(text) }))
  ]
  const body = markup`<h1>${name}</h1>
<p class="provenance">${title}</p>
${verdictBox(status, answer, null)}${framed({ id: 'seen', title: 'What was seen' }, [
    findingsTable(rows),
    accepted.length > 0 && markup`<p>Accepted: ${accepted.map(({ code }) => markup`${codeLink('finding', code)} `)}</p>`
  ])}`
  return documentOf({ title: `${answer} · ${name}`, description: title, styles: ['page'] }, [
    body,
    codesSection(body.text),
    markup`<footer><p>Made by artillery-plugin-speedup. ${standsAlone}</p></footer>\n`
  ])
}

const rowOf = ({ level, title, sentence, place, code }: Finding) => ({
  status: statuses[level],
  word: level.toUpperCase(),
  title: capitalised(title),
  text: markup`${capitalised(sentence)}. ${codeLink('finding', code)}\
${place && markup`<p><code>${place.file}:${place.line}</code> <code>${place.text}</code></p>`}\
<p class="muted">${withCode(findingExplanations[code][2])}</p>`
})
