import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demandScript, findScript, launchOf, withMore, type Reading } from './find-app.ts'
import { splitOptions, type Place, type CommandOption } from './read-command.ts'
import { findPackage, type Project } from './read-project.ts'

/** Of Node, those that take the next word as their value, but -C. */
const valuedOfNode =
  'r require import loader experimental-loader conditions env-file env-file-if-exists title inspect-port watch-path unhandled-rejections disable-warning input-type ' +
  'dns-result-order diagnostic-dir openssl-config icu-data-dir redirect-warnings report-dir report-directory tls-cipher-list tls-keylog max-http-header-size secure-heap'
/** While developing only; or they run no file. */
const developing = /^(watch|inspect)/
const withoutFile = new Set(['e', 'eval', 'p', 'print', 'pe', 'test', 'c', 'check', 'i', 'interactive', 'run', 'v', 'version'])

export function runNode(words: string[], { project, source }: Place): Reading {
  const { options, rest: [script, ...args] } = splitOptions(words, `${valuedOfNode} C`)
  if (script === undefined || options.some(({ name }) => withoutFile.has(name))) return { puzzle: 'gives Node no file to run' }
  const last = options.at(-1)
  if (last?.value === null && findScript(project, script) === null && args.length > 0 && findScript(project, args[0]) !== null) return { puzzle: `gives Node a file that is not there, or a value of ${last.words[0]} (${script})` }
  const file = demandScript(project, script, `${source} runs ${script}`)
  const kept = options.filter((option) => !developing.test(option.name) && !isOfTsNode(option))
  const nodeArgs = kept.flatMap((option) => option.words)
  return options.some(isOfTsNode) ? launchTypeScript(project, file, { args, nodeArgs }) : launchOf(file, { args, nodeArgs })
}

export function runNodemon(words: string[], place: Place): Reading {
  const { options, rest } = splitOptions(words, `w watch e ext i ignore d delay s signal config x exec cwd polling-interval ${valuedOfNode}`)
  const config = readNodemonConfig(place.project)
  const exec = options.find(({ name }) => name === 'x' || name === 'exec')?.value ?? config?.exec
  const forNode = options.filter(({ name }) => !ofNodemon.test(name)).flatMap((option) => option.words)
  if (config === null || config.execMap !== undefined || config.env !== undefined || options.some(({ name }) => name === 'config' || name === 'cwd')) return { puzzle: 'has nodemon read what it starts from a file of its own' }
  if (/[&|;<>$`'"]/.test(exec ?? '')) return { puzzle: 'has nodemon start what only a shell can take apart' }
  const script = rest[0] ?? place.project.manifest.main ?? 'index.js'
  const more = { remarks: [withoutRestarts('nodemon')] }
  if (exec !== undefined) return withMore(place.follow([...exec.split(/\s+/).filter(Boolean), ...forNode, ...rest]), more)
  const compiler = /\.[cm]?ts$/.test(script) ? ['-r', 'ts-node/register'] : []
  return withMore(runNode([...forNode, ...compiler, script, ...rest.slice(1)], place), more)
}

/** What is not its own, it hands to Node. */
const ofNodemon = /^(?:[wediIsxVqCLhv]|watch|ext|ignore|delay|signal|exec|polling-interval|verbose|quiet|(?:no-)?stdin|on-change-only|legacy-watch|spawn|dump|exitcrash|(?:no-)?colou?rs|no-update-notifier)$/

/** @returns null: it can't be read */
function readNodemonConfig({ folder, manifest }: Project): Record<string, any> | null {
  const file = join(folder, 'nodemon.json')
  try {
    return { ...manifest.nodemonConfig, ...(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}) }
  } catch {
    return null
  }
}

export function withoutRestarts(program: string) {
  return `${program} is left out: it would only start the app again when a file changes.`
}

/** tsx is a loader for Node, which may as well be given to Node itself. */
const byTsx = ['--import', 'tsx']

export function runTsx(words: string[], { project, source }: Place): Reading {
  const { options, rest } = splitOptions(words[0] === 'watch' ? words.slice(1) : words, 'tsconfig r require import loader C conditions env-file env-file-if-exists include exclude')
  const [script, ...args] = rest
  if (script === undefined) return { puzzle: 'gives tsx no file to run' }
  const tsconfig = options.find(({ name }) => name === 'tsconfig')?.value ?? null
  const nodeArgs = options.filter(({ name }) => !/^(tsconfig|include|exclude|watch|inspect|clear-screen|no-cache)/.test(name)).flatMap((option) => option.words)
  return launchOf(demandScript(project, script, `${source} runs ${script}`), {
    args,
    nodeArgs: [...nodeArgs, ...byTsx],
    env: variablesOf(tsconfig)
  })
}

export function runTsNode(words: string[], { project, source }: Place): Reading {
  const { options, rest: [given, ...args] } = splitOptions(words, 'r require import P project O compiler-options C compiler I ignore watch ignore-watch debounce interval env-file')
  if (given === undefined) return { puzzle: 'gives ts-node no file to run' }
  const nodeArgs = options.filter((option) => /^(?:r|require|import|env-file)$/.test(option.name) && !isOfTsNode(option)).flatMap((option) => option.words)
  const tsconfig = options.find(({ name }) => name === 'P' || name === 'project')?.value ?? null
  return launchTypeScript(project, demandScript(project, given, `${source} runs ${given}`), { args, nodeArgs, tsconfig })
}

/**
 * @param option of Node
 * @returns whether it loads ts-node
 */
function isOfTsNode({ name, value }: CommandOption): boolean {
  return /^(?:r|require|import|loader|experimental-loader)$/.test(name) && /^ts-node(?:-dev)?(?:\/|$)/.test(value ?? '')
}

/**
 * ts-node can't compile the file that Node starts with beside another --import, as ours; so another one does.
 *
 * @param script absolute path
 */
function launchTypeScript(project: Project, script: string, { args, nodeArgs, tsconfig = null }: { args: string[], nodeArgs: string[], tsconfig?: string | null }) {
  if (findPackage(project, 'tsx') !== null) {
    const remarks = ['tsx, which is installed, takes the place of ts-node: that can’t be observed while it is compared.']
    return launchOf(script, { args, nodeArgs: [...nodeArgs, ...byTsx], env: variablesOf(tsconfig), remarks })
  }
  const remark = 'Node itself takes the place of ts-node, which can’t be observed while it is compared. That works without enums and parameter properties, and with file extensions in imports; for the rest: npm install --save-dev tsx.'
  return launchOf(script, { args, nodeArgs, remarks: [remark] })
}

/** @param script absolute path of a file that no command names */
export function launchFile(project: Project, script: string, remarks: string[] = []) {
  const isCompiled = /\.[cm]?ts$/.test(script) && findPackage(project, 'tsx') !== null
  return launchOf(script, isCompiled ? { nodeArgs: byTsx, remarks: [...remarks, 'tsx, which is installed, compiles it.'] } : { remarks })
}

function variablesOf(tsconfig: string | null): Record<string, string> {
  return tsconfig === null ? {} : { TSX_TSCONFIG_PATH: tsconfig }
}
