import { resolve, join } from 'node:path'
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { SpeedupError } from '../concepts/errors.ts'
import { readCommand } from './read-command.ts'
import { launchFile } from './node-programs.ts'
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

/** How Node starts an app, in the package's folder. */
export interface Launch {
  script: string // absolute path of a file that is there
  args: string[]
  nodeArgs: string[]
  env: Record<string, string>
  remarks: string[] // whole sentences: what is done otherwise than by the command that was read
}

/** puzzle: why it can't be told how Node would start it, to be continued after "which" */
export type Reading = { launch: Launch } | { puzzle: string }

/** @param script absolute path */
export function launchOf(script: string, rest: Partial<Launch> = {}): { launch: Launch } {
  return { launch: { script, args: [], nodeArgs: [], env: {}, remarks: [], ...rest } }
}

/** @param more before its own */
export function withMore(reading: Reading, { nodeArgs = [], env = {}, remarks = [] }: Partial<Launch>): Reading {
  if ('puzzle' in reading) return reading
  const { launch } = reading
  return launchOf(launch.script, {
    args: launch.args,
    nodeArgs: [...nodeArgs, ...launch.nodeArgs],
    env: { ...env, ...launch.env },
    remarks: [...remarks, ...launch.remarks]
  })
}

/**
 * @param given a path as Node takes it: also of a folder with an index.js, or without .js
 * @returns absolute path; null: there is no such file
 */
export function findScript({ folder }: Pick<Project, 'folder'>, given: string): string | null {
  const path = resolve(folder, given)
  if (isFile(path)) return path
  try {
    return createRequire(join(folder, 'package.json')).resolve(path)
  } catch {
    return null
  }
}

export function isFile(path: string) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/** @param file that is there */
export function isForNode(file: string) {
  return /\.[cm]?[jt]s$/.test(file) || /^#!.*\bnode\b/.test(readFileSync(file, 'utf8').slice(0, 200))
}

/**
 * @param why it should be there, a sentence's beginning
 * @returns absolute path
 * @throws SpeedupError INVALID_SETTINGS
 */
export function demandScript(project: Project, given: string, why: string): string {
  const script = findScript(project, given)
  if (script !== null) return script
  const { build } = project.manifest.scripts ?? {}
  const hint = build === undefined ? '' : 'If it has to be built, do that first (npm run build). '
  throw new SpeedupError('INVALID_SETTINGS', `${why}, but there is no file ${resolve(project.folder, given)}. ${hint}Or name the file that starts the server: --app <file>.`)
}
