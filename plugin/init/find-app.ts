import { join, relative, resolve } from 'node:path'
import { refuse, SpeedupError } from '../concepts/errors.ts'
import { applying, shellWord } from '../concepts/wording.ts'
import { readIfThere } from '../processes/proc.ts'
import type { Wishes } from './questions.ts'
import { byTsx, readLine, readPackageScript, Unreadable, type Context, type Launch } from './read-command.ts'
import { isFile } from '../settings/read-app.ts'
import { findPackage, findScript, type Project } from './read-project.ts'

/** name: its script, as a path from the package's folder; origin: what named it, in words */
export type FoundApp = Launch & { name: string; origin: string }

/** Frameworks that compile views anew for each response unless NODE_ENV is production; Next.js sets that itself. */
const dependOnMode = ['Express', 'NestJS']

const usualNames = ['', 'src/'].flatMap((folder) =>
  ['server', 'app', 'index', 'main'].flatMap((name) =>
    ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((extension) => `${folder}${name}.${extension}`)
  )
)

type Wanted = Pick<Wishes, 'app' | 'port'>

/**
 * @param app a file, as a path from the package's folder, or a command, such as "npm start"; null: to be found; mode:
 * NODE_ENV of whoever asks
 */
export function findApp(project: Project, wanted: Wanted, mode = process.env.NODE_ENV): FoundApp {
  const launch = findLaunch(project, wanted)
  return withMode({ ...launch, name: relative(project.folder, launch.script) }, project, mode)
}

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
      'To compare the app as it is deployed, put NODE_ENV=production before this command.'
    ]
  }
}

function findLaunch(project: Project, { app, port }: Wanted) {
  const {
    folder,
    manifest: { main }
  } = project
  const context = { project, port, names: [], origin: 'This command' }
  const { start, deployed, others } = commandsOf(context)
  const commands = [...start, ...deployed, ...others]
  if (app !== null) return launchGiven(app, commands, context)
  const problems: string[] = []
  const read = (wanted: Command[]) => {
    for (const { origin, text, launch } of wanted) {
      try {
        return { ...launch(), origin: `${origin}: ${text}` }
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error
        problems.push(`${origin} is \`${text}\`, which ${error.message}`)
      }
    }
    return null
  }
  const named = typeof main === 'string' ? findScript(folder, main) : null
  const usual = usualNames.map((name) => resolve(folder, name)).find(isFile)
  const found =
    read(start) ??
    (named === null ? null : launchFile(named, 'main of package.json', commands, project)) ??
    read(deployed) ??
    (usual === undefined ? null : launchFile(usual, 'a usual name', commands, project))
  if (found !== null) return { ...found, remarks: [...problems.map((problem) => `${problem}.`), ...found.remarks] }
  const names = [...deployed, ...others]
    .filter((command) => attempt(command) !== null)
    .map(({ origin }) => `"npm run ${origin.replace('scripts.', '')}"`)
  refuse(
    `No app was found in ${folder}: ${applying([
      start.length === 0 && 'package.json has no scripts.start',
      ...problems,
      typeof main === 'string' ? `main in package.json is ${main}, which does not exist` : 'package.json has no main',
      deployed.length === 0 && 'there is no Procfile or Dockerfile with a command'
    ]).join('; ')}; ` +
      'there is no server.js, app.js, index.js or main.js (nor .mjs, .cjs, .ts), here or in src. Name the file that starts the server: --app <file>' +
      `${names.length === 0 ? '' : `, or the command: --app ${names.join(' or ')}`}.`
  )
}

function launchGiven(app: string, commands: Command[], context: Context) {
  const file = resolve(context.project.folder, app)
  if (isFile(file)) return launchFile(file, 'as given', commands, context.project)
  let problem = `There is no file ${file}`
  try {
    if (/\s/.test(app)) return { ...readLine(app, [], context), origin: 'as given' }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    problem = `\`${app}\` is a command that ${error.message}`
  }
  refuse(`${problem}. Name the file that starts the server, relative to this folder, such as src/server.js.`)
}

/** What names a file says nothing of arguments, flags and files of variables: a command that starts it may. */
function launchFile(script: string, origin: string, commands: Command[], project: Project) {
  for (const command of commands) {
    const launch = attempt(command)
    if (launch?.script === script)
      return { ...launch, origin: `${origin}; started as by ${command.origin}: ${command.text}` }
  }
  const isCompiled = /\.[cm]?ts$/.test(script) && findPackage(project, 'tsx') !== null
  const remarks = isCompiled ? ['It is compiled by tsx, which is installed.'] : []
  return { script, args: [], nodeArgs: isCompiled ? byTsx : [], env: {}, remarks, origin }
}

/** origin: who says so: a script of package.json, or a file; text: as it is written */
type Command = { origin: string; text: string; launch: () => Launch }

/** How the project says that it is started; others: for development, maybe. */
function commandsOf(context: Context) {
  const {
    folder,
    manifest: { scripts }
  } = context.project
  const read = (name: string) => readIfThere(join(folder, name))
  const [, web = ''] = /^web:\s*(.+)$/m.exec(read('Procfile')) ?? []
  const deployed = Object.entries({ Procfile: web, Dockerfile: commandOfImage(read('Dockerfile')) }).flatMap(
    ([origin, text]): Command[] =>
      text === '' ? [] : [{ origin, text, launch: () => readLine(text, [], { ...context, origin }) }]
  )
  const written = Object.entries<unknown>(scripts ?? {}).flatMap(([name, text]): Command[] =>
    typeof text === 'string'
      ? [{ origin: `scripts.${name}`, text, launch: () => readPackageScript(name, [], context) }]
      : []
  )
  const { start = [], others = [] } = Object.groupBy(written, ({ origin }) =>
    origin === 'scripts.start' ? 'start' : 'others'
  )
  return { start, deployed, others }
}

/** @returns what the last stage of a Dockerfile runs, as a line, with paths from its folder; empty: nothing */
function commandOfImage(text: string) {
  const stage = text.split(/^FROM\b/im).at(-1) ?? ''
  const last = (name: string) =>
    [...stage.matchAll(new RegExp(`^${name}\\s+((?:.*\\\\\\n)*.*)`, 'gim'))]
      .at(-1)?.[1]
      .replaceAll('\\\n', ' ')
      .trim() ?? ''
  const lines = ['ENTRYPOINT', 'CMD'].map(last).map((line) => {
    try {
      return JSON.parse(line).map(shellWord).join(' ')
    } catch {
      return line
    }
  })
  const folder = last('WORKDIR').replace(/\/?$/, '/')
  return lines
    .join(' ')
    .replaceAll(folder, folder.length > 1 ? '' : folder)
    .trim()
}

/** @returns null: it can't be read, or names a file that is not there */
function attempt({ launch }: Command) {
  try {
    return launch()
  } catch (error) {
    if (error instanceof Unreadable || error instanceof SpeedupError) return null
    throw error
  }
}
