import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, resolve } from 'node:path'
import { modes } from '../concepts/modes.ts'
import { commands } from '../concepts/generators.ts'
import { counted, list } from '../concepts/wording.ts'
import { checkEnsureElsewhere } from './ensure.ts'
import { isFile } from './read-app.ts'
import { isLoopback, ownAddresses } from './read-target.ts'
import { complete, refuse, refuseValue, reject } from './shapes.ts'
import { generator as shape, type Options } from './option-shapes.ts'
import type { ScriptSource, Settings, Variant, Script } from '../concepts/settings.ts'

const path = 'plugins.speedup.generator'
const allCommands = Object.keys(commands).join(', ')

/** @returns generator: null: the plugin itself, on this machine, or on those behind ssh */
export function readGenerator(given: Options['generator'], variants: Variant[], config: Script) {
  const { client, command, args: texts = [], ssh: names = [] } = complete(shape, given)
  const ssh = [names].flat()
  // ssh would take it for a flag.
  for (const name of ssh)
    if (name.startsWith('-')) reject(`${path}.ssh`, name, 'the name of a machine, such as load1 or bench@10.0.0.7')
  if (command === undefined) {
    if (texts.length > 0) reject(`${path}.command`, undefined, `one of ${allCommands}`)
    return { client, generator: null, ssh }
  }
  if (ssh.length > 0)
    refuse(`${path}.ssh and ${path}.command are both set, and both say where the load is made. Remove one of them.`)
  const args = texts.map(String)
  for (const [i, argument] of args.entries()) {
    const problem = refusedFlags.find(([flag]) => flag.test(argument))?.[1]
    if (problem !== undefined) refuseValue(`${path}.args[${i}]`, argument, `but ${problem}`)
  }
  const place = commands[command]
  if (place !== null) {
    for (const variant of variants)
      checkReach(variant, `with ${path}.command ${command} the load comes from ${place.name}`)
    checkEnsureElsewhere(config, `${path}.command ${command}`)
  }
  return { client, generator: { command, args }, ssh }
}

const refusedFlags: [flag: RegExp, problem: string][] = [
  // -k and -s take no value: another flag may stand behind them.
  [
    /^(?:--(?:output|target|overrides|scenario-name|quiet)(?:=|$)|-[ks]*[otq])/,
    'the plugin sets this flag for each run. Remove it; to set it for all runs, pass it to `artillery run` itself.'
  ],
  [/^--platform(?:=|$)/, `${path}.command chooses the platform. Remove it, and set command to one of ${allCommands}.`],
  // What the plan is made from. A value may follow a short flag at once, so its first letter decides.
  [
    /^(?:--(?:config|environment|dotenv|env-file|variables|insecure|input|solo)(?:=|$)|-[cevkis])/,
    'the plugin needs this flag to plan the comparison. Remove it, and pass it to `artillery run` itself, which hands it to each run.'
  ],
  [
    /^(?:--payload(?:=|$)|-p)/,
    'this flag concerns the script of all runs. Remove it, and name the file in config.payload.path.'
  ]
]

function checkReach({ name, mode, targets }: Variant, where: string) {
  const variant = `plugins.speedup.variants.${name}`
  if (!modes[mode].isElsewhere)
    refuse(
      `${variant} has mode ${mode}, but ${where}, which can't reach an app that is started here. ` +
        'Deploy it and set its url, or remove generator.'
    )
  if (targets.length > 1) {
    const urls = `${counted(targets.length, 'URL')} (${list(targets.map(({ url }) => url))})`
    refuse(`${variant}.url has ${urls}, but ${where}, which loads only one. Make a variant of each.`)
  }
  const [{ url, hostname }] = targets
  if (!isLoopback(hostname)) return
  refuseValue(
    `${variant}.url`,
    url,
    `but ${where}, where that is another machine. Use a URL that can be reached from there, or remove generator.`
  )
}

type Planned = Pick<Settings, 'variants' | 'target' | 'scenarios' | 'generatorPerRun'>

/**
 * What machines behind ssh get that make the load: of the project, the files that the script names, and what these
 * load; of the environment, the variables that they name. null: there are none
 */
export function readLoadHost(
  hosts: string[],
  { script, scriptFile, runFile = scriptFile, configFile, env = {} }: ScriptSource,
  planned: Planned
) {
  if (hosts.length === 0) return null
  checkTargets(list(hosts), planned)
  checkShares(hosts.length, planned)
  const { config } = script
  const named = [
    ...[config.payload ?? []].flat().map(({ path }) => path),
    script.__originalProcessor ?? config.processor,
    ...[...JSON.stringify(script.scenarios).matchAll(/"fromFile":"([^"]+)"/g)].map(([, name]) => name)
  ].filter((name) => typeof name === 'string')
  const loaded = new Set<string>()
  const variables: Record<string, string> = {}
  const packages = new Set(
    ['plugin', 'engine'].flatMap((kind) =>
      Object.keys(config[`${kind}s`] ?? {}).map((name) => `artillery-${kind}-${name}`)
    )
  )
  const load = (file: string) => {
    if (loaded.has(file) || !isFile(file)) return
    loaded.add(file)
    // A payload, or what is uploaded, may be large.
    if (!/\.(?:[cm]?[jt]s|json|ya?ml)$/.test(file)) return
    const text = readFileSync(file, 'utf8')
    for (const [, name] of text.matchAll(/(?:\$processEnvironment|\$env|process\.env)(?:\.|\[['"])(\w+)/g))
      if (env[name] !== undefined) variables[name] = env[name]
    for (const [, name] of text.matchAll(/(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*['"]([^'"\s]+)['"]/g)) {
      if (name.startsWith('.')) endings.forEach((ending) => load(resolve(dirname(file), name + ending)))
      else if (!isBuiltin(name)) packages.add(name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    }
  }
  for (const file of [runFile, scriptFile, configFile, ...named.map((name) => resolve(dirname(configFile), name))])
    load(file)
  return { hosts, files: [...loaded], packages: [...packages], variables, key: '' }
}

const endings = ['', '.js', '.cjs', '.mjs', '.ts', '.json', '/index.js', '/index.ts']

/** On each machine, some addresses mean that machine. */
function checkTargets(host: string, { variants, target }: Planned) {
  const places = variants.flatMap(({ name, mode, targets }) =>
    modes[mode].isElsewhere
      ? targets.map((own) => ({ path: `plugins.speedup.variants.${name}.url`, ...own }))
      : [{ path: 'config.target', ...target }]
  )
  const found = places.find(({ hostname }) => isLoopback(hostname))
  if (found === undefined) return
  const own = ownAddresses().filter((address) => !isLoopback(address) && !address.startsWith('fe80:'))
  refuseValue(
    found.path,
    found.url,
    `which on ${host} (${path}.ssh) means ${host} itself. Name an address that ${host} reaches. ` +
      (own.length === 0 ? 'This machine has none now.' : `Those of this machine: ${own.join(', ')}.`)
  )
}

function checkShares(hosts: number, { scenarios, generatorPerRun }: Planned) {
  const names = `${path}.ssh names ${hosts} machines`
  if (hosts > 1 && generatorPerRun)
    refuse(`${names}, and the section before or after of the script would run on each. Name one.`)
  const least = Math.min(...scenarios.map(({ loop }) => loop?.users ?? Infinity))
  if (least < hosts) refuse(`${names}, but ${counted(least, 'user')} can't be shared by so many. Name fewer.`)
}
