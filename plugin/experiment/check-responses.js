import { SpeedupError } from '../errors.js'
import { list, listCounts } from '../wording.js'
import { targetsOf } from './targets-of.js'
/**
 * @import { Settings, Variant } from '../vocabulary.js'
 * @import { SeenLoad } from '../load/read-load.js'
 */

/**
 * @typedef {object} Where
 * @property {Variant} variant
 * @property {string} when such as "in round 2"
 * @property {Pick<Settings, 'target'>} settings
 * @property {Record<string, number>} errors what Artillery counted, by its own names
 */

/**
 * Without any response there is nothing to compare.
 *
 * @param {Pick<SeenLoad, 'requests' | 'failures' | 'failureKinds' | 'hasLatencies'>} load
 * @param {Where} where
 * @throws {SpeedupError} NO_RESPONSES
 */
export function checkResponses({ requests, failures, failureKinds, hasLatencies }, { variant, when, settings, errors }) {
  if (requests > 0 && failures < requests && hasLatencies) return
  const targets = targetsOf(settings, variant)
  const target = list(targets.map(({ url }) => url))
  if (requests === 0) {
    const counted = Object.keys(errors).length > 0 ? ` Artillery counted: ${listCounts(errors)}.` : ''
    throw new SpeedupError(
      'NO_RESPONSES',
      `Variant ${variant.name}: no request reached ${target} ${when}. Does the scenario send requests to config.target, with URLs that begin with /?${counted}`
    )
  }
  if (failures < requests) {
    throw new SpeedupError(
      'NO_RESPONSES',
      `Variant ${variant.name}: the metrics of the load on ${target} have no latency of a response with 2xx or 3xx ${when}, though ${requests - failures} of ${requests} requests did not fail. Try the command of plugins.speedup.generator by hand with --output.`
    )
  }
  const advice =
    variant.mode === 'url'
      ? `${targets.length > 1 ? 'Are they' : 'Is it'} still up, and do the scenario’s URLs work there by hand?`
      : 'Try the scenario’s URLs by hand against the app as the variant starts it.'
  throw new SpeedupError('NO_RESPONSES', `Variant ${variant.name}: all ${requests} requests to ${target} failed ${when}: ${listCounts(failureKinds)}. ${advice}`)
}
