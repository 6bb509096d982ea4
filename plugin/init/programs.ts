import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPackage, findScript, type Project } from './read-project.ts'

/** A command can't be read. The message is the reason, to be continued after "which". */
export class Unreadable extends Error {}

/** What a program starts: a file under Node, another command, or a script of package.json. */
export interface Step {
  file?: string // as the program takes it
  command?: string[]
  packageScript?: string
  args?: string[] // for the file or the script of package.json
  nodeArgs?: string[]
  env?: Record<string, string>
  remarks?: string[] // whole sentences: what is done otherwise than by the program
  hint?: string // how the file comes into being
}

/** What a program starts, from the words behind its name; or why that can't be read. */
type Program = ((words: string[], project: Project) => Step) | string

const nodeValues =
  'r require import loader experimental-loader C conditions env-file env-file-if-exists title inspect-port watch-path ' +
  'unhandled-rejections disable-warning input-type dns-result-order diagnostic-dir openssl-config icu-data-dir redirect-warnings ' +
  'report-dir report-directory tls-cipher-list tls-keylog max-http-header-size secure-heap'
const tsNodeValues = 'r require import P project O compiler-options C compiler I ignore watch ignore-watch debounce interval env-file'
const tsxValues = 'tsconfig r require import loader C conditions env-file env-file-if-exists include exclude'
const node = runFile('Node', nodeValues, /^(?!watch|inspect)/)
const tsNode = runFile('ts-node', tsNodeValues, /^(?:r|require|import|env-file)$/, 'ts-node')
const tsx = runFile('tsx', tsxValues, /^(?!tsconfig|include|exclude|watch|inspect|clear-screen|no-cache)/, 'tsx')
const severalOrNone = 'concurrently run-p npm-run-all run-s wait-on turbo nx lerna tsc webpack rimraf echo rm mkdir cp'.split(' ')

/** The known programs, by their names: how the arguments of each tell what it starts. */
const known: [names: string, program: Program][] = [
  ['node nodejs', node],
  ['node-dev', (words, project) => ({ ...node(words, project), remarks: [withoutRestarts('node-dev')] })],
  ['nodemon', runNodemon],
  ['tsx', (words, project) => tsx(words[0] === 'watch' ? words.slice(1) : words, project)],
  ['ts-node ts-node-esm ts-node-dev tsnd', tsNode],
  ['pm2 pm2-runtime', runPm2],
  ['nest', runNest],
  ['cross-env cross-env-shell env exec', (words) => ({ command: words })],
  ['npx', (words) => ({ command: splitOptions(words, 'p package').rest })],
  ['npm', runPackageScript((word) => !word.startsWith('-'))],
  ['pnpm yarn', runPackageScript(() => true)],
  ['dotenv', readEnvFiles('e', 'v')],
  ['dotenvx', ([, ...words]) => readEnvFiles('f env-file', 'e env')(words)],
  ['env-cmd', readEnvFiles('f file', '')],
  ['bun', 'is for Bun, and the app is compared under Node'],
  ['deno', 'is for Deno, and the app is compared under Node'],
  ...severalOrNone.map((name): [string, Program] => [name, `starts several programs, or none that serves (${name})`])
]
export const programs = new Map(known.flatMap(([names, program]) => names.split(' ').map((name) => [name, program])))

/** With these, Node and the others run no file. */
const withoutFile = /^(?:e|eval|p|print|pe|test|c|check|i|interactive|run|v|version)$/

/**
 * @param valued names of the options that take the next word as their value
 * @param forNode the options that Node gets; what is for development only is left out
 */
