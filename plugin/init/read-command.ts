import { lstatSync, readFileSync, readlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { demandScript, isForNode, launchOf, withMore, isFile, findScript, type Reading } from './find-app.ts'
import { foldersUpFrom, type Project } from './read-project.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { runNode, runNodemon, withoutRestarts, runTsNode, runTsx } from './node-programs.ts'

/** Where a command is to be run. */
export interface Place {
  project: Project
  source: string // what names the command, for messages, such as `scripts.start`
  follow: (words: string[]) => Reading // reads the command that another one starts
  followScript: (script: string, args: string[]) => Reading // reads one of package.json's scripts
}

/** They start several programs, or none that serves. */
const severalOrNone = new Set(['concurrently', 'run-p', 'npm-run-all', 'run-s', 'wait-on', 'turbo', 'nx', 'lerna', 'tsc', 'webpack', 'rimraf', 'echo', 'rm', 'mkdir', 'cp'])

/** Where a server listens that is told to listen on PORT, when it is not set. */
const usualPort = 3000
/** In the place of a variable: its value, which may be a secret, is nothing for a file. */
const unknown = '\ue000'
const needsVariable = { puzzle: 'needs a variable, whose value is nothing for a file' }

/**
 * How Node would start what a command of package.json starts.
 *
 * @param where trail: the scripts that led here
 * @throws SpeedupError INVALID_SETTINGS: it names a file that is not there
 */
export function readCommand(text: string, where: { project: Project, port: number | null, source: string, trail?: string[] }): Reading {
  const steps = parseCommand(text, (name, fallback) => (name === 'PORT' ? String(where.port ?? fallback ?? usualPort) : fallback ?? unknown))
  if (steps === null) return { puzzle: 'only a shell can take apart' }
  if (steps.flat().some(([program]) => program === 'cd' || program === 'pushd')) return { puzzle: 'goes to another folder: run init there' }
  const place = placeOf(where)
  let reading: Reading = { puzzle: 'is empty' }
  for (const words of steps.at(-1) ?? []) {
    reading = readWords(words, place)
    if ('launch' in reading) break
  }
  if ('launch' in reading && reading.launch.args.some((word) => word.includes(unknown))) return needsVariable
  return steps.flat().length < 2 ? reading : withMore(reading, { remarks: [`Of \`${text}\`, init runs only the app; whatever else that does has to be done already.`] })
}

function placeOf({ project, port, source, trail = [] }: Parameters<typeof readCommand>[1]): Place {
  const place: Place = {
    project,
    source,
    follow: (words) => readWords(words, place),
    followScript(script, args) {
      const command = project.manifest.scripts?.[script]
      if (typeof command !== 'string' || trail.includes(script)) return { puzzle: `leads to scripts.${script}, which is not there or leads back` }
      const whole = [command, ...args.map((word) => JSON.stringify(word))].join(' ')
      return readCommand(whole, { project, port, source: `scripts.${script}`, trail: [...trail, script] })
    }
  }
  return place
}

function readWords([program, ...rest]: string[], place: Place): Reading {
  if (program === undefined) return { puzzle: 'starts nothing' }
  const assignment = /^(\w+)=([^]*)$/.exec(program)
  if (assignment !== null) return withMore(place.follow(rest), assign(assignment[1], assignment[2]))
  if ([program, ...rest].some((word) => word.includes(unknown) && !/^\w+=/.test(word))) return needsVariable
  if (Object.hasOwn(programs, program)) return programs[program](rest, place)
  if (severalOrNone.has(program)) return { puzzle: `starts several programs, or none that serves (${program})` }
  if (program.includes('/')) return readFile(program, rest, place)
  const script = resolveBin(place.project, program)
  if (script !== null) return launchOf(script, { args: rest })
  return { puzzle: `starts ${program}, which is not installed here as a program for Node` }
}

function assign(name: string, value: string) {
  return value.includes(unknown) ? { remarks: [`${name} is left out, since its value comes from a variable: set ${name} itself, here and when you compare.`] } : { env: { [name]: value } }
}

function readFile(path: string, args: string[], { project, source }: Place): Reading {
  const script = demandScript(project, path, `${source} runs ${path}`)
  if (isForNode(script)) return launchOf(script, { args })
  return { puzzle: `starts ${path}, which is no program for Node` }
}

/**
 * Pieces of a shell's command line: white space, an operator, a redirection, quoted and bare text. What a shell would
 * have to run first, $(...) and backticks, is none of them.
 */
const piece = /(?<space>\s+)|(?<operator>&&|\|\||[;&|\n])|(?<redirection>\d?[<>]+(?:&\d)?\s*[^\s;&|]*)|'(?<single>[^']*)'|"(?<double>(?:\\.|[^"\\`])*)"|\\(?<escaped>.)|(?<bare>(?:[^\s'"\\;&|<>`$()]|\$(?!\())+)/y

