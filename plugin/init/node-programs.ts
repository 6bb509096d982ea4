import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demandScript, findScript, launchOf, withMore, type Reading } from './launch.ts'
import { splitOptions } from './split-options.ts'
import { isOfTsNode, launchTypeScript } from './typescript-programs.ts'
import type { Place } from './read-command.ts'
import type { Project } from './read-project.ts'

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
