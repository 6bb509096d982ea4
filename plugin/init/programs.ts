import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { byTsx, demandScript, findScript, launchOf, withMore, type Launch } from './launch.ts'
import { findPackage, type Project } from './read-project.ts'

/** A command can't be read. The message is the reason, to be continued after "which". */
export class Unreadable extends Error {}

/** Where a program is started, and how to read what it starts itself. */
export interface Context {
  project: Project
  source: string // what names the command, for messages
  follow: (words: string[]) => Launch
  followScript: (name: string, args: string[]) => Launch // a script of package.json
}

/** What a program would start, from the words behind its name; or why that can't be read. */
type Program = ((words: string[], context: Context) => Launch) | string

const nodeValues =
  'r require import loader experimental-loader C conditions env-file env-file-if-exists title inspect-port watch-path unhandled-rejections ' +
  'disable-warning input-type dns-result-order diagnostic-dir openssl-config redirect-warnings report-dir max-http-header-size'
const node = runFile('Node', nodeValues, /^(?:watch|inspect)/)
const tsNodeValues = 'r require import P project O compiler-options C compiler I ignore watch ignore-watch debounce interval env-file'
const tsNode = runFile('ts-node', tsNodeValues, /^(?!(?:r|require|import|env-file)$)/, 'ts-node')
const tsxValues = 'tsconfig r require import loader C conditions env-file env-file-if-exists include exclude'
const tsx = runFile('tsx', tsxValues, /^(?:tsconfig|include|exclude|watch|inspect|clear-screen|no-cache)/, 'tsx')
const follow: Program = (words, context) => context.follow(words)
const severalOrNone = 'concurrently run-p npm-run-all run-s wait-on turbo nx lerna tsc webpack rimraf echo rm mkdir cp'.split(' ')

/** All programs that are known: how the arguments of each tell which file Node has to start. */
export const programs: Record<string, Program> = {
  ...Object.fromEntries(severalOrNone.map((name) => [name, `starts several programs, or none that serves (${name})`])),
  node,
  nodejs: node,
  'node-dev': (words, context) => withMore(node(words, context), withoutRestarts('node-dev')),
  nodemon: runNodemon,
  tsx: (words, context) => tsx(words[0] === 'watch' ? words.slice(1) : words, context),
  'ts-node': tsNode,
  'ts-node-esm': tsNode,
  'ts-node-dev': tsNode,
  tsnd: tsNode,
  pm2: runPm2,
  'pm2-runtime': runPm2,
  nest: runNest,
  'cross-env': follow,
  'cross-env-shell': follow,
  env: follow,
  exec: follow,
  npx: (words, context) => context.follow(splitOptions(words, 'p package').rest),
  npm: (words, context) => runPackageScript(words, (word) => !word.startsWith('-'), context),
  pnpm: (words, context) => runPackageScript(words, () => true, context),
  yarn: (words, context) => runPackageScript(words, () => true, context),
  dotenv: (words, context) => readEnvFiles(words, 'e', 'v', context),
  dotenvx: ([, ...words], context) => readEnvFiles(words, 'f env-file', 'e env', context),
  'env-cmd': (words, context) => readEnvFiles(words, 'f file', '', context),
  bun: 'is for Bun, and the app is compared under Node',
  deno: 'is for Deno, and the app is compared under Node'
}

/** With these, Node and the others run no file. */
const withoutFile = /^(?:e|eval|p|print|pe|test|c|check|i|interactive|run|v|version)$/

/**
 * @param valued names of the options that take the next word as their value
 * @param own the options that are not for Node, or for development only
 */
function runFile(program: string, valued: string, own: RegExp, compiler?: 'tsx' | 'ts-node') {
  return (words: string[], { project, source }: Context) => {
    const { options, rest: [path, ...args] } = splitOptions(words, valued)
    if (path === undefined || options.some(({ name }) => withoutFile.test(name))) throw new Unreadable(`gives ${program} no file to run`)
    const tsNodes = options.filter(({ name, value = '' }) =>
      /^(?:r|require|import|(?:experimental-)?loader)$/.test(name) && /^ts-node(?:-dev)?(?:\/|$)/.test(value))
    const kept = options.filter((option) => !own.test(option.name) && !tsNodes.includes(option)).flatMap((option) => option.words)
    const [tsconfig] = valuesOf(options, 'tsconfig P project')
    const compiled = compile(project, tsNodes.length > 0 ? 'ts-node' : compiler, tsconfig)
    return launchOf(demandScript(project, path, source), { args, ...compiled, nodeArgs: [...kept, ...compiled.nodeArgs] })
  }
}

/** ts-node can't compile the file that Node starts with beside another --import, as ours; so another one does. */
function compile(project: Project, compiler?: 'tsx' | 'ts-node', tsconfig?: string): Omit<Launch, 'script' | 'args'> {
  const isTsNode = compiler === 'ts-node'
  if (compiler === 'tsx' || (isTsNode && findPackage(project, 'tsx') !== null)) {
    const remark = 'tsx, which is installed, takes the place of ts-node: that can’t be observed while it is compared.'
    return { nodeArgs: byTsx, env: tsconfig === undefined ? {} : { TSX_TSCONFIG_PATH: tsconfig }, remarks: isTsNode ? [remark] : [] }
  }
  const remark = 'Node itself takes the place of ts-node, which can’t be observed while it is compared. That works without enums and ' +
    'parameter properties, and with file extensions in imports; for the rest: npm install --save-dev tsx.'
  return { nodeArgs: [], env: {}, remarks: isTsNode ? [remark] : [] }
}

