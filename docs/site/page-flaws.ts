// What would be missing on a page without VitePress seeing it: what a code means, and the run of a figure. It needs no
// package: the site is built without those of the project.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { explainedCodes } from '../../plugin/report/explanations.ts'
import { claims, runOf as runOfClaim } from '../claims/claims.ts'
import { waysRun } from '../claims/ways.ts'
import { checks, runOf as runOfCheck } from '../evidence/checks.ts'
import { runOf as runOfTutorial, tutorials } from '../tutorials/claims/index.ts'
import { missingWords } from '../tutorials/kept.ts'
import { anchorOf, anchorsIn } from './sidebar.ts'

const measured = {
  'claims.md': claims.map(runOfClaim),
  'ways.md': [runOfClaim(waysRun)],
  'tutorials.md': tutorials.map(runOfTutorial),
  'evidence.md': checks.map(runOfCheck)
}

/** @returns what is missing, by name */
export function pageFlaws(docs: string, codes: string[] = explainedCodes.map(({ code }) => code)): string[] {
  const read = (page: string) => readFileSync(join(docs, page), 'utf8')
  const explained = anchorsIn(read('codes.md'))
  const ofCodes = codes
    .filter((code) => !explained.includes(anchorOf(code)))
    .map((code) => `docs/codes.md does not explain ${code}: UPDATE_GOLDEN=1 npx mocha test/docs/codes.test.ts`)
  const ofRuns = Object.entries(measured).flatMap(([name, runs]) => {
    const page = read(name)
    return runs.flatMap((run) => {
      if (!existsSync(join(docs, run.file))) return [missingWords(run)]
      return page.includes(`(${run.file})`) ? [] : [`docs/${name} has no figures of docs/${run.file}.`]
    })
  })
  return [...ofCodes, ...ofRuns]
}
