import { builtModule } from '../package-files.ts'
import { refuse } from './errors.ts'

// All that is known about each way to generate a load, as data. Settings, schemas and sentences follow from these
// tables.

/**
 * The commands of Artillery that make the load when the option `generator` names them: only Artillery's own metrics are
 * known then. Of each, where that is, in full and in short; null: on this machine
 */
export const commands = {
  run: null,
  'run-fargate': { name: 'AWS Fargate', short: 'AWS Fargate' },
  'run-lambda': { name: 'AWS Lambda', short: 'AWS Lambda' },
  'run-aci': { name: 'Azure Container Instances', short: 'Azure' }
} satisfies Record<string, { name: string; short: string } | null>

/**
 * @throws SpeedupError INVALID_SETTINGS: Linux takes no longer argument (MAX_ARG_STRLEN, less the byte that ends it).
 * what: was added to it
 */
export function checkOverrides(overrides: string, what: string) {
  const bytes = Buffer.byteLength(overrides)
  const most = 131_071
  if (bytes <= most) return
  const [length, longest] = [bytes, most].map((count) => count.toLocaleString('en-US'))
  refuse(
    `--overrides has ${length} bytes with ${what}, but Linux takes ${longest} in one argument. Write a part of it ` +
      'into a file, and give that with --config.'
  )
}

export type GeneratorCommand = keyof typeof commands

/** Flags of Node for an Artillery that makes its load on this machine: it starts with 60 % of the computing. */
export const flagsHere = ['--import', builtModule('generator/without-platforms.js').href]

/** @param generator null: the option is left out, and a child `artillery run` of ours makes the load */
export const placeOf = (generator: { command: GeneratorCommand } | null) => generator && commands[generator.command]

/**
 * What sends the requests of a load, in a sentence. lean: the plugin's own; artillery: that of Artillery's engine http.
 */
export const clientNames = { lean: 'the lean client', artillery: "Artillery's client" }

export type ClientName = keyof typeof clientNames

/**
 * Of the lean client: a new one for each change of what a request costs it, as speedups depend on that. 1 sent by
 * undici, 2 has sockets and a parser of its own, 3 gives way to the app, 4 takes steps without promises.
 */
export const leanVersion = '4'

// auto: the plugin's lean client where it can run the scenario, otherwise Artillery's; artillery: always that.
export type ClientChoice = 'auto' | 'artillery'

/** Artillery can't have more come one by one within a second. */
export const mostUsers = 1000
