import { isDemanding, type ScenarioPlan, type Script } from '../../concepts/settings.ts'
import type { Phase } from '../../concepts/load-description.ts'
import { arrivalSeconds, isEndless, loopsIn, secondsOf, sum } from '../../settings/phases.ts'
import { isWithin, listOf, number, refuse, refuseValue } from '../../settings/shapes.ts'
import type { CrossoverAdds } from './concepts.ts'

/** What users write to ask from which load on a candidate pays off. */
export const crossoverWritten = {
  factors: {
    levels: [
      listOf(number({ above: 0, to: 100 }), {
        atLeast: 1,
        distinct: true,
        allowed: 'a list of different numbers above 0, such as [0.5, 0.8, 1, 1.5]'
      }),
      'Factors that multiply the arrivals of config.phases: a comparison under each. Thresholds and limits need the factor 1. ' +
        "With capacity: parts of the baseline's capacity, which is searched for first.",
      'the load as written',
      [0.5, 0.8, 1, 1.5]
    ]
  }
} as const

const burstSeconds = 2 // users who come within it and then go on are a fixed number of users
const tolerance = 0.05 // rounding may change the load by so much
const whyClosed =
  "a fixed number of users sends the next request as soon as the last is answered, so the load depends on the app, not the script, and can't be multiplied"
const rates = ['arrivalRate', 'rampTo', 'arrivalCount']

export const crossoverRead = { atEachLoad }

/**
 * A scenario under each load, the least first. The speedups that it must reach, and its limits, are for the load as it
 * was written; as many errors as are allowed are allowed under each. Null: it was not asked. scenarios: of the
 * plan; config: as Artillery completed it
 */
function atEachLoad(plan: ScenarioPlan, { levels: factors }: CrossoverAdds['options'], { scenarios, config }: Script) {
  if (factors === undefined) return null
  const sorted = factors.toSorted((a, b) => a - b)
  if (plan.loop !== null)
    refuse(
      `plugins.speedup.levels and users are both set, but ${whyClosed}. Replace users by config.phases, for example ` +
        '[{ duration: 20, arrivalRate: 50 }], or remove levels. To compare under several numbers of users, add a scenario with its own speedup.users for each.'
    )
  const written = readPhases(config.phases)
  for (const { name, flow } of scenarios) checkOpen(flow, name ?? plan.name, written)
  if (isDemanding(plan) && !factors.includes(1))
    refuseValue(
      'plugins.speedup.levels',
      factors,
      'but thresholds and limits apply to the load as written, which is the factor 1, ' +
        `and scenario ${JSON.stringify(plan.name)} has some. Add 1 to levels, or remove them.`
    )
  const none = Object.fromEntries(Object.keys(plan.thresholds).map((name) => [name, {}]))
  const ofErrors = Object.fromEntries(
    Object.entries(plan.limits).map(([name, { errorRate }]) => [name, errorRate === undefined ? {} : { errorRate }])
  )
  return sorted.map((factor) => ({
    ...plan,
    phases: scalePhases(written, factor),
    name: `${plan.name} at ${factor}x load`,
    ...(factor === 1 ? {} : { thresholds: none, limits: ofErrors }),
    level: { of: plan.name, factor, isLeast: factor === sorted[0] }
  }))
}

/** @returns at least one */
function readPhases(given: unknown): Phase[] {
  const phases = Array.isArray(given) ? given : []
  phases.forEach((phase, i) => {
    for (const key of rates) {
      const rate = phase?.[key]
      const isNumber = typeof rate === 'number' || (typeof rate === 'string' && rate.trim() !== '')
      if (rate === undefined || (isNumber && isWithin(Number(rate), { from: 0 }))) continue
      refuseValue(
        `config.phases[${i}].${key}`,
        rate,
        "which plugins.speedup.levels can't multiply. It must be a number from 0."
      )
    }
  })
  // Where the script has no phases, and with --solo, Artillery hands over one with a single user.
  if (usersIn(phases) > 1) return phases
  refuse(
    'plugins.speedup.levels is set, but there is no load to multiply: config.phases is missing or has one user at most, ' +
      'or --solo is set. Write, for example, phases: [{ duration: 20, arrivalRate: 50 }].'
  )
}

const usersIn = (phases: unknown) =>
  sum(phases, ({ pause, duration, arrivalCount, arrivalRate = 0, rampTo = arrivalRate }) =>
    pause === undefined ? Number(arrivalCount ?? ((Number(arrivalRate) + Number(rampTo)) / 2) * secondsOf(duration)) : 0
  )

function checkOpen(flow: unknown, scenario: unknown, phases: Phase[]) {
  const isOpen = loopsIn(flow).length === 0 || arrivalSeconds(phases) > burstSeconds
  if (isOpen && !isEndless(flow)) return
  const reason = isEndless(flow)
    ? 'its flow has a loop with whileTrue'
    : `all its users come within ${burstSeconds} s, and its flow has a loop`
  refuse(
    `plugins.speedup.levels is set, but scenario ${JSON.stringify(scenario)} is a closed load: ${reason}, and ${whyClosed}. Let users arrive all the time, ` +
      'each for one request: for example phases: [{ duration: 20, arrivalRate: 50 }] and a flow of single requests. Or remove levels.'
  )
}

/**
 * Multiplies how many users come, not for how long. The limit `maxVusers` stays as it is: it belongs to the machine.
 */
export function scalePhases(phases: Phase[], factor: number): Phase[] {
  if (factor === 1) return phases
  const scaled = phases.map((phase) => {
    const given = rates.filter((key) => phase?.pause === undefined && Number(phase?.[key]) > 0)
    // A fraction as arrivalRate makes Artillery 2.0.34 stop: it deals whole users out to its load threads.
    return {
      ...phase,
      ...Object.fromEntries(given.map((key) => [key, Math.max(1, Math.round(Number(phase[key]) * factor))]))
    }
  })
  const real = usersIn(scaled) / usersIn(phases)
  if (Math.abs(real / factor - 1) <= tolerance) return scaled
  refuse(
    `plugins.speedup.levels has the factor ${factor}, but Artillery takes whole numbers of users only, and with config.phases rounded ` +
      `it would be ${Number(real.toPrecision(3))}. Use larger numbers in the phases, such as arrivalRate: 50, or another factor.`
  )
}
