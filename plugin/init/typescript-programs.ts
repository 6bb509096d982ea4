import { demandScript, launchOf, type Reading } from './launch.ts'
import { findPackage, type Project } from './read-project.ts'
import { splitOptions, type CommandOption } from './split-options.ts'
import type { Place } from './read-command.ts'

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
export function isOfTsNode({ name, value }: CommandOption): boolean {
  return /^(?:r|require|import|loader|experimental-loader)$/.test(name) && /^ts-node(?:-dev)?(?:\/|$)/.test(value ?? '')
}

/**
 * ts-node can't compile the file that Node starts with beside another --import, as ours; so another one does.
 *
 * @param script absolute path
 */
export function launchTypeScript(project: Project, script: string, { args, nodeArgs, tsconfig = null }: { args: string[], nodeArgs: string[], tsconfig?: string | null }) {
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
