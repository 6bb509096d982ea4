import { join } from 'node:path'
import { SpeedupError } from '../errors.ts'
import { demandScript, findScript, launchOf, withMore, type Reading } from './launch.ts'
import { runNode, runNodemon, withoutRestarts } from './node-programs.ts'
import { splitOptions } from './split-options.ts'
import { runTsNode, runTsx } from './typescript-programs.ts'
import type { Place } from './read-command.ts'

/** what it would start, from the words behind its name */
type Program = (words: string[], place: Place) => Reading

/** The programs that start another one, or Node, each in a way of its own. */
export const programs: Record<string, Program> = {
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
