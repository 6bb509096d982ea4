import { SpeedupError } from '../errors.ts'
import { list, listCounts } from '../wording.ts'
import { targetsOf } from './targets-of.ts'
import type { Settings, Variant } from '../vocabulary.ts'
import type { SeenLoad } from '../load/read-load.ts'

interface Where {
  variant: Variant
  when: string // such as "in round 2"
  settings: Pick<Settings, 'target'>
  errors: Record<string, number> // what Artillery counted, by its own names
}

/**
 * Without any response there is nothing to compare.
 *
 * @throws SpeedupError NO_RESPONSES
 */
export function checkResponses({ requests, failures, failureKinds, hasLatencies }: Pick<SeenLoad, 'requests' | 'failures' | 'failureKinds' | 'hasLatencies'>, { variant, when, settings, errors }: Where) {
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
