import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { refuse } from '../concepts/errors.ts'
import { anyPort, canListen } from '../processes/free-ports.ts'
import { makeTemporaryFolder } from '../processes/guard.ts'
import { loadExamples, questionLoads } from '../questions/settings.ts'
import { fitting, isMap, matching, object, text, type OptionTable } from '../settings/shapes.ts'
import { watchedOptions, watching, type Watching } from './progress.ts'
import type { CodeSource } from '../artillery/call.ts'
import type { Options } from '../concepts/options.ts'

/**
 * A comparison without a scenario file: its options, and what such a file holds besides. Needs `app` (or variants that
 * need none), `url` or `flow`, and `users`, `phases` or what a
 * question asks in their place. Paths start at the working directory.
 */
export interface Definition extends Options {
  /** a path that each user requests again and again, such as '/primes?max=1000' */
  url?: string
  /** what each user does, in place of `url`: the steps of an Artillery scenario, without functions */
  flow?: object[]
  /** when users come, in place of `users`: the phases of Artillery */
  phases?: object[]
  /** where the app listens; when left out, a free port of 127.0.0.1, which the app finds in PORT */
  target?: string
  /** of the scenario and of the report; when left out, `url`, and the file of the app */
  name?: string
}

const maps = (example: string) =>
  fitting(
    (value) => Array.isArray(value) && value.length > 0 && value.every(isMap),
    `a list as Artillery takes it, such as ${example}`
  )
const parts: OptionTable = {
  url: [matching(/^\//, 'a path that starts with /, such as /primes; where the app listens is the option target')],
  flow: [maps("[{ get: { url: '/primes' } }]")],
  phases: [maps('[{ duration: 20, arrivalRate: 50 }]')],
  target: [text],
  name: [matching(/^[^/\\]*[^/\\\s][^/\\]*$/, 'a text without slashes')]
}
const definition = object({ ...parts, ...watchedOptions.options })

/**
 * What Artillery runs: a file of ours, with what the comparison is known by. Call `remove` when nothing runs any more.
 */
export type Source = { scriptFile: string; options: Options & Watching; code?: CodeSource; remove: () => void }

/** @returns where the script is written that Artillery needs; throws SpeedupError INVALID_SETTINGS */
export async function writeDefinition(given: Definition & Watching): Promise<Source> {
  definition(given, 'options')
  const { url, flow, phases, target, name, ...options } = given
  if ((url === undefined) === (flow === undefined))
    refuse(
      `options has ${url === undefined ? 'neither url nor' : 'both url and'} flow. Give what users do: url: '/primes', or flow: [{ get: { url: '/primes' } }].`
    )
  const loads: Record<string, unknown> = { ...options, phases }
  if (['users', 'rate', 'phases', ...Object.keys(questionLoads)].every((name) => loads[name] === undefined))
    refuse(
      `options has neither users, rate nor phases. Give the load, such as users: 20 and duration: '8s'${loadExamples.map((example) => `; or ${example}`).join('')}.`
    )
  checkApp(options)
  const config = { target: target ?? `http://127.0.0.1:${await freePort()}`, phases, plugins: {} }
  const script = JSON.stringify(
    { config, scenarios: [{ name: name ?? url ?? nameOf(given), flow: flow ?? [{ get: { url } }] }] },
    withoutFunctions
  )
  // Only its owner can read it.
  const folder = makeTemporaryFolder('speedup-')
  const scriptFile = join(folder, 'script.json')
  writeFileSync(scriptFile, script)
  return {
    scriptFile,
    options,
    code: { file: resolve(nameOf(given)), options: Object.keys(given).filter((key) => !Object.hasOwn(watching, key)) },
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns what the comparison is called */
export function nameOf({ name, app }: Definition) {
  const script = scriptOf(app) ?? 'comparison'
  return name ?? basename(script, extname(script))
}

const scriptOf = (app: Options['app']) => (typeof app === 'string' ? app : app?.script)

function checkApp({ app, variants }: Options) {
  const script = scriptOf(app)
  if (script === undefined && variants === undefined)
    refuse(
      "options.app is missing. Give the file that starts your app, such as 'server.js', or variants that need none."
    )
  if (script === undefined || existsSync(script)) return
  refuse(
    `options.app is ${JSON.stringify(script)}, but there is no file ${resolve(script)}. Paths start at the working directory.`
  )
}

function withoutFunctions(key: string, value: unknown) {
  if (typeof value !== 'function') return value
  refuse(
    `options.flow has a function (${key}), but users run in processes of Artillery. Write a scenario file, with a processor that has the function.`
  )
}

async function freePort() {
  for (;;) {
    const port = anyPort()
    if (await canListen(port, '127.0.0.1')) return port
  }
}
