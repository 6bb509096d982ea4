import { median } from '../statistics/descriptive.ts'
import type { GeneratorUse, LoadShape, Run } from '../vocabulary.ts'

/** A variant that answers its last users later than this after they came, in parts of the time in which users
 * came, could not keep up: it flags 0.3 % of the loads at 0.95 of the capacity, 98 % at 1.1. */
const drainAllowed = 0.05
/** Below this a drain is the tail of the latencies, however short the load. */
const leastDrainSeconds = 0.1
/** Requests that take less than this many times what they take without load did not wait: users just stay longer. */
const waiting = 3

/**
 * Who could keep up, by how long it took to answer the last users, less the time that a user takes at an app
 * without load: that of the quickest user of the same run, who met none.
 */
export function loadShape(runs: Run[]): LoadShape {
  const known = runs.filter(({ generator }) => generator.shortestSessionMs !== null)
  if (known.length === 0) return { model: 'unknown', saturated: [] }
  const variants = [...Map.groupBy(known, ({ variant }) => variant)].map(([name, of]) => ({ name, loads: of.map(({ generator }) => generator) }))
  const unloadedSeconds = Math.min(...runs.flatMap(({ latencyMs }) => latencyMs?.min ?? [])) / 1000
  const saturated = variants.filter(({ loads }) => isOpen(loads) && isLate(loads) && isQueueing(loads, unloadedSeconds))
  const model = variants.every(({ loads }) => isOpen(loads)) ? 'open' : 'closed'
  return { model, saturated: model === 'open' ? saturated.map(({ name }) => name) : [] }
}

/** Users who stay longer than it takes until all have come are a fixed number: who is slow has fewer requests. */
function isOpen(loads: GeneratorUse[]) {
  return median(loads.map((load) => sessionSeconds(load) - load.arrivalSeconds)) < 0
}

function isLate(loads: GeneratorUse[]) {
  const late = loads.map((load) => load.drainSeconds - sessionSeconds(load))
  return median(late.map((seconds, i) => seconds / loads[i].arrivalSeconds)) > drainAllowed && median(late) > leastDrainSeconds
}

function isQueueing(loads: GeneratorUse[], unloadedSeconds: number) {
  return median(loads.map(({ queueSeconds }) => queueSeconds)) > waiting * unloadedSeconds
}

function sessionSeconds({ shortestSessionMs }: GeneratorUse) {
  return Number(shortestSessionMs) / 1000
}
