import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { programs, Unreadable, type Step } from './programs.ts'
import { findAbove, findScript, isFile, type Project } from './read-project.ts'

/** How Node starts an app, in the package's folder. */
export interface Launch {
  script: string // absolute path of a file that is there
  args: string[]
  nodeArgs: string[]
  env: Record<string, string>
  remarks: string[] // whole sentences: what is done otherwise than by the command that was read
}

/** @param script absolute path */
export function launchOf(script: string, rest: Partial<Launch> = {}): Launch {
  return { script, args: [], nodeArgs: [], env: {}, remarks: [], ...rest }
}

/** Where a server listens that is told to listen on PORT, when it is not set. */
const usualPort = 3000

/**
 * How Node would start what a script of package.json starts.
 *
 * @param port value of PORT; null: not known
 * @throws Unreadable, SpeedupError INVALID_SETTINGS: it names a file that is not there
 */
export function readPackageScript(project: Project, name: string, port: number | null): Launch {
  const { manifest: { scripts }, folder } = project
  const launch = launchOf('')
  const names: string[] = []
  let step: Step = { packageScript: name }
  while (step.file === undefined) {
    let { command = [] } = step
    if (step.packageScript !== undefined) {
      const text = scripts?.[step.packageScript]
      if (typeof text !== 'string' || names.includes(step.packageScript)) {
        throw new Unreadable(`leads to scripts.${step.packageScript}, which is not there or leads back`)
      }
      names.push(step.packageScript)
      const commands = splitCommand(text)
      command = [...(commands.at(-1) ?? []).map((word) => unquote(word, port)), ...step.args ?? []]
      if (command.length === 0) throw new Unreadable('is empty')
      const remark = `Of \`${text}\`, init runs only the app; whatever else that does has to be done already.`
      if (commands.length > 1) launch.remarks.push(remark)
    }
    step = readWords(command, project)
    launch.nodeArgs.push(...step.nodeArgs ?? [])
    launch.remarks.push(...step.remarks ?? [])
    Object.assign(launch.env, step.env)
  }
  const script = findScript(folder, step.file)
  if (script !== null) return { ...launch, script, args: step.args ?? [] }
  const hint = step.hint ?? (scripts?.build === undefined ? '' : 'If it has to be built, do that first (npm run build). ')
  const problem = `scripts.${names.at(-1)} runs ${step.file}, but there is no file ${resolve(folder, step.file)}. `
  throw new SpeedupError('INVALID_SETTINGS', `${problem}${hint}Or name the file that starts the server: --app <file>.`)
}

/** White space, what ends a command, a redirection or a pipe with all behind it, and a word. */
const piece = /[^\S\n]+|&&|[;\n]|\d?>+(?:&\d|\s*[^\s;&|]+)|\|[^;&|]+|(?:'[^']*'|"(?:[^"\\`$]|\$(?!\())*"|[^\s'"\\;&|<>`()])+/g

/** @returns the words of each command, with their quotes; the app's is the last */
function splitCommand(text: string) {
  const pieces = text.match(piece) ?? []
  if (pieces.join('') !== text) throw new Unreadable('only a shell can take apart')
  const commands: string[][] = [[]]
  for (const part of pieces) {
    if (/^(?:&&|;|\n)$/.test(part)) commands.push([])
    else if (!/^(?:\s|\||\d?>)/.test(part)) commands.at(-1)?.push(part)
  }
  if (commands.some(([program]) => program === 'cd' || program === 'pushd')) throw new Unreadable('goes to another folder: run init there')
  return commands.filter((words) => words.length > 0)
}

const variable = /\$(?:(\w+)|\{(\w+)(?::?-([^}]*))?\})/g

/** The value of a variable may be a secret, and is nothing for a file; but for PORT, and where the command has a default. */
function unquote(word: string, port: number | null) {
  const valueOf = (_: string, plain: string, braced: string, fallback?: string) => {
    if ((plain ?? braced) === 'PORT') return String(port ?? fallback ?? usualPort)
    if (fallback === undefined) throw new Unreadable('needs a variable, whose value is nothing for a file')
    return fallback
  }
  return word.replace(/'([^']*)'|"([^"]*)"|[^'"]+/g, (text, single, double) => single ?? (double ?? text).replace(variable, valueOf))
}

function readWords([program, ...words]: string[], project: Project): Step {
  if (program === undefined) throw new Unreadable('starts nothing')
  const [, name, value] = /^(\w+)=([^]*)$/.exec(program) ?? []
  if (name !== undefined) return { env: { [name]: value }, command: words }
  const known = programs.get(program)
  if (typeof known === 'string') throw new Unreadable(known)
  if (known !== undefined) return known(words, project)
  const file = program.includes('/') ? program : findBin(project, program)
  if (file === null) throw new Unreadable(`starts ${program}, which is not installed here as a program for Node`)
  const script = findScript(project.folder, file)
  if (script !== null && !isForNode(script)) throw new Unreadable(`starts ${program}, which is no program for Node`)
  return { file, args: words }
}

/** @returns absolute path of the JavaScript file behind a command that a package has installed; null: there is none */
function findBin({ folder }: Project, name: string): string | null {
  const above = findAbove(folder, join('node_modules/.bin', name))
  if (above === null) return null
  const bin = join(above, 'node_modules/.bin', name)
  // Not the real path: in a store of versions, that changes with each update. pnpm writes a shell script instead of a link.
  const target = lstatSync(bin).isSymbolicLink() ? readlinkSync(bin) : /"\$basedir\/([^"]+)"\s+"\$@"/.exec(readFileSync(bin, 'utf8'))?.[1]
  const file = resolve(dirname(bin), target ?? '')
  return isFile(file) && isForNode(file) ? file : null
}

/** @param file that is there */
function isForNode(file: string) {
  return /\.[cm]?[jt]s$/.test(file) || /^#!.*\bnode\b/.test(readFileSync(file, 'utf8').slice(0, 200))
}
