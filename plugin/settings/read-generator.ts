import { modes } from '../concepts/modes.ts'
import { commands } from '../concepts/generators.ts'
import { counted, list } from '../concepts/wording.ts'
import { isLoopback } from './read-target.ts'
import { complete, refuse, refuseValue, reject } from './shapes.ts'
import { generator as shape, type Options } from './option-shapes.ts'
import type { Generator, Settings, Variant, Script } from '../concepts/settings.ts'

const path = 'plugins.speedup.generator'
const allCommands = Object.keys(commands).join(', ')

/** @returns generator: null: the plugin itself, on this machine */
export function readGenerator(
  given: Options['generator'],
  variants: Variant[],
  config: Script
): Pick<Settings, 'generator' | 'client'> & { ssh: string[] } {
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
  const { place } = commands[command]
  if (place !== null) {
    for (const variant of variants)
      checkReach(variant, `with ${path}.command ${command} the load comes from ${place.name}`)
    checkEnsure(config, command)
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
    `but ${where}, where that is another machine. ` + 'Use a URL that can be reached from there, or remove generator.'
  )
}

/** On a platform, a missed check looks the same as a load that failed. */
function checkEnsure({ ensure, plugins }: Script, command: Generator['command']) {
  // As Artillery's plugin looks for it.
  const { conditions = [], ...others } = ensure || plugins?.ensure || {}
  const isStrict =
    Object.keys(others).length > 0 || [conditions].flat().some((condition) => condition?.strict !== false)
  if (!isStrict) return
  refuse(
    `config${ensure ? '' : '.plugins'}.ensure is set, but with ${path}.command ${command} a failed check ends that run with an exit code, ` +
      'and with it the comparison. Remove ensure and use the thresholds and limits of plugins.speedup instead.'
  )
}
