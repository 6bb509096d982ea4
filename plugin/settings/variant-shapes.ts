import { environment, environmentValue, programArguments } from './app-shapes.ts'
import { described, listOf, number, object, oneOf, reference, reject, shape, text, textOrMap, type Shape } from './shapes.ts'
import { thresholds } from './threshold-shapes.ts'

export const modes: readonly ['single', 'cluster', 'pm2', 'reuse-port', 'command', 'url'] = ['single', 'cluster', 'pm2', 'reuse-port', 'command', 'url']

export const mostWorkers = 256
const workerCount = number({ from: 1, to: mostWorkers, whole: true })
const workerCounts = listOf(workerCount, { atLeast: 2, distinct: true, allowed: 'a list of at least two different numbers, such as [1, 2, 4]; for one, write the number alone' })
const wordsForCores = ['auto', 'max']

// Its schema is no anyOf: of the number 0, an editor would say that it must be auto.
const workers = shape((value, path) => {
  if (Array.isArray(value)) return workerCounts(value, path)
  if (!wordsForCores.includes(value as string) && !(Number.isInteger(value) && Number(value) >= 1 && Number(value) <= mostWorkers)) {
    reject(path, value, `a whole number from 1 to ${mostWorkers}, auto, max, or a list of several numbers`)
  }
}, {
  if: { type: 'array' },
  then: workerCounts.schema,
  else: { if: { type: 'string' }, then: { enum: wordsForCores }, else: workerCount.schema }
})

const ecosystem = object({
  file: described(text, 'The ecosystem file of PM2: a path from this file. Required in this map.', { examples: ['../ecosystem.config.cjs'] }),
  app: described(text, 'The name of the app in the ecosystem file. Default: its only app.', { examples: ['api'] })
})

/**
 * One way to run the app. Which mode takes which of these is said in mode-options.js: an editor could not tell it in
 * a sentence that helps.
 */
export const variant = object({
  mode: described(
    oneOf(modes),
    'How the app runs. single: one process. command: any program. url: it runs already. Default: the variant\'s name, where it is a mode; else command, url or pm2, by the key of it that is given.'
  ),
  workers: described(
    workers,
    'Processes that serve the app: 1 to 256; auto or max: as many as the cores that may be used; a list: a variant of each. In modes command and url: how many it has. Default: auto.',
    { default: 'auto', examples: [[1, 2, 4]] }
  ),
  sweep: described(oneOf(['auto']), 'auto: a variant of each of 1, 2, 4 ... workers, up to twice the cores that may be used. Default: as many workers as workers says.'),
  scheduling: described(
    oneOf(['round-robin', 'none']),
    'Who deals out the connections in mode cluster. round-robin: the primary, in turn. none: the kernel. Default: round-robin.',
    { default: 'round-robin' }
  ),
  env: described(reference({ environment }), 'Environment variables of this variant, on top of the app\'s, such as { UV_THREADPOOL_SIZE: 8 }. Default: none.'),
  args: described(programArguments, 'Arguments for the app in this variant, after those of app. Default: none.', { examples: [['--threads', 2]] }),
  command: described(
    textOrList(environmentValue, 'a command line, or a list of the program and its arguments, such as [node, server.js]'),
    'In mode command, what starts the app: a line for the shell, or a list of the program and its arguments. PORT is the port of target. Default: none.',
    { examples: ['docker run --rm --network host shop', ['node', 'server.js', '--threads', 2]] }
  ),
  ecosystem: described(
    textOrMap(ecosystem, 'an ecosystem file of PM2, or a map such as { file: ../ecosystem.config.cjs, app: api }'),
    'In mode pm2, the ecosystem file that says how the app runs: a path from this file, or a map with the name of the app in it, too. Default: none.',
    { examples: ['../ecosystem.config.cjs'] }
  ),
  url: described(
    textOrList(text, 'a URL such as https://staging.example.com, or a list of them'),
    'In mode url, where the app runs already: one or a list of http or https URLs. Where all variants have one, config.target is not read, but Artillery wants it: repeat one. Default: none.',
    { examples: ['https://staging.example.com'] }
  ),
  thresholds: described(
    reference({ thresholds }),
    'What this candidate must reach, such as { p95: 1.5 }. These go before those of all candidates, key by key. Default: none.'
  )
})

/** @returns a text, or a list of items */
function textOrList(item: Shape, allowed: string): Shape {
  const items = listOf(item, { atLeast: 1, allowed })
  return shape((value, path) => {
    if (Array.isArray(value)) return items(value, path)
    if (typeof value !== 'string' || !/\S/.test(value)) reject(path, value, allowed)
  }, { if: { type: 'array' }, then: items.schema, else: text.schema })
}
