import { SpeedupError } from '../concepts/errors.ts'
import { modes } from '../concepts/modes.ts'
import { counted, list } from '../concepts/wording.ts'
import { isLoopback } from './read-target.ts'
import type { Generator, Variant } from '../concepts/settings.ts'

const path = 'plugins.speedup.generator'

/** Where those commands of Artillery make the load. */
const places = { run: null, 'run-fargate': 'AWS Fargate', 'run-lambda': 'AWS Lambda', 'run-aci': 'Azure Container Instances' }

/** -k and -s take no value: another flag may stand behind them. */
const ownFlags = /^(?:--(?:output|target|overrides|scenario-name|quiet)(?:=|$)|-[ks]*[otq])/
const platformFlag = /^--platform(?:=|$)/

/** What the plan of the comparison is made from. A value may follow a short flag at once, so its first letter decides. */
const scriptFlags = /^(?:--(?:config|environment|dotenv|env-file|variables|insecure|input|solo)(?:=|$)|-[cevkis])/
const payloadFlag = /^(?:--payload(?:=|$)|-p)/

/**
 * @param given the option `generator`, its shape already checked
 * @param config of the script
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readGenerator(given: { command?: Generator['command'], args?: unknown[] } | undefined, variants: Variant[], config: Record<string, any>): Generator | null {
  if (given === undefined) return null
  const { command, args = [] } = given
  if (command === undefined) {
    throw new SpeedupError('INVALID_SETTINGS', `${path}.command is missing. It must be one of ${Object.keys(places).join(', ')}.`)
  }
  const texts = args.map(String)
  texts.forEach(checkArgument)
  const place = places[command]
  if (place !== null) {
    for (const variant of variants) checkReach(variant, command, place)
    checkEnsure(config, command)
  }
  return { command, args: texts }
}

function checkArgument(text: string, i: number) {
  const refuse = (problem: string) => {
    throw new SpeedupError('INVALID_SETTINGS', `${path}.args[${i}] is ${JSON.stringify(text)}, but ${problem}`)
  }
  if (ownFlags.test(text)) refuse('this flag is set for each run by the plugin. Leave it out; what is meant for all runs can be given to `artillery run` itself.')
  if (platformFlag.test(text)) refuse(`${path}.command chooses the platform. Leave it out, and set command to one of ${Object.keys(places).join(', ')}.`)
  if (scriptFlags.test(text)) refuse('the plan of the comparison would know nothing of this flag. Leave it out, and give it to `artillery run` itself: each run gets it from there.')
  if (payloadFlag.test(text)) refuse('this flag is for the script of all runs. Leave it out, and name the file in config.payload.path.')
}

/** A platform tells of a missed check as it tells of a load that was not made. */
function checkEnsure({ ensure, plugins }: Record<string, any>, command: string) {
  // As Artillery's plugin looks for it.
  const { conditions = [], ...others } = ensure || plugins?.ensure || {}
  const isStrict = Object.keys(others).length > 0 || [conditions].flat().some((condition) => condition?.strict !== false)
  if (!isStrict) return
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `config${ensure ? '' : '.plugins'}.ensure is set, but with ${path}.command ${command} a check that is missed ends the load of that run with an exit code, and the comparison with it. ` +
      'Leave ensure out; the thresholds of plugins.speedup take its place.'
  )
}

function checkReach({ name, mode, targets }: Variant, command: string, place: string) {
  const own = `plugins.speedup.variants.${name}`
  const where = `with ${path}.command ${command} the load comes from ${place}`
  const refuse = (problem: string) => {
    throw new SpeedupError('INVALID_SETTINGS', `${own}${problem}`)
  }
  if (!modes[mode].isElsewhere) refuse(` is of mode ${mode}, but ${where}, and no app that is started here can be reached from there. Deploy it and give its url, or leave generator out.`)
  if (targets.length > 1) refuse(`.url has ${counted(targets.length, 'URL')} (${list(targets.map(({ url }) => url))}), but ${where}, which asks one. Make a variant of each.`)
  const [{ url, hostname }] = targets
  if (isLoopback(hostname)) refuse(`.url is ${JSON.stringify(url)}, but ${where}, where this is another machine. Give a URL that can be reached from there, or leave generator out.`)
}
