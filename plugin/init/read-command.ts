import { existsSync, lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { refuse } from '../concepts/errors.ts'
import { isFile } from '../settings/read-app.ts'
import { findAbove, findScript, type Project } from './read-project.ts'

/** How Node starts an app, in the package's folder. */
export interface Launch {
  script: string // absolute path of a file that is there
  args: string[]
  nodeArgs: string[]
  env: Record<string, string>
  remarks: string[] // whole sentences: what is done otherwise than by the command that was read
}

/** A command can't be read. The message is the reason, to be continued after "which". */
export class Unreadable extends Error {}

/** port: value of PORT, null: not known; names: of the scripts of package.json that led here; origin: who says so */
export type Context = { project: Project; port: number | null; names: string[]; origin: string }

/**
 * How Node would start what a script of package.json starts.
 * @throws Unreadable, SpeedupError INVALID_SETTINGS: it names a file that is not there
 */
export function readPackageScript(name: string, args: string[], context: Context): Launch {
  const {
    project: {
      manifest: { scripts = {} }
    },
    names
  } = context
  const text = scripts[name]
  if (typeof text !== 'string' || names.includes(name))
    throw new Unreadable(`calls scripts.${name}, which does not exist or calls itself`)
  return readLine(text, args, { ...context, names: [...names, name], origin: `scripts.${name}` })
}

/** The same of a line for a shell. */
export function readLine(text: string, args: string[], context: Context): Launch {
  const { port } = context
  const commands = splitCommand(text)
  const env: Launch['env'] = {}
  const own = commands.pop() ?? []
  const others = commands.filter((command) => !exports(command, env, port))
  const words = [...own.map((word) => unquote(word, env, port)), ...args]
  if (words.length === 0) throw new Unreadable('is empty')
  const launch = readWords(words, context)
  const remarks = others.length > 0 ? [`Of \`${text}\`, only the app is run: run the rest first.`] : []
  return { ...launch, env: { ...env, ...launch.env }, remarks: [...remarks, ...launch.remarks] }
}

/** @param env gets what the command adds to the environment. @returns whether it does nothing else */
function exports([program, ...words]: string[], env: Launch['env'], port: number | null) {
  if (/^(?:\.|source|unset|eval)$|^\w+=/.test(program)) throw new Unreadable(shell)
  if (program !== 'export') return false
  for (const word of words) {
    const [, name, value] = /^(\w+)=([^]*)$/.exec(unquote(word, env, port)) ?? []
    if (name === undefined) throw new Unreadable(shell)
    env[name] = value
  }
  return true
}

const shell = 'only a shell can parse'

/** White space, what ends a command, a redirection or a pipe with all behind it, and a word. */
const piece =
  /[^\S\n]+|&&|[;\n]|\d?>+(?:&\d|\s*[^\s;&|]+)|\|[^;&|]+|(?!#)(?:'[^']*'|"(?:[^"\\`$]|\$(?!\())*"|\$\{[^}]*\}|[^\s'"\\;&|<>`()*?[\]{}~])+/g

/** @returns the words of each command, with their quotes; the app's is the last */
function splitCommand(text: string) {
  const pieces = text.match(piece) ?? []
  if (pieces.join('') !== text) throw new Unreadable(shell)
  const commands: string[][] = [[]]
  for (const part of pieces) {
    if (/^(?:&&|;|\n)$/.test(part)) commands.push([])
    else if (!/^(?:\s|\||\d?>)/.test(part)) commands.at(-1)?.push(part)
  }
  if (commands.some(([program]) => program === 'cd' || program === 'pushd'))
    throw new Unreadable('changes the folder: go there first')
  return commands.filter((words) => words.length > 0)
}

const variable = /\$(?:(\w+)|\{(\w+)(?::?[-=]([^}$'"~]*)|:?\?[^}]*)?\}|(?=\S))/g

/**
 * The value of a variable may be a secret, and is nothing for a file; but for PORT, and where the command has a
 * default.
 */
function unquote(word: string, env: Launch['env'], port: number | null) {
  const valueOf = (_: string, plain: string, braced: string, fallback?: string) => {
    const name = plain ?? braced
    if (name === undefined) throw new Unreadable(shell)
    if (env[name] !== undefined) return env[name]
    // Servers that listen on PORT listen on 3000 where it is not set.
    if (name === 'PORT') return String(port ?? fallback ?? 3000)
    if (fallback === undefined) throw new Unreadable('needs the value of a variable, which is written into no file')
    return fallback
  }
  return word.replace(
    /'([^']*)'|"([^"]*)"|[^'"]+/g,
    (text, single, double) => single ?? (double ?? text).replace(variable, valueOf)
  )
}

function readWords([program, ...words]: string[], context: Context): Launch {
  if (program === undefined) throw new Unreadable('starts nothing')
  const [, name, value] = /^(\w+)=([^]*)$/.exec(program) ?? []
  if (name !== undefined) {
    const launch = readWords(words, context)
    return { ...launch, env: { [name]: value, ...launch.env } }
  }
  // In an image, programs are named by their whole path.
  const programName = program.startsWith('/') ? basename(program) : program
  const known = programs.find(([names]) => names.split(' ').includes(programName))?.[1]
  if (typeof known === 'string') throw new Unreadable(known)
  if (known !== undefined) return known(words, context, programName)
  const { folder } = context.project
  const file = program.includes('/') ? program : findBin(folder, program)
  if (file === null) throw new Unreadable(`starts ${program}, which is not an installed Node program`)
  const script = findScript(folder, file)
  if (script !== null && !isForNode(script)) throw new Unreadable(`starts ${program}, which is not a Node program`)
  return launchOf(file, { args: words }, context)
}

/** @param hint how the file comes into being */
function launchOf(
  file: string,
  launch: Partial<Launch>,
  { project: { folder, manifest }, origin }: Context,
  hint?: string
): Launch {
  const script = findScript(folder, file)
  if (script !== null) return { script, args: [], nodeArgs: [], env: {}, remarks: [], ...launch }
  const usualHint =
    manifest.scripts.build === undefined ? '' : 'If the app needs a build, run that first (npm run build). '
  refuse(
    `${origin} runs ${file}, ` +
      `but there is no file ${resolve(folder, file)}. ${hint ?? usualHint}Or name the file that starts the server: --app <file>.`
  )
}

/** @returns absolute path of the JavaScript file behind a command that a package has installed; null: there is none */
function findBin(folder: string, name: string) {
  const bin = findAbove(folder, join('node_modules/.bin', name))
  if (bin === null) return null
  // Not the real path: in a store of versions, that changes with each update. pnpm writes a shell script instead of a
  // link.
  const target = lstatSync(bin).isSymbolicLink()
    ? readlinkSync(bin)
    : /"\$basedir\/([^"]+)"\s+"\$@"/.exec(readFileSync(bin, 'utf8'))?.[1]
  const file = resolve(dirname(bin), target ?? '')
  return isFile(file) && isForNode(file) ? file : null
}

/** @param file that is there */
const isForNode = (file: string) =>
  /\.[cm]?[jt]s$/.test(file) || /^#!.*\bnode\b/.test(readFileSync(file, 'utf8').slice(0, 200))

/** What a program starts, from the words behind its name; or why that can't be read. */
type Program = ((words: string[], context: Context, name: string) => Launch) | string

const tsNode = 'needs ts-node, which cannot be compared: use tsx instead'
const severalOrNone =
  'concurrently run-p npm-run-all run-s wait-on turbo nx lerna tsc webpack rimraf echo rm mkdir cp'.split(' ')

/** The known programs, by their names: how the arguments of each tell what it starts. */
const programs: [names: string, program: Program][] = [
  ['node nodejs', (words, context) => runFile(words, context)],
  ['tsx', (words, context) => runFile(words[0] === 'watch' ? words.slice(1) : words, context, byTsx)],
  ['nodemon node-dev', runWatched],
  ['pm2 pm2-runtime', runPm2],
  ['nest', runNest],
  [
    'cross-env cross-env-shell env exec dumb-init tini',
    (words, context) => readWords(splitOptions(words).rest, context)
  ],
  ['npx', (words, context) => readWords(splitOptions(words, 'p package').rest, context)],
  ['npm pnpm yarn', runPackageScript],
  ['ts-node ts-node-esm ts-node-dev tsnd', tsNode],
  [
    'dotenv dotenvx env-cmd',
    'loads variables from a file: use node --env-file=.env <file>, or set them now and whenever you compare'
  ],
  ['bun', 'needs Bun, but comparisons run on Node'],
  ['deno', 'needs Deno, but comparisons run on Node'],
  ...severalOrNone.map((name): [string, Program] => [name, `starts several programs, or no server (${name})`])
]

/** tsx is a loader for Node, which may as well be given to Node itself. */
export const byTsx = ['--import', 'tsx']

/** The options of Node and tsx that take the next word as their value. */
const valued =
  'r require import loader experimental-loader C conditions env-file env-file-if-exists title inspect-port watch-path ' +
  'unhandled-rejections disable-warning input-type dns-result-order diagnostic-dir openssl-config icu-data-dir redirect-warnings ' +
  'report-dir report-directory tls-cipher-list tls-keylog max-http-header-size secure-heap tsconfig include exclude'
/** With these, no file is run. */
const withoutFile = /^(?:e|eval|p|print|pe|test|c|check|i|interactive|run|v|version)$/
/** For development, or for tsx alone. */
const leftOut = /^(?:watch|inspect|tsconfig|include|exclude|clear-screen|no-cache)/

function runFile(words: string[], context: Context, compiler: string[] = []) {
  const {
    options,
    rest: [file, ...args]
  } = splitOptions(words, valued)
  if (file === undefined || options.some(({ name }) => withoutFile.test(name)))
    throw new Unreadable(`names no file for ${compiler === byTsx ? 'tsx' : 'Node'} to run`)
  if (options.some(({ value }) => value?.startsWith('ts-node'))) throw new Unreadable(tsNode)
  const tsconfig = options.find(({ name }) => name === 'tsconfig')?.value
  const kept = options.filter(({ name }) => !leftOut.test(name)).flatMap((option) => option.words)
  const env: Launch['env'] = tsconfig === undefined ? {} : { TSX_TSCONFIG_PATH: tsconfig }
  return launchOf(file, { args, nodeArgs: [...kept, ...compiler], env }, context)
}

function runWatched(words: string[], context: Context, name: string) {
  const { folder, manifest } = context.project
  if (
    /^-|\.[cm]?ts$/.test(words[0]) ||
    existsSync(join(folder, 'nodemon.json')) ||
    manifest.nodemonConfig !== undefined
  )
    throw new Unreadable(`makes ${name} read the command from its options or a config file`)
  return { ...runFile(words, context), remarks: [`${name} is skipped: it only restarts the app when a file changes.`] }
}

function runPm2([verb, ...more]: string[], context: Context) {
  const {
    rest: [file = '', ...args]
  } = splitOptions(verb === 'start' || verb === 'restart' ? more : [verb, ...more], 'i instances n name env')
  if (!/(?<!\.config)\.[cm]?[jt]s$/.test(file)) throw new Unreadable('makes PM2 read the command from a config file')
  const remarks = ['PM2 is skipped: one process is compared with a Node cluster.']
  return launchOf(file, { args: cutAtDashes(args)[1], remarks }, context)
}

function runNest([verb]: string[], context: Context) {
  if (verb !== 'start') throw new Unreadable('starts no app')
  const file =
    ['dist/main.js', 'dist/src/main.js'].find((path) => findScript(context.project.folder, path) !== null) ??
    'dist/main.js'
  const remarks = ['`nest start` builds the app first; what is run is the last build.']
  return launchOf(file, { remarks }, context, 'Build the app first: npx nest build. ')
}

/** They choose another package than the one here. */
const elsewhere = /^(?:-w|--workspaces?|--prefix|-C|--dir|-F|--filter|--cwd)(?:=|$)/

function runPackageScript(words: string[], context: Context, manager: string) {
  const [own, behind] = cutAtDashes(words)
  if (own.some((word) => elsewhere.test(word))) throw new Unreadable('runs another package: go to its folder first')
  const [verb, ...more] = splitOptions(own).rest
  if (verb === 'exec' || verb === 'dlx') return readWords([...more, ...behind], context)
  const isRun = verb === 'run' || verb === 'run-script'
  const [name, ...args] = isRun ? splitOptions(more).rest : [verb, ...more]
  // npm takes options for its own, where no -- is before them.
  const handed = args.filter((word) => manager !== 'npm' || !word.startsWith('-'))
  if (context.project.manifest.scripts[name] !== undefined)
    return readPackageScript(name, [...handed, ...behind], context)
  if (isRun || name === undefined) throw new Unreadable(`names no script of package.json (${name ?? 'none'})`)
  // yarn and pnpm run a package's program, too.
  return readWords([name, ...args, ...behind], context)
}

/**
 * @returns options: names without their dashes, words as they were written; rest: from the first word that is no option
 */
function splitOptions(words: string[], valued = '') {
  const options: { name: string; value?: string; words: string[] }[] = []
  let rest = words
  while (rest[0]?.startsWith('-') && rest[0] !== '--') {
    const [, name, value] = /^--?([^=]*)(?:=([^]*))?$/.exec(rest[0]) ?? []
    const takesNext = value === undefined && valued.split(' ').includes(name)
    options.push({ name, value: takesNext ? rest[1] : value, words: rest.slice(0, takesNext ? 2 : 1) })
    rest = rest.slice(takesNext ? 2 : 1)
  }
  return { options, rest: rest[0] === '--' ? rest.slice(1) : rest }
}

function cutAtDashes(words: string[]) {
  const dashes = words.includes('--') ? words.indexOf('--') : words.length
  return [words.slice(0, dashes), words.slice(dashes + 1)]
}
