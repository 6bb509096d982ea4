import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { demandScript, isFile, isForNode, launchOf, withMore, type Launch } from './launch.ts'
import { programs, Unreadable, type Context } from './programs.ts'
import { findAbove, type Project } from './read-project.ts'

interface Command {
  project: Project
  port: number | null // the value of PORT
  source: string // what names the command, for messages, such as `scripts.start`
  trail?: string[] // the scripts that led here
  args?: string[] // added to the command
}

/** Where a server listens that is told to listen on PORT, when it is not set. */
const usualPort = 3000
/** In the place of a variable: its value, which may be a secret, is nothing for a file. */
const unknown = '\ue000'

/**
 * How Node would start what a command of package.json starts.
 *
 * @throws Unreadable, SpeedupError INVALID_SETTINGS: it names a file that is not there
 */
export function readCommand(text: string, { project, port, source, trail = [], args = [] }: Command): Launch {
  const commands = splitCommand(text, port)
  if (commands.some(([program]) => program === 'cd' || program === 'pushd')) throw new Unreadable('goes to another folder: run init there')
  const words = [...commands.at(-1) ?? [], ...args]
  if (words.length === 0) throw new Unreadable('is empty')
  if (words.some((word) => word.includes(unknown))) throw new Unreadable('needs a variable, whose value is nothing for a file')
  const context: Context = {
    project,
    source,
    follow: (next) => readWords(next, context),
    followScript(script, more) {
      const command = project.manifest.scripts?.[script]
      if (typeof command !== 'string' || trail.includes(script)) {
        throw new Unreadable(`leads to scripts.${script}, which is not there or leads back`)
      }
      return readCommand(command, { project, port, source: `scripts.${script}`, trail: [...trail, script], args: more })
    }
  }
  const launch = readWords(words, context)
  if (commands.length < 2) return launch
  return withMore(launch, { remarks: [`Of \`${text}\`, init runs only the app; whatever else that does has to be done already.`] })
}

/** White space, what ends a command, a redirection or a pipe with all behind it, and a word. */
const piece = /[^\S\n]+|&&|[;\n]|\d?>+(?:&\d|\s*[^\s;&|]+)|\|[^;&|]+|(?:'[^']*'|"(?:[^"\\`$]|\$(?!\())*"|[^\s'"\\;&|<>`()])+/g

/** @returns the words of each command; the app's is the last */
function splitCommand(text: string, port: number | null) {
  const pieces = text.match(piece) ?? []
  if (pieces.join('') !== text) throw new Unreadable('only a shell can take apart')
  const commands: string[][] = [[]]
  for (const part of pieces) {
    if (/^(?:&&|;|\n)$/.test(part)) commands.push([])
    else if (!/^(?:\s|\||\d?>)/.test(part)) commands.at(-1)?.push(unquote(part, port))
  }
  return commands.filter((words) => words.length > 0)
}

function unquote(word: string, port: number | null) {
  const valueOf = (name: string, fallback: string | undefined) => (name === 'PORT' ? String(port ?? fallback ?? usualPort) : fallback ?? unknown)
  return word.replace(/'([^']*)'|"([^"]*)"|[^'"]+/g, (text, single, double) => single ?? (double ?? text).replace(
    /\$(?:(\w+)|\{(\w+)(?::?-([^}]*))?\})/g, (_: string, plain: string, braced: string, fallback?: string) => valueOf(plain ?? braced, fallback)))
}

function readWords([program, ...words]: string[], context: Context): Launch {
  if (program === undefined) throw new Unreadable('starts nothing')
  const [, name, value] = /^(\w+)=([^]*)$/.exec(program) ?? []
  if (name !== undefined) return withMore(readWords(words, context), { env: { [name]: value } })
  const known = Object.hasOwn(programs, program) ? programs[program] : undefined
  if (typeof known === 'string') throw new Unreadable(known)
  if (known !== undefined) return known(words, context)
  if (program.includes('/')) {
    const script = demandScript(context.project, program, context.source)
    if (isForNode(script)) return launchOf(script, { args: words })
    throw new Unreadable(`starts ${program}, which is no program for Node`)
  }
  const script = findBin(context.project, program)
  if (script !== null) return launchOf(script, { args: words })
  throw new Unreadable(`starts ${program}, which is not installed here as a program for Node`)
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
