import { resolve } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { byTsx, Unreadable } from './programs.ts'
import { launchOf, readPackageScript, type Launch } from './read-command.ts'
import { findPackage, findScript, isFile, type Project } from './read-project.ts'

/** origin: what named it, in words */
export type FoundApp = Launch & { origin: string }

const extensions = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts']
const usualNames = ['', 'src/'].flatMap((folder) =>
  ['server', 'app', 'index', 'main'].flatMap((name) => extensions.map((extension) => `${folder}${name}.${extension}`)))

/**
 * @param wishes app: a path from the package's folder; null: to be found
 * @throws SpeedupError INVALID_SETTINGS
 */
export function findApp(project: Project, { app, port }: { app: string | null, port: number | null }): FoundApp {
  const { folder, manifest: { scripts, main } } = project
  if (app !== null) return launchFile(project, demandFile(folder, app), '--app')
  let problem: string | null = null
  if (typeof scripts?.start === 'string') {
    try {
      return { ...readPackageScript(project, 'start', port), origin: `scripts.start: ${scripts.start}` }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      problem = `scripts.start is \`${scripts.start}\`, which ${error.message}`
    }
  }
  const remarks = problem === null ? [] : [`${problem}.`]
  const named = typeof main === 'string' ? findScript(folder, main) : null
  if (named !== null) return launchFile(project, named, 'main of package.json', remarks)
  const usual = usualNames.map((name) => resolve(folder, name)).find(isFile)
  if (usual !== undefined) return launchFile(project, usual, 'its usual name', remarks)
  const problems = [
    problem ?? 'package.json has no scripts.start',
    typeof main === 'string' ? `the main of package.json, ${main}, is not there` : 'package.json names no main',
    'there is no server.js, app.js, index.js or main.js (nor .mjs, .cjs, .ts), here or in src'
  ]
  throw new SpeedupError('INVALID_SETTINGS', `No app was found in ${folder}: ${problems.join('; ')}. ` +
    'Name the file that starts the server: --app <file>.')
}

/** @param script absolute path of a file that no command names */
function launchFile(project: Project, script: string, origin: string, remarks: string[] = []): FoundApp {
  const isCompiled = /\.[cm]?ts$/.test(script) && findPackage(project, 'tsx') !== null
  const compiled = { nodeArgs: byTsx, remarks: [...remarks, 'tsx, which is installed, compiles it.'] }
  return { ...launchOf(script, isCompiled ? compiled : { remarks }), origin }
}

function demandFile(folder: string, path: string) {
  const file = resolve(folder, path)
  if (isFile(file)) return file
  throw new SpeedupError('INVALID_SETTINGS', `--app is ${JSON.stringify(path)}, but there is no file ${file}. ` +
    'Give the file that starts the server, a path from this folder, such as src/server.js.')
}