const nodemonValues = `w watch e ext i ignore d delay s signal config x exec cwd polling-interval ${nodeValues}`
/** The options that nodemon does not hand to Node. */
const ofNodemon = new RegExp('^(?:[wediIsxVqCLhv]|watch|ext|ignore|delay|signal|exec|polling-interval|verbose|quiet|(?:no-)?stdin|' +
  'on-change-only|legacy-watch|spawn|dump|exitcrash|(?:no-)?colou?rs|no-update-notifier)$')

function runNodemon(words: string[], { project: { folder, manifest }, follow }: Context) {
  const { options, rest } = splitOptions(words, nodemonValues)
  const config = readNodemonConfig(folder, manifest)
  if (config === null || 'execMap' in config || 'env' in config || valuesOf(options, 'config cwd').length > 0) {
    throw new Unreadable('has nodemon read what it starts from a file of its own')
  }
  const [exec = config.exec] = valuesOf(options, 'x exec')
  if (/[&|;<>$`'"]/.test(exec ?? '')) throw new Unreadable('has nodemon start what only a shell can take apart')
  const [script = manifest.main ?? 'index.js', ...args] = rest
  const program = exec?.trim().split(/\s+/) ?? (/\.[cm]?ts$/.test(script) ? ['node', '-r', 'ts-node/register'] : ['node'])
  const forNode = options.filter(({ name }) => !ofNodemon.test(name)).flatMap((option) => option.words)
  return withMore(follow([...program, ...forNode, ...(exec === undefined ? [script, ...args] : rest)]), withoutRestarts('nodemon'))
}

/** @returns null: it can't be read */
function readNodemonConfig(folder: string, manifest: Project['manifest']): Record<string, any> | null {
  const file = join(folder, 'nodemon.json')
  try {
    return { ...manifest.nodemonConfig, ...(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) }
  } catch {
    return null
  }
}

function withoutRestarts(program: string) {
  return { remarks: [`${program} is left out: it would only start the app again when a file changes.`] }
}

function runPm2([verb, ...more]: string[], { project, source }: Context) {
  const words = verb === 'start' || verb === 'restart' ? more : [verb, ...more]
  const { rest: [script = '', ...args] } = splitOptions(words, 'i instances n name env')
  if (!/(?<!\.config)\.[cm]?[jt]s$/.test(script)) throw new Unreadable('has PM2 read what it starts from a file of its own')
  const remarks = ['PM2 is left out: here one process is compared with a cluster of Node’s own.']
  return launchOf(demandScript(project, script, source), { args: cutAtDashes(args)[1], remarks })
}

function runNest([verb]: string[], { project, source }: Context) {
  if (verb !== 'start') throw new Unreadable('starts no app')
  const path = ['dist/main.js', 'dist/src/main.js'].find((file) => findScript(project.folder, file) !== null) ?? 'dist/main.js'
  const script = demandScript(project, path, source, 'Build the app first: npx nest build. ')
  return launchOf(script, { remarks: ['`nest start` builds the app first; init runs what was built last.'] })
}

/** They choose another package than the one here. */
const elsewhere = /^(?:-w|--workspaces?|--prefix|-C|--dir|-F|--filter|--cwd)(?:=|$)/

/** @param isForScript whether a word behind the script's name, without -- between them, is handed to the script */
function runPackageScript(words: string[], isForScript: (word: string) => boolean, { project, follow, followScript }: Context) {
  const [own, behind] = cutAtDashes(words)
  if (own.some((word) => elsewhere.test(word))) throw new Unreadable('runs another package: go to its folder and run init there')
  const [verb, ...more] = splitOptions(own).rest
  if (verb === 'exec' || verb === 'dlx') return follow([...more, ...behind])
  const isRun = verb === 'run' || verb === 'run-script'
  const [script, ...args] = isRun ? splitOptions(more).rest : [verb, ...more]
  if (project.manifest.scripts?.[script] !== undefined) return followScript(script, [...args.filter(isForScript), ...behind])
  if (isRun || script === undefined) throw new Unreadable(`names no script of package.json (${script ?? 'none'})`)
  // yarn and pnpm run a package's program, too.
  return follow([script, ...args, ...behind])
}

/** @param files, variables names of the options that give them */
function readEnvFiles(words: string[], files: string, variables: string, { follow }: Context) {
  const { options, rest } = splitOptions(words, `${files} ${variables}`)
  const other = options.find(({ name, value }) => value === undefined && !/^(?:o|override|overload|q|quiet|silent|no-expand)$/.test(name))
  if (other !== undefined) throw new Unreadable(`has variables read in a way that Node does not know (${other.words[0]})`)
  const named = valuesOf(options, files)
  // Those programs need no file; nor does Node, in this form.
  const nodeArgs = (named.length > 0 ? named : ['.env']).map((file) => `--env-file-if-exists=${file}`)
  const remarks = ['Node itself reads the file of environment variables (--env-file-if-exists).']
  return withMore(follow([...valuesOf(options, variables), ...rest]), { nodeArgs, remarks })
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
