import { join } from 'node:path'
import { SpeedupError } from '../errors.js'
import { demandScript, findScript, launchOf, withMore } from './launch.js'
import { splitOptions } from './split-options.js'
import { runTsNode, runTsx } from './typescript-programs.js'
/**
 * @import { Launch, Reading } from './launch.js'
 * @import { Place } from './read-command.js'
 * @import { CommandOption } from './split-options.js'
 */

/** @typedef {(words: string[], place: Place) => Reading} Program what it would start, from the words behind its name */

/**
 * The programs that start another one, or Node, each in a way of its own.
 *
 * @type {Record<string, Program>}
 */
export const programs = {
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
  dotenv: runWithEnvFiles,
  dotenvx: (words, place) => runWithEnvFiles(words.slice(1), place),
  'env-cmd': runWithEnvFiles,
  pm2: runPm2,
  'pm2-runtime': runPm2,
  nest: runNest,
  bun: () => ({ puzzle: 'is for Bun, and the app is compared under Node' }),
  deno: () => ({ puzzle: 'is for Deno, and the app is compared under Node' })
}

/** Of Node, those that take the next word as their value. */
const valuedOfNode = 'r require import loader experimental-loader C conditions env-file env-file-if-exists title inspect-port watch-path'
/** While developing only; or they run no file. */
const developing = /^(watch|inspect)/
const withoutFile = new Set(['e', 'eval', 'p', 'print', 'pe', 'test', 'c', 'check', 'i', 'interactive', 'run', 'v', 'version'])

/** @type {Program} */
function runNode(words, { project, source }) {
  const { options, rest: [script, ...args] } = splitOptions(words, valuedOfNode)
  if (script === undefined || options.some(({ name }) => withoutFile.has(name))) return { puzzle: 'gives Node no file to run' }
  const nodeArgs = options.filter(({ name }) => !developing.test(name)).flatMap((option) => option.words)
  return launchOf(demandScript(project, script, `${source} runs ${script}`), { args, nodeArgs })
}

/** @type {Program} */
function runNodemon(words, place) {
  const { options, rest } = splitOptions(words, 'w watch e ext i ignore d delay s signal config x exec cwd')
  const exec = options.find(({ name }) => name === 'x' || name === 'exec')?.value
  const script = rest[0] ?? place.project.manifest.main ?? 'index.js'
  const remarks = [withoutRestarts('nodemon')]
  if (exec != null) return withMore(place.follow([...exec.split(/\s+/).filter(Boolean), ...rest]), { remarks })
  return withMore((/\.[cm]?ts$/.test(script) ? runTsNode : runNode)([script, ...rest.slice(1)], place), { remarks })
}

/** @param {string} program */
function withoutRestarts(program) {
  return `${program} is left out: it would only start the app again when a file changes.`
}

/** They choose another package than the one here. */
const elsewhere = /^(?:-w|--workspaces?|--prefix|-C|--dir|-F|--filter|--cwd)(?:=|$)/

/**
 * @param {string[]} words behind the name of a package manager
 * @param {{ handsOver: (word: string) => boolean, place: Place }} how handsOver: whether a word behind the script's name,
 *   without -- between them, is the script's
 * @returns {Reading}
 */
function runScript(words, { handsOver, place }) {
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

/** @type {Program} */
function runWithEnvFiles(words, place) {
  const { options, rest } = splitOptions(words, 'e f env-file file r rc environments')
  const files = options.filter(({ name }) => /^(e|f|env-file|file)$/.test(name)).map(({ value }) => value ?? '.env')
  const nodeArgs = (files.length === 0 ? ['.env'] : files).map((file) => `--env-file=${file}`)
  return withMore(place.follow(rest), { nodeArgs, remarks: ['Node itself reads the file of environment variables (--env-file).'] })
}

/** @type {Program} */
function runPm2(words, { project, source }) {
  const [verb, ...more] = words
  const { rest: [script, ...args] } = splitOptions(verb === 'start' || verb === 'restart' ? more : words, 'i instances n name env')
  if (script === undefined || !/\.[cm]?[jt]s$/.test(script) || /\.config\.[cm]?js$/.test(script)) return { puzzle: 'has PM2 read what it starts from a file of its own' }
  const dashes = args.indexOf('--')
  const remarks = ['PM2 is left out: here one process is compared with a cluster of Node’s own.']
  return launchOf(demandScript(project, script, `${source} runs ${script}`), { args: dashes === -1 ? [] : args.slice(dashes + 1), remarks })
}

/** @type {Program} */
function runNest(words, { project, source }) {
  if (words[0] !== 'start') return { puzzle: 'starts no app' }
  const script = ['dist/main.js', 'dist/src/main.js'].map((path) => findScript(project, path)).find((path) => path !== null)
  if (script !== undefined) return launchOf(script ?? '', { remarks: ['`nest start` builds the app first; init runs what was built last.'] })
  throw new SpeedupError('INVALID_SETTINGS', `${source} runs dist/main.js, but there is no file ${join(project.folder, 'dist/main.js')}. Build the app first: npx nest build. Or name the file that starts the server: --app <file>.`)
}
