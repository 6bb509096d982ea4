import { SpeedupError } from '../concepts/errors.ts'

/** as Artillery takes it */
export type Phase = Record<string, unknown>

const rates = ['arrivalRate', 'rampTo', 'arrivalCount']

/** Rounding may change the load by so much. */
const tolerance = 0.05

/**
 * @param given `config.phases`, as Artillery completed them
 * @returns at least one
 * @throws SpeedupError INVALID_SETTINGS: there is nothing that could be multiplied
 */
export function readPhases(given: unknown): Phase[] {
  const phases = Array.isArray(given) ? given : []
  phases.forEach((phase, i) => {
    for (const key of rates) if (phase?.[key] !== undefined) checkNumber(phase[key], `config.phases[${i}].${key}`)
  })
  // Where the script has no phases, and with --solo, Artillery hands over one with a single user.
  if (usersIn(phases) > 1) return phases
  throw new SpeedupError(
    'INVALID_SETTINGS',
    'plugins.speedup.load is set, but there is no load that could be multiplied: config.phases is missing or brings one user at most, or --solo is given. ' +
      'Write for example phases: [{ duration: 20, arrivalRate: 50 }].'
  )
}

/**
 * Multiplies how many users come, not for how long. The limit `maxVusers` stays as it is: it belongs to the machine.
 *
 * @throws SpeedupError INVALID_SETTINGS: Artillery could not do that
 */
export function scalePhases(phases: Phase[], factor: number): Phase[] {
  if (factor === 1) return phases
  const scaled = phases.map((phase) => (phase.pause === undefined ? scalePhase(phase, factor) : phase))
  const real = usersIn(scaled) / usersIn(phases)
  if (Math.abs(real / factor - 1) <= tolerance) return scaled
  throw new SpeedupError(
    'INVALID_SETTINGS',
    `plugins.speedup.load has the factor ${factor}, but Artillery takes whole numbers of users only, and with config.phases rounded it would be ${Number(real.toPrecision(3))}. ` +
      'Write larger numbers into the phases, such as arrivalRate: 50, or take another factor.'
  )
}

/** A fraction as arrivalRate makes Artillery 2.0.34 stop: it deals whole users out to its load threads. */
function scalePhase(phase: Phase, factor: number): Phase {
  const given = rates.filter((key) => Number(phase[key]) > 0)
  return { ...phase, ...Object.fromEntries(given.map((key) => [key, Math.max(1, Math.round(Number(phase[key]) * factor))])) }
}

function usersIn(phases: any[]) {
  return phases.reduce((sum, phase) => sum + usersOf(phase ?? {}), 0)
}

function usersOf(phase: Phase) {
  const { pause, arrivalCount, arrivalRate = 0, rampTo = arrivalRate } = phase
  if (pause !== undefined) return 0
  if (arrivalCount !== undefined) return Number(arrivalCount)
  return ((Number(arrivalRate) + Number(rampTo)) / 2) * arrivalSeconds([phase])
}

function checkNumber(given: unknown, path: string) {
  const fits = typeof given === 'number' || (typeof given === 'string' && given.trim() !== '')
  if (fits && Number(given) >= 0 && Number.isFinite(Number(given))) return
  throw new SpeedupError('INVALID_SETTINGS', `${path} is ${JSON.stringify(given)}, which plugins.speedup.load can't multiply. It must be a number from 0.`)
}

/** Units in seconds, as the package ms reads them, which Artillery uses. */
const units: [RegExp, number][] = [
  [/^(?:ms|msecs?|milliseconds?)$/, 0.001],
  [/^(?:|s|secs?|seconds?)$/, 1],
  [/^(?:m|mins?|minutes?)$/, 60],
  [/^(?:h|hrs?|hours?)$/, 3600],
  [/^(?:d|days?)$/, 86_400],
  [/^(?:w|weeks?)$/, 604_800]
]

/**
 * How long users come in a run, as the script's phases say.
 *
 * @returns 0 for what Artillery will refuse, or only knows itself
 */
export function arrivalSeconds(phases: unknown): number {
  if (!Array.isArray(phases)) return 0
  return phases.reduce((sum, phase) => sum + secondsOf(phase?.pause ?? phase?.duration), 0)
}

/**
 * @param given a number of seconds, or a text such as 2m, 200ms, "2 minutes"
 * @returns 0 for anything else
 */
export function secondsOf(given: unknown): number {
  const [, amount, unit = ''] = /^\s*(\d*\.?\d+)\s*([a-z]*)\s*$/i.exec(String(given)) ?? []
  const [, factor = 0] = units.find(([word]) => word.test(unit.toLowerCase())) ?? []
  return amount === undefined ? 0 : Number(amount) * factor
}
