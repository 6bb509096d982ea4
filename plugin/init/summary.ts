import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { counted, list, listCounts } from '../concepts/wording.ts'
import type { FoundApp } from './find-app.ts'
import type { Load } from './measure-answers.ts'
import type { Project } from './read-project.ts'
import type { Trial } from './try-app.ts'

/** @returns lines */
export function appLines({ folder, framework }: Project, { script, origin, remarks }: FoundApp): string[] {
  const article = /^[AEIOU]/.test(framework) ? 'an' : 'a'
  const kind = framework === '' ? '' : `, ${article} ${framework} app`
  return [line('app', `${relative(folder, script)}${kind} (${origin})`), ...remarks.map((remark) => line('', remark))]
}

/** @returns lines */
export function trialLines({ settings: { target, variants: [, clustered] }, obeysPort, takenPort, otherPorts, path, times }: Trial, load: Load): string[] {
  const taken = takenPort === null ? '' : `; not ${takenPort}, which another program has`
  const led = path.from === null ? '' : ` (${path.from} leads there)`
  const failed = Object.values(times.failures).reduce((sum, count) => sum + count, 0)
  return [
    line('port', `${target.port}, ${obeysPort ? `since it listens where PORT says${taken}` : 'whatever PORT says'}`),
    ...(otherPorts.length === 0 ? [] : [line('', `It listens on ${list(otherPorts.map(String))}, too: --port chooses another one.`)]),
    line('path', `${path.path}${led} answers in ${milliseconds(times.medianMs)}, and ${Math.round(times.perSecond)} times a second when ${times.users} users ask at once`),
    ...(failed === 0 ? [] : [line('', `But then not every answer is below 400: ${listCounts(times.failures)}. If it limits how often one may ask, switch that off while you compare.`)]),
    line('cluster', `starts as well, with ${counted(Number(clustered.workers), 'worker')}`),
    line('load', `${load.users} users, who ask again as soon as they have an answer, for ${load.seconds} s`)
  ]
}

/**
 * @param files absolute paths
 * @returns lines
 */
export function fileLines({ folder }: Project, { written, left }: { written: string[], left: string[] }): string[] {
  const shown = (file: string) => relative(folder, file)
  return [...written.map((file) => line('written', shown(file))), ...left.map((file) => `${shown(file)} exists already: left as it is.`)]
}

/** @returns lines */
export function ignoreLines({ folder, repository }: Project): string[] {
  const ignores = [folder, repository].map((one) => join(one, '.gitignore')).filter((file) => existsSync(file))
  if (!existsSync(join(repository, '.git')) || ignores.some((file) => /^\/?(?:.*\/)?reports\b/m.test(readFileSync(file, 'utf8')))) return []
  return ['Results are kept in reports/, which is best named in .gitignore.']
}

/**
 * @param next missing: packages; load: null: not known; testFile: empty: none
 * @returns lines
 */
export function nextLines({ missing, packageManager, command, load, testFile }: { missing: string[], packageManager: Project['packageManager']['name'], command: string, load: Load | null, testFile: string }): string[] {
  const install = { npm: 'npm install --save-dev', pnpm: 'pnpm add --save-dev', yarn: 'yarn add --dev' }[packageManager]
  const takes = load === null ? '' : `   # takes about ${roughDuration(comparisonSeconds(load))}`
  return ['Next:', ...(missing.length > 0 ? [`  ${install} ${missing.join(' ')}`] : []), `  ${command}${takes}`, ...(testFile === '' ? [] : [`  npx mocha ${testFile}   # the same as a test`])]
}

/** A warm-up and three rounds of two variants, with what Artillery and the app need to start and to stop. */
function comparisonSeconds({ seconds }: Load) {
  const [variants, rounds, warmUpSeconds, restSeconds] = [2, 3, 4, 4]
  return variants * (warmUpSeconds + rounds * (seconds + restSeconds))
}

function line(word: string, text: string) {
  return `${word.padEnd(8)} ${text}`
}

/** @returns as precise as a first look is */
export function milliseconds(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}

/** @returns such as "80 s", "4 minutes" */
function roughDuration(seconds: number): string {
  return seconds < 105 ? `${10 * Math.round(seconds / 10)} s` : `${Math.round(seconds / 60)} minutes`
}
