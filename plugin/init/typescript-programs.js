import { demandScript, launchOf } from './launch.js'
import { findPackage } from './read-project.js'
import { splitOptions } from './split-options.js'
/**
 * @import { Reading } from './launch.js'
 * @import { Place } from './read-command.js'
 */

/**
 * tsx is a loader for Node, which may as well be given to Node itself.
 *
 * @param {string[]} words
 * @param {Place} place
 * @returns {Reading}
 */
export function runTsx(words, { project, source }) {
  const { options, rest } = splitOptions(words[0] === 'watch' ? words.slice(1) : words, 'tsconfig r require import loader C conditions env-file env-file-if-exists include exclude')
  const [script, ...args] = rest
  if (script === undefined) return { puzzle: 'gives tsx no file to run' }
  const tsconfig = options.find(({ name }) => name === 'tsconfig')?.value
  const nodeArgs = options.filter(({ name }) => !/^(tsconfig|include|exclude|watch|inspect|clear-screen|no-cache)/.test(name)).flatMap((option) => option.words)
  return launchOf(demandScript(project, script, `${source} runs ${script}`), {
    args,
    nodeArgs: [...nodeArgs, '--import', 'tsx'],
    env: tsconfig == null ? {} : { TSX_TSCONFIG_PATH: tsconfig }
  })
}

/**
 * ts-node can't compile the file that Node starts with beside another --import, as ours; so another one does.
 *
 * @param {string[]} words
 * @param {Place} place
 * @returns {Reading}
 */
export function runTsNode(words, { project, source }) {
  const { rest: [given, ...args] } = splitOptions(words, 'r require P project O compiler-options C compiler I ignore watch ignore-watch debounce interval')
  if (given === undefined) return { puzzle: 'gives ts-node no file to run' }
  const script = demandScript(project, given, `${source} runs ${given}`)
  if (findPackage(project, 'tsx') !== null) return launchOf(script, { args, nodeArgs: ['--import', 'tsx'], remarks: ['tsx, which is installed, takes the place of ts-node: that can’t be observed while it is compared.'] })
  const remark = 'Node itself takes the place of ts-node, which can’t be observed while it is compared. That works without enums and parameter properties, and with file extensions in imports; for the rest: npm install --save-dev tsx.'
  return launchOf(script, { args, remarks: [remark] })
}
