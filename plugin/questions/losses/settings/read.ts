import { askOncePhase, disturbanceKinds, workerDisturbances, type Disturbance } from '../concepts/disturbances.ts'
import { lossLimits, type LossesAdds } from '../concepts/losses.ts'
import { modes } from '../../../concepts/modes.ts'
import { usualWarmUpSeconds } from '../../../concepts/run.ts'
import { arrivalSeconds, flowSeconds, isEndless, secondsOf } from '../../../settings/phases.ts'
import { refuse, refuseValue } from '../../../settings/shapes.ts'
import type { LossesOptions } from './options.ts'
import type { ScenarioPlan, Variant, Script } from '../../../concepts/settings.ts'
import type { Phase, UserLoop } from '../../../concepts/load-description.ts'

/**
 * Seconds before a disturbance, that count, and after it: less shows neither what was usual nor that it is so again.
 */
const calmSeconds = 1.5
const afterSeconds = 3
/** New users who ask once: few beside the others, and enough to see when new connections are refused. */
const freshPerSecond = 20
const path = 'plugins.speedup.disturb'
type Given = { variants: Variant[]; scenarios: ScenarioPlan[]; warmUpSeconds: number | null }
type Options = LossesOptions & { generator?: { client?: string } | undefined }

/** What is asked, and the load that it needs. */
export const lossesRead = {
  read: (options: Options, given: Given) => ({ disturb: readDisturbances(options, given) }),
  plan: (plan: ScenarioPlan, { disturb }: LossesAdds['settings'], script: Script) =>
    disturb && underDisturbances(plan, disturb, script)
}

/**
 * What happens to the app in each run, in the order in which it happens; null: nothing, so that speedups are compared.
 */
function readDisturbances({ disturb: asked, generator }: Options, given: Given) {
  const { variants, scenarios } = given
  checkThresholds(scenarios, asked !== undefined)
  if (asked === undefined) return null
  const counted = variants.find(({ countOf }) => countOf !== null)
  if (counted !== undefined)
    refuse(
      `${path} is set, but plugins.speedup.variants.${counted.countOf} has several numbers of workers. Set only one.`
    )
  if (generator?.client === 'artillery')
    refuse(
      `${path} is set, but users of Artillery's own client leave when a request is lost, which changes the load. Remove plugins.speedup.generator.client.`
    )
  if (asked.length === 0) refuse(`${path} is empty. Name at least one, for example { kill: worker, at: 4s }.`)
  const elsewhere = variants.find(({ mode }) => modes[mode].isElsewhere)
  if (elsewhere !== undefined)
    refuse(
      `${path} is set, but ${elsewhere.name} runs elsewhere (mode ${elsewhere.mode}) and can't be disturbed. Use another mode, or remove disturb.`
    )
  const disturbances = asked.map(readDisturbance).sort((a, b) => a.at - b.at)
  checkUnseen(
    disturbances,
    variants.filter(({ mode }) => modes[mode].outside !== undefined)
  )
  const clash = disturbances.find(({ at }, i) => i > 0 && at < toldUntil(disturbances[i - 1]))
  if (clash !== undefined)
    refuse(
      `${path} has ${clash.kind} at ${clash.at} s, less than ${afterSeconds} s after the one before it is over, so their effects can't be told apart. Leave more time between them.`
    )
  const [{ kind, at }] = disturbances
  const earliest = (given.warmUpSeconds ?? usualWarmUpSeconds) + calmSeconds
  if (at < earliest)
    refuse(
      `${path} has ${kind} at ${at} s, but before ${earliest} s (the warm-up and ${calmSeconds} s without a disturbance) there is nothing to compare it with. Let it happen later.`
    )
  return disturbances
}

/** @returns with a load that is long enough for the disturbances, and in it new users who ask once */
function underDisturbances(plan: ScenarioPlan, disturbances: Disturbance[], script: Script): ScenarioPlan {
  const loadSeconds = checkTimes(disturbances, plan.loop, script)
  const written = plan.phases ?? script.config.phases ?? []
  const phases = written.map((phase: Phase) =>
    phase.duration === undefined ? phase : { ...phase, duration: inMs(secondsOf(phase.duration)) }
  )
  // As long as the users of the script go on, and no longer: what is told of the last second is told of them.
  const rest = loadSeconds - arrivalSeconds(phases)
  const newcomers = rest < 0.1 ? [] : [{ name: askOncePhase, duration: inMs(rest), arrivalRate: freshPerSecond }]
  return { ...plan, phases: [...phases, ...newcomers], loop: plan.loop && { ...plan.loop, seconds: loadSeconds } }
}

