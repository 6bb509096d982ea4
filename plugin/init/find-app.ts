import { join, resolve } from 'node:path'
import { refuse } from '../concepts/errors.ts'
import { readIfThere } from '../processes/proc.ts'
import { byTsx, readPackageScript, Unreadable, type Launch } from './read-command.ts'
import { findPackage, findScript, isFile, type Project } from './read-project.ts'

/** origin: what named it, in words */
export type FoundApp = Launch & { origin: string }

/** Frameworks that compile views anew for each response unless NODE_ENV is production; Next.js sets that itself. */
const dependOnMode = ['Express', 'NestJS']

const usualNames = ['', 'src/'].flatMap((folder) =>
  ['server', 'app', 'index', 'main'].flatMap((name) =>
    ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((extension) => `${folder}${name}.${extension}`)
  )
)

type Wanted = { app: string | null; port: number | null }

/** @param app a path from the package's folder; null: to be found; mode: NODE_ENV of whoever asks */
export const findApp = (project: Project, wanted: Wanted, mode = process.env.NODE_ENV): FoundApp =>
  withMode(findFile(project, wanted), project, mode)

/** A comparison must not depend on the shell that it is called from, nor measure what nobody deploys. */
function withMode(app: FoundApp, { folder, framework }: Project, mode = '') {
  const isSet =
    app.env.NODE_ENV !== undefined || /^\s*(?:export\s+)?NODE_ENV\s*=/m.test(readIfThere(join(folder, '.env')))
  if (isSet || !dependOnMode.includes(framework)) return app
  if (mode !== '') return { ...app, env: { NODE_ENV: mode, ...app.env } }
  return {
    ...app,
    remarks: [
      ...app.remarks,
      'NODE_ENV is not set, so Express runs in development mode: slower, above all where it renders views.',
      'To compare the app as it is deployed: NODE_ENV=production npx artillery-speedup init'
    ]
  }
}

function findFile(project: Project, { app, port }: Wanted): FoundApp {
  const {
    folder,
    manifest: { scripts, main }
  } = project
  let problem: string | null = null
  const launchFile = (script: string, origin: string): FoundApp => {
    const isCompiled = /\.[cm]?ts$/.test(script) && findPackage(project, 'tsx') !== null
    const remarks = [
      ...(problem === null ? [] : [`${problem}.`]),
      ...(isCompiled ? ['It is compiled by tsx, which is installed.'] : [])
    ]
    return { script, args: [], nodeArgs: isCompiled ? byTsx : [], env: {}, remarks, origin }
  }
  if (app !== null) {
    const file = resolve(folder, app)
    if (isFile(file)) return launchFile(file, '--app')
    refuse(
      `--app is ${JSON.stringify(app)}, but there is no file ${file}. ` +
        'Name the file that starts the server, relative to this folder, such as src/server.js.'
    )
  }
  if (typeof scripts?.start === 'string') {
    try {
      return {
        ...readPackageScript('start', [], { project, port, names: [] }),
        origin: `scripts.start: ${scripts.start}`
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      problem = `scripts.start is \`${scripts.start}\`, which ${error.message}`
    }
  }
  const named = typeof main === 'string' ? findScript(folder, main) : null
  if (named !== null) return launchFile(named, 'main of package.json')
  const usual = usualNames.map((name) => resolve(folder, name)).find(isFile)
  if (usual !== undefined) return launchFile(usual, 'a usual name')
  refuse(
    `No app was found in ${folder}: ${problem ?? 'package.json has no scripts.start'}; ` +
      `${typeof main === 'string' ? `main in package.json is ${main}, which does not exist` : 'package.json has no main'}; ` +
      'there is no server.js, app.js, index.js or main.js (nor .mjs, .cjs, .ts), here or in src. Name the file that starts the server: --app <file>.'
  )
}
