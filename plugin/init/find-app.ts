import { resolve } from 'node:path'
import { SpeedupError } from '../errors.ts'
import { findScript, isFile, type Launch } from './launch.ts'
import { readCommand } from './read-command.ts'
import { launchFile } from './typescript-programs.ts'
import type { Project } from './read-project.ts'

/** origin: what named it, in words */
export type FoundApp = Launch & { origin: string }

const usualNames = ['', 'src/'].flatMap((folder) =>
  ['server', 'app', 'index', 'main'].flatMap((name) => ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((extension) => `${folder}${name}.${extension}`))
)

/**
 * @param wanted app: a path from the package's folder; null: to be found
 * @throws SpeedupError INVALID_SETTINGS
 */
export function findApp(project: Project, { app, port }: { app: string | null, port: number | null }): FoundApp {
  if (app !== null) return { ...launchFile(project, demandFile(project, app)).launch, origin: '--app' }
  const { scripts, main } = project.manifest
  const start = typeof scripts?.start === 'string' ? scripts.start : null
  const reading = start === null ? null : readCommand(start, { project, port, source: 'scripts.start' })
  if (reading !== null && 'launch' in reading) return { ...reading.launch, origin: `scripts.start: ${start}` }
  const puzzle = reading === null ? null : `scripts.start is \`${start}\`, which ${reading.puzzle}`
  const remarks = puzzle === null ? [] : [`${puzzle}.`]
  const named = typeof main === 'string' ? findScript(project, main) : null
  if (named !== null) return { ...launchFile(project, named, remarks).launch, origin: 'main of package.json' }
  const usual = usualNames.find((name) => isFile(resolve(project.folder, name)))
  if (usual !== undefined) return { ...launchFile(project, resolve(project.folder, usual), remarks).launch, origin: 'its usual name' }
  throw noApp(project, puzzle)
}

/** @param puzzle what is wrong with scripts.start; null: there is none */
function noApp({ folder, manifest: { main } }: Project, puzzle: string | null) {
  const parts = [
    puzzle ?? 'package.json has no scripts.start',
    typeof main === 'string' ? `the main of package.json, ${main}, is not there` : 'package.json names no main',
    'there is no server.js, app.js, index.js or main.js (nor .mjs, .cjs, .ts), here or in src'
  ]
  return new SpeedupError('INVALID_SETTINGS', `No app was found in ${folder}: ${parts.join('; ')}. Name the file that starts the server: --app <file>.`)
}

function demandFile({ folder }: Project, given: string) {
  const file = resolve(folder, given)
  if (isFile(file)) return file
  throw new SpeedupError('INVALID_SETTINGS', `--app is ${JSON.stringify(given)}, but there is no file ${file}. Give the file that starts the server, a path from this folder, such as src/server.js.`)
}