/** Artillery takes no fractions of a second. */
const inMs = (seconds: number) => `${Math.round(1000 * seconds)}ms`

function readDisturbance(written: NonNullable<LossesOptions['disturb']>[number], i: number): Disturbance {
  const kinds = disturbanceKinds.filter((kind) => written[kind] !== undefined)
  const own = `${path}[${i}]`
  if (kinds.length !== 1) {
    const found = kinds.length === 0 ? 'does not say what happens' : `says ${kinds.join(' and ')}`
    refuse(`${own} ${found}. Set one of ${disturbanceKinds.join(', ')}, for example { kill: worker, at: 4s }.`)
  }
  const [kind] = kinds
  const seconds = written.duration === undefined ? null : secondsOf(written.duration)
  if (written.at === undefined)
    refuse(`${own}.at is missing. Set it to the time after which ${kind} happens, such as 4s.`)
  const takesSeconds = kind !== 'reload' && workerDisturbances[kind].signals.length > 1
  if (takesSeconds && seconds === null)
    refuse(
      `${own}.duration is missing. Set how long a worker is frozen, for example { freeze: worker, duration: 2s, at: 4s }.`
    )
  if (!takesSeconds && seconds !== null)
    refuseValue(`${own}.duration`, written.duration, `but ${kind} takes no time. Remove duration.`)
  return { kind, of: written[kind] === 'worker' ? 'worker' : 'all', seconds, at: secondsOf(written.at) }
}

/** What is lost and how fast an app is are two questions. */
function checkThresholds(scenarios: ScenarioPlan[], isDisturbed: boolean) {
  const asked = scenarios.flatMap(({ thresholds, limits }) =>
    [...Object.values(thresholds), ...Object.values(limits)].flatMap((own) =>
      Object.entries(own).flatMap(([key, value]) => (value === null ? [] : [key]))
    )
  )
  const wrong = asked.find((key) => lossLimits.some((own) => own === key) !== isDisturbed)
  if (wrong === undefined) return
  refuse(
    isDisturbed
      ? `${wrong} is demanded together with ${path}, which measures what is lost, not how fast the app is. Demand limits: { lost: 0% }, recovery or p95Rise instead, or remove disturb.`
      : `limits.${wrong} concerns what is lost when the app is disturbed. Set disturb, for example disturb: [{ kill: worker, at: 4s }], or remove it.`
  )
}

/** What others start, we can have replaced, but not hit: which of its processes are the workers is unknown. */
function checkUnseen(disturbances: Disturbance[], unseen: Variant[]) {
  const hit = disturbances.find(({ kind }) => kind !== 'reload')
  if (hit !== undefined && unseen.length > 0)
    refuse(
      `${path} has ${hit.kind}, but the workers of ${unseen[0].name} are unknown (mode command). Use another mode for it, or only reload.`
    )
  const lacking = unseen.find(({ reload }) => reload === null)
  if (lacking !== undefined)
    refuse(
      `${path} has a reload, but plugins.speedup.variants.${lacking.name}.reload is missing. Set the command line that replaces the workers, for example command: exec node cluster.js, and reload: kill -HUP $PID`
    )
}

/** @returns the seconds until which a disturbance needs the load alone */
const toldUntil = ({ at, seconds }: Disturbance) => at + (seconds ?? 0) + afterSeconds

/** @returns seconds of load: as it was written, else what they need */
function checkTimes(disturbances: Disturbance[], loop: UserLoop | null, script: Script) {
  const last = disturbances[disturbances.length - 1]
  const needed = toldUntil(last)
  const load = loop === null ? secondsOfScript(script) : loop.seconds
  if (load === null) return needed
  if (load >= needed) return load
  refuse(
    `${path} has ${last.kind} at ${last.at} s${last.seconds === null ? '' : ` for ${last.seconds} s`}, but the load of each run takes about ${load} s: ` +
      `it must go on for ${afterSeconds} s more to show whether the app recovers. Make the load ${needed} s long, or let it happen earlier.`
  )
}

function secondsOfScript({ scenarios, config }: Script) {
  if (isEndless(scenarios))
    refuse(
      `${path} is set, but a flow has a loop with whileTrue, so how long the load takes is unknown. Set plugins.speedup.users, ` +
        'for example users: 20, and remove the loop and config.phases: 20 users then repeat the flow for as long as the disturbances need.'
    )
  return (
    arrivalSeconds(config.phases) + Math.max(...scenarios.map(({ flow }: Record<string, unknown>) => flowSeconds(flow)))
  )
}