/**
 * @param text such as a script of package.json
 * @param variable its value
 * @returns the steps, one after another; of each the commands beside one another (`||`, `&`); of each its words, of a
 *   pipe those of the first one; null: only a shell can tell
 */
export function parseCommand(text: string, variable: (name: string, fallback: string | undefined) => string): string[][][] | null {
  const steps: string[][][] = [[[]]]
  let word: string | null = null
  let isPiped = false
  const endWord = () => {
    if (word !== null && !isPiped) steps.at(-1)?.at(-1)?.push(word)
    word = null
  }
  for (piece.lastIndex = 0; piece.lastIndex < text.length; ) {
    const found = piece.exec(text)?.groups
    if (found === undefined) return null
    if (found.space !== undefined || found.redirection !== undefined) endWord()
    else if (found.operator !== undefined) {
      endWord()
      isPiped = found.operator === '|'
      if (found.operator === '||' || found.operator === '&') steps.at(-1)?.push([])
      else if (!isPiped) steps.push([[]])
    } else word = (word ?? '') + textOf(found, variable)
  }
  endWord()
  return steps.map((commands) => commands.filter((words) => words.length > 0)).filter((commands) => commands.length > 0)
}

function textOf({ single, double, escaped, bare }: Record<string, string | undefined>, variable: (name: string, fallback: string | undefined) => string) {
  return single ?? escaped ?? (double ?? bare ?? '').replace(/\\(["\\$`])|\$(?:(\w+)|\{(\w+)(?::?-([^}]*))?\})/g, (_, literal, plain, braced, fallback) => literal ?? variable(plain ?? braced, fallback))
}

/**
 * The JavaScript file behind a command that a package has installed.
 *
 * @param name such as `fastify`
 * @returns absolute path; null: it is not there, or is no program for Node
 */
function resolveBin({ folder }: Pick<Project, 'folder'>, name: string): string | null {
  for (const one of foldersUpFrom(folder)) {
    const bin = join(one, 'node_modules', '.bin', name)
    if (!isFile(bin)) continue
    // Not the real path: in a store of versions, that changes with each update.
    const target = lstatSync(bin).isSymbolicLink() ? resolve(dirname(bin), readlinkSync(bin)) : readShim(bin)
    return target !== null && isFile(target) && isForNode(target) ? target : null
  }
  return null
}

/** pnpm writes a shell script instead of a link. */
function readShim(file: string) {
  const [, path] = /"\$basedir\/([^"]+)"\s+"\$@"/.exec(readFileSync(file, 'utf8')) ?? []
  return path === undefined ? null : resolve(dirname(file), path)
}

export interface CommandOption {
  name: string // without its dashes
  value: string | null
  words: string[] // as they were written
}

/**
 * Splits a program's options from what follows them.
 *
 * @param valued names of the options that take the next word as their value, separated by spaces
 * @returns rest: from the first word that is no option
 */
export function splitOptions(words: string[], valued: string): { options: CommandOption[], rest: string[] } {
  const takesNext = new Set(valued.split(' '))
  const options: CommandOption[] = []
  let i = 0
  for (; i < words.length && words[i].startsWith('-') && words[i] !== '--'; i++) {
    const [written, value] = cut(words[i].replace(/^--?/, ''))
    const isCut = value === null && takesNext.has(written) && i + 1 < words.length
    options.push({ name: written, value: isCut ? words[i + 1] : value, words: words.slice(i, i + (isCut ? 2 : 1)) })
    if (isCut) i++
  }
  return { options, rest: words.slice(words[i] === '--' ? i + 1 : i) }
}

function cut(text: string): [string, string | null] {
  const at = text.indexOf('=')
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}

/** what it would start, from the words behind its name */
type Program = (words: string[], place: Place) => Reading

/** The programs that start another one, or Node, each in a way of its own. */
const programs: Record<string, Program> = {
  node: runNode,
  nodejs: runNode,
  'node-dev': (words, place) => withMore(runNode(words, place), { remarks: [withoutRestarts('node-dev')] }),
  nodemon: runNodemon,
  tsx: runTsx,
  'ts-node': runTsNode,
  'ts-node-esm': runTsNode,
  'ts-node-dev': runTsNode,
  tsnd: runTsNode,
  'cross-env': (words, place) => place.follow(words),
  'cross-env-shell': (words, place) => place.follow(words),
  env: (words, place) => place.follow(words),
  exec: (words, place) => place.follow(words),
  npx: (words, place) => place.follow(splitOptions(words, 'p package').rest),
  npm: (words, place) => runScript(words, { handsOver: (word) => !word.startsWith('-'), place }),
  pnpm: (words, place) => runScript(words, { handsOver: () => true, place }),
  yarn: (words, place) => runScript(words, { handsOver: () => true, place }),
  dotenv: (words, place) => runWithEnvFiles(words, { files: 'e', variables: 'v', place }),
  dotenvx: (words, place) => runWithEnvFiles(words.slice(1), { files: 'f env-file', variables: 'e env', place }),
  'env-cmd': (words, place) => runWithEnvFiles(isEnvFile(words[0]) ? ['-f', ...words] : words, { files: 'f file', variables: '', place }),
  pm2: runPm2,
  'pm2-runtime': runPm2,
  nest: runNest,
  bun: () => ({ puzzle: 'is for Bun, and the app is compared under Node' }),
  deno: () => ({ puzzle: 'is for Deno, and the app is compared under Node' })
}

/** They choose another package than the one here. */
const elsewhere = /^(?:-w|--workspaces?|--prefix|-C|--dir|-F|--filter|--cwd)(?:=|$)/

/**
 * @param words behind the name of a package manager
 * @param how handsOver: whether a word behind the script's name, without -- between them, is the script's
 */
function runScript(words: string[], { handsOver, place }: { handsOver: (word: string) => boolean, place: Place }): Reading {
  const dashes = words.includes('--') ? words.indexOf('--') : words.length
  const own = words.slice(0, dashes)
  const rest = words.slice(dashes + 1)
  if (own.some((word) => elsewhere.test(word))) return { puzzle: 'runs another package: go to its folder and run init there' }
  const [verb, ...more] = splitOptions(own, '').rest
  if (verb === 'exec' || verb === 'dlx') return place.follow([...more, ...rest])
  const isRun = verb === 'run' || verb === 'run-script'
  const [script, ...args] = isRun ? splitOptions(more, '').rest : [verb, ...more]
  if (place.project.manifest.scripts?.[script] !== undefined) return place.followScript(script, [...args.filter(handsOver), ...rest])
  // yarn and pnpm run a package's program, too.
  return isRun || script === undefined ? { puzzle: `names no script of package.json (${script ?? 'none'})` } : place.follow([script, ...args, ...rest])
}

/** @param how files, variables: the options that name them */
function runWithEnvFiles(words: string[], { files, variables, place }: { files: string, variables: string, place: Place }): Reading {
  const { options, rest } = splitOptions(words, `${files} ${variables}`)
  const valuesOf = (names: string) => options.flatMap(({ name, value }) => (names.split(' ').includes(name) && value !== null ? [value] : []))
  const unread = options.find(({ name, value }) => value === null && !/^(?:o|override|overload|q|quiet|silent|no-expand)$/.test(name))
  if (unread !== undefined) return { puzzle: `has variables read in a way that Node does not know (${unread.words[0]})` }
  const named = valuesOf(files)
  // Those programs need no file; nor does Node, in this form.
  const nodeArgs = (named.length === 0 ? ['.env'] : named).map((file) => `--env-file-if-exists=${file}`)
  return withMore(place.follow([...valuesOf(variables), ...rest]), { nodeArgs, remarks: ['Node itself reads the file of environment variables (--env-file-if-exists).'] })
}

function isEnvFile(word: string | undefined = '') {
  return /^[^-].*\.env$|(?:^|\/)\.env[^/]*$/.test(word)
}

function runPm2(words: Parameters<Program>[0], { project, source }: Parameters<Program>[1]): ReturnType<Program> {
  const [verb, ...more] = words
  const { rest: [script, ...args] } = splitOptions(verb === 'start' || verb === 'restart' ? more : words, 'i instances n name env')
  if (script === undefined || !/\.[cm]?[jt]s$/.test(script) || /\.config\.[cm]?js$/.test(script)) return { puzzle: 'has PM2 read what it starts from a file of its own' }
  const dashes = args.indexOf('--')
  const remarks = ['PM2 is left out: here one process is compared with a cluster of Node’s own.']
  return launchOf(demandScript(project, script, `${source} runs ${script}`), { args: dashes === -1 ? [] : args.slice(dashes + 1), remarks })
}

function runNest(words: Parameters<Program>[0], { project, source }: Parameters<Program>[1]): ReturnType<Program> {
  if (words[0] !== 'start') return { puzzle: 'starts no app' }
  const script = ['dist/main.js', 'dist/src/main.js'].map((path) => findScript(project, path)).find((path) => path !== null)
  if (script !== undefined) return launchOf(script ?? '', { remarks: ['`nest start` builds the app first; init runs what was built last.'] })
  throw new SpeedupError('INVALID_SETTINGS', `${source} runs dist/main.js, but there is no file ${join(project.folder, 'dist/main.js')}. Build the app first: npx nest build. Or name the file that starts the server: --app <file>.`)
}