function runFile(name: string, valued: string, forNode: RegExp, compiler?: 'tsx' | 'ts-node') {
  return (words: string[], project: Project): Step => {
    const { options, rest: [file, ...args] } = splitOptions(words, valued)
    if (file === undefined || options.some((option) => withoutFile.test(option.name))) throw new Unreadable(`gives ${name} no file to run`)
    const tsNodes = options.filter(({ name, value = '' }) =>
      /^(?:r|require|import|(?:experimental-)?loader)$/.test(name) && /^ts-node(?:-dev)?(?:\/|$)/.test(value))
    const kept = options.filter((option) => forNode.test(option.name) && !tsNodes.includes(option)).flatMap((option) => option.words)
    const [tsconfig] = valuesOf(options, 'tsconfig P project')
    const { nodeArgs = [], ...compiled } = compile(project, tsNodes.length > 0 ? 'ts-node' : compiler, tsconfig)
    return { file, args, ...compiled, nodeArgs: [...kept, ...nodeArgs] }
  }
}

/** tsx is a loader for Node, which may as well be given to Node itself. */
export const byTsx = ['--import', 'tsx']

/** ts-node can't compile the file that Node starts with beside another --import, as ours; so another one does. */
function compile(project: Project, compiler?: 'tsx' | 'ts-node', tsconfig?: string): Partial<Step> {
  if (compiler === undefined) return {}
  if (compiler === 'ts-node' && findPackage(project, 'tsx') === null) {
    return { remarks: ['Node itself takes the place of ts-node, which can’t be observed while it is compared. That works without enums ' +
      'and parameter properties, and with file extensions in imports; for the rest: npm install --save-dev tsx.'] }
  }
  const remark = 'tsx, which is installed, takes the place of ts-node: that can’t be observed while it is compared.'
  const env: Step['env'] = tsconfig === undefined ? {} : { TSX_TSCONFIG_PATH: tsconfig }
  return { nodeArgs: byTsx, env, remarks: compiler === 'tsx' ? [] : [remark] }
}

const nodemonValues = `w watch e ext i ignore d delay s signal config x exec cwd polling-interval ${nodeValues}`
/** The options that nodemon does not hand to Node. */
const ofNodemon = new RegExp('^(?:[wediIsxVqCLhv]|watch|ext|ignore|delay|signal|exec|polling-interval|verbose|quiet|(?:no-)?stdin|' +
  'on-change-only|legacy-watch|spawn|dump|exitcrash|(?:no-)?colou?rs|no-update-notifier)$')

function runNodemon(words: string[], { folder, manifest }: Project): Step {
  const { options, rest } = splitOptions(words, nodemonValues)
  const config = readNodemonConfig(join(folder, 'nodemon.json'), manifest)
  if (config === null || 'execMap' in config || 'env' in config || valuesOf(options, 'config cwd').length > 0) {
    throw new Unreadable('has nodemon read what it starts from a file of its own')
  }
  const [exec = config.exec] = valuesOf(options, 'x exec')
  if (/[&|;<>$`'"]/.test(exec ?? '')) throw new Unreadable('has nodemon start what only a shell can take apart')
  const [script = manifest.main ?? 'index.js', ...args] = rest
  const program = exec?.trim().split(/\s+/) ?? (/\.[cm]?ts$/.test(script) ? ['node', '-r', 'ts-node/register'] : ['node'])
  const forNode = options.filter(({ name }) => !ofNodemon.test(name)).flatMap((option) => option.words)
  return { command: [...program, ...forNode, ...(exec === undefined ? [script, ...args] : rest)], remarks: [withoutRestarts('nodemon')] }
}

/** @returns null: it can't be read */
function readNodemonConfig(file: string, { nodemonConfig }: Project['manifest']): Record<string, any> | null {
  try {
    return { ...nodemonConfig, ...(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) }
  } catch {
    return null
  }
}

function withoutRestarts(program: string) {
  return `${program} is left out: it would only start the app again when a file changes.`
}

function runPm2([verb, ...more]: string[]): Step {
  const words = verb === 'start' || verb === 'restart' ? more : [verb, ...more]
  const { rest: [file = '', ...args] } = splitOptions(words, 'i instances n name env')
  if (!/(?<!\.config)\.[cm]?[jt]s$/.test(file)) throw new Unreadable('has PM2 read what it starts from a file of its own')
  return { file, args: cutAtDashes(args)[1], remarks: ['PM2 is left out: here one process is compared with a cluster of Node’s own.'] }
}

function runNest([verb]: string[], { folder }: Project): Step {
  if (verb !== 'start') throw new Unreadable('starts no app')
  const file = ['dist/main.js', 'dist/src/main.js'].find((path) => findScript(folder, path) !== null) ?? 'dist/main.js'
  const remarks = ['`nest start` builds the app first; init runs what was built last.']
  return { file, remarks, hint: 'Build the app first: npx nest build. ' }
}

/** They choose another package than the one here. */
const elsewhere = /^(?:-w|--workspaces?|--prefix|-C|--dir|-F|--filter|--cwd)(?:=|$)/

/** @param isForScript whether a word behind the script's name, without -- between them, is handed to the script */
function runPackageScript(isForScript: (word: string) => boolean) {
  return (words: string[], { manifest: { scripts = {} } }: Project): Step => {
    const [own, behind] = cutAtDashes(words)
    if (own.some((word) => elsewhere.test(word))) throw new Unreadable('runs another package: go to its folder and run init there')
    const [verb, ...more] = splitOptions(own).rest
    if (verb === 'exec' || verb === 'dlx') return { command: [...more, ...behind] }
    const isRun = verb === 'run' || verb === 'run-script'
    const [name, ...args] = isRun ? splitOptions(more).rest : [verb, ...more]
    if (scripts[name] !== undefined) return { packageScript: name, args: [...args.filter(isForScript), ...behind] }
    if (isRun || name === undefined) throw new Unreadable(`names no script of package.json (${name ?? 'none'})`)
    // yarn and pnpm run a package's program, too.
    return { command: [name, ...args, ...behind] }
  }
}

/** @param files, variables names of the options that give them */
function readEnvFiles(files: string, variables: string) {
  return (words: string[]): Step => {
    const { options, rest } = splitOptions(words, `${files} ${variables}`)
    const other = options.find(({ name, value }) => value === undefined && !/^(?:o|override|overload|q|quiet|silent|no-expand)$/.test(name))
    if (other !== undefined) throw new Unreadable(`has variables read in a way that Node does not know (${other.words[0]})`)
    const named = valuesOf(options, files)
    return {
      command: [...valuesOf(options, variables), ...rest],
      // Those programs need no file; nor does Node, in this form.
      nodeArgs: (named.length > 0 ? named : ['.env']).map((file) => `--env-file-if-exists=${file}`),
      remarks: ['Node itself reads the file of environment variables (--env-file-if-exists).']
    }
  }
}

interface Option {
  name: string // without its dashes
  value?: string
  words: string[] // as they were written
}

/** @returns rest: from the first word that is no option */
function splitOptions(words: string[], valued = '') {
  const options: Option[] = []
  let rest = words
  while (rest[0]?.startsWith('-') && rest[0] !== '--') {
    const [, name, value] = /^--?([^=]*)(?:=([^]*))?$/.exec(rest[0]) ?? []
    const takesNext = value === undefined && valued.split(' ').includes(name)
    options.push({ name, value: takesNext ? rest[1] : value, words: rest.slice(0, takesNext ? 2 : 1) })
    rest = rest.slice(takesNext ? 2 : 1)
  }
  return { options, rest: rest[0] === '--' ? rest.slice(1) : rest }
}

function valuesOf(options: Option[], names: string) {
  return options.flatMap(({ name, value }) => (value !== undefined && names.split(' ').includes(name) ? [value] : []))
}

/** @returns the words before -- and those behind it */
function cutAtDashes(words: string[]) {
  const dashes = words.includes('--') ? words.indexOf('--') : words.length
  return [words.slice(0, dashes), words.slice(dashes + 1)]
}
