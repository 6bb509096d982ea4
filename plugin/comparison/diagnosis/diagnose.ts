import { modes } from '../../concepts/modes.ts'
import { busyLoop, coresOf, isSeen, requestCpuMs, usesThreads } from '../bound.ts'
import { whoKeepsUp } from '../overload.ts'
import { clustersItself } from '../warnings/app.ts'
import { generatorBusy } from '../reason-against.ts'
import { mayFail } from '../../concepts/failures.ts'
import { isOutside } from '../variant-use.ts'
import { hasRoom } from '../warnings/limits.ts'
import { rounded } from '../../statistics/descriptive.ts'
import { bottleneck, timeToSpare } from './bottlenecks.ts'
import {
  addsWorkers,
  effectOfRemedy,
  gain,
  isSearched,
  loopOf,
  ofThroughput,
  remedy,
  takenByOthers,
  told,
  type Facts
} from './facts.ts'
import { coresWords, counted, list, percent, roughMs } from '../../concepts/wording.ts'
import type { VariantUse } from '../../concepts/comparison.ts'

/**
 * Why a candidate is faster, or is not, in one sentence. The first explanation that fits wins: what makes the
 * comparison itself doubtful comes before what the app does.
 */
export const diagnose = (facts: Facts) =>
  doubt(facts) ??
  (isSearched(facts) ? oneSided(facts) : busyGenerator(facts)) ??
  changed(facts) ??
  unseen(facts) ??
  quotaBound(facts) ??
  fewConnections(facts) ??
  timeToSpare(facts) ??
  bottleneck(facts)

function doubt({ isItself, forked, baseline, candidate, load, result }: Facts) {
  if (isItself)
    return told(
      'same',
      `${candidate.name} is the same as ${baseline.name}: any difference between them is this machine’s noise.`
    )
  if (forked !== null)
    return told('not-one-process', `No single process was measured, since ${clustersItself(baseline.name, forked)}.`)
  const isErring = result.estimates.some(({ reason }) => reason === 'errors')
  const areAlike = Math.abs(baseline.errorRate - candidate.errorRate) < mayFail
  if (areAlike && !isErring) return null
  const alone = whoKeepsUp(baseline.name, candidate.name, load)
  const [kept, late] = alone === 'candidate' ? [candidate, baseline] : [baseline, candidate]
  return told(
    'different-errors',
    alone !== null && late.errorRate > kept.errorRate
      ? `${late.name} could not keep up with the arrival rate: its error rate is ${percent(late.errorRate)}; ` +
          `${kept.name} kept up, with ${percent(kept.errorRate)}.`
      : `The error rate of ${candidate.name} is ${percent(candidate.errorRate)}, of ${baseline.name} ` +
          `${percent(baseline.errorRate)}: errors return faster than real work, so ` +
          `${areAlike ? 'neither shows what it can do' : 'the two did not do the same work'}.`
  )
}

/** Of a variant that met a bound of the search, no load shows what limits it. */
const oneSided = ({ result: { estimates } }: Facts) =>
  estimates.some(({ side }) => side !== null)
    ? told('unknown', 'What one of the two carries is known from one side only, so the ratio is not explained.')
    : null

function busyGenerator(facts: Facts) {
  const { baseline, candidate } = facts
  const tooFast = 'The responses are too fast for the load generator:'
  const most = Math.max(baseline.generatorUtilization ?? 0, candidate.generatorUtilization ?? 0)
  if (most <= generatorBusy) return null
  const busiest = (candidate.generatorUtilization ?? 0) === most ? candidate : baseline
  const taken = takenByOthers(facts)
  // A thread that waits for a core is as busy, in its own eyes, as one that has it.
  if (taken !== null && busiest.machine !== null && busiest.machine.generator < 0.6 * most) {
    return told(
      'generator-bound',
      `The load generator waited for a core: it was ${percent(most)} busy, but got only ` +
        `${busiest.machine.generator.toFixed(2)} cores, since ${taken}. Repeat this when the machine is quiet: this ` +
        'run says nothing about the app.'
    )
  }
  const app = baseline.busiest === null ? '' : `, the event loop of ${baseline.name} ${percent(baseline.busiest)}`
  return told(
    'generator-bound',
    (baseline.busiest ?? 0) >= busyLoop
      ? `CPU-bound as ${baseline.name} (the ${loopOf(baseline)}), but the load generator was also ` +
          `${percent(most)} busy: ${candidate.name} may be faster than measured.`
      : `${tooFast} it was ${percent(most)} busy${app}, so this compares mostly the load generator, and ` +
          `${remedy(facts)} can show little.`
  )
}

/** @returns null: neither of the two has used up a CPU quota that is less than the machine has */
function quotaBound(facts: Facts) {
  const sides = [facts.baseline, facts.candidate].map((use) => {
    const { name, shape, machine, workers } = use
    const all = (each: number) => rounded(each * (shape?.instances ?? 1))
    const cores = machine?.cores ?? Infinity
    const quota = all(shape?.cpus ?? Infinity)
    const used = shape === null ? coresOf(use) : all(shape.cpu)
    return {
      isFull: quota < cores && used >= hasRoom * quota && (shape?.throttledPeriods ?? 0) >= 0.5,
      most: Math.min(quota, cores, Math.max(workers, used)),
      used,
      name,
      part: `${used.toFixed(2)} of its ${counted(quota, 'core')}`
    }
  })
  const full = sides.filter(({ isFull }) => isFull)
  if (full.length === 0) return null
  const [before, after] = sides
  const allows = (facts.baseline.busiest ?? 0) >= busyLoop ? `; ${ofThroughput(after.most / before.used, facts)}` : ''
  const used = list(full.map(({ name, part }, i) => `${name}${i === 0 ? ' used' : ''} ${part}`))
  return told('quota-bound', `The CPU quota is the limit: ${used}, so more workers on them add nothing${allows}.`)
}

/** A connection stays with a worker: those that get none have nothing to do. */
function fewConnections(facts: Facts) {
  const { connections, workers } = facts.candidate
  if (!addsWorkers(facts) || connections === 0 || connections >= workers) return null
  return told(
    'uneven',
    `${counted(connections, 'connection')} can keep only ${connections} of ${workers} workers busy: let more ` +
      'users come, or raise config.http.pool if it is set.'
  )
}

/** Of another version of the same app, or of another environment: what a request took, and what the app needed. */
function changed({ isVersion, baseline, candidate }: Facts) {
  if (!isVersion) return null
  const inMs = (ms: number) => `${roughMs(ms)} ms`
  const facts: [name: string, of: (use: VariantUse) => number, write: (value: number) => string][] = [
    ['CPU a request', requestCpuMs, inMs],
    [
      'time a request waits for something other than the CPU',
      ({ responseTime }) => responseTime?.waitingMs ?? NaN,
      inMs
    ],
    ['time from first to last byte', ({ responseTime }) => responseTime?.bodyMs ?? NaN, inMs],
    ['memory', ({ machine }) => machine?.appMegabytes ?? NaN, (megabytes) => `${megabytes.toFixed(0)} MB`],
    ['garbage collection', ({ gc }) => gc ?? NaN, percent]
  ]
  const figures = facts.flatMap(([name, of, write]) => {
    const before = of(baseline)
    const after = of(candidate)
    const isNothing = [before, after].every((value) => parseFloat(write(value)) === 0)
    return Number.isNaN(before + after) || isNothing
      ? []
      : { text: `${name} ${write(before)} → ${write(after)}`, factor: after / before }
  })
  if (figures.length === 0) return null
  const same = figures.every(({ factor }) => Math.abs(Math.log(factor)) < Math.log(alike))
  return told(
    'version',
    `From ${baseline.name} to ${candidate.name}: ` +
      `${list(figures.map(({ text }) => text))}${same ? ': nothing of it changed by more than a tenth' : ''}.`
  )
}

const alike = 1.1

/**
 * A variant that does not report how busy its event loop was: one that runs elsewhere, a silent one, or a baseline that
 * is a command.
 */
function unseen(facts: Facts) {
  const { baseline, candidate } = facts
  const sides = (['baseline', 'candidate'] as const).map((side) => ({ ...facts[side], mode: facts.modes[side] }))
  const unexplained = 'so the speedup is measured but not explained'
  const unknown = (message: string) => told('unknown', message)
  const away = sides.filter(({ mode }) => modes[mode].isElsewhere).map(({ name }) => name)
  if (away.length > 0) {
    const [run, theirs] = away.length === 1 ? ['runs', 'its machine'] : ['run', 'their machines']
    return unknown(`${list(away)} ${run} elsewhere (mode url): the load on ${theirs} is unknown, ${unexplained}.`)
  }
  const silent = sides.filter(({ busiest, mode }) => busiest === null && !isOutside(mode)).map(({ name }) => name)
  if (silent.length > 0)
    return unknown(
      `${list(silent)} reported too little about how busy the event loop was: a run was too short, or a process ` +
        'closed its IPC channel.'
    )
  if (baseline.busiest !== null) return null
  const { name, workers, machine } = baseline
  const cores = coresOf(baseline)
  if (machine !== null && usesThreads(baseline) && gain(facts) !== 'faster') {
    const used = `${name} already used ${cores.toFixed(1)} of ${coresWords(machine)}`
    return told('busy-elsewhere', `${used}, so ${remedy(facts)} has little to gain.`)
  }
  const candidateUsed = isSeen(candidate) ? `, ${candidate.name} ${coresOf(candidate).toFixed(1)}` : ''
  if (!usesThreads(baseline) && cores >= busyLoop * workers) {
    const consequence = effectOfRemedy(facts, `although ${remedy(facts)} gains nothing measurable`)
    const like =
      workers === 1 ? 'one process that computes all the time' : `${workers} processes that compute all the time`
    const used = `${cores.toFixed(1)} ${cores.toFixed(1) === '1.0' ? 'core' : 'cores'}`
    return told(
      'cpu-bound',
      `Probably CPU-bound, ${consequence}: ${name} used ${used}, as ${like} would${candidateUsed}. It reports ` +
        'nothing else.'
    )
  }
  const isSilent = `${name} is a command, which reports nothing about its event loop`
  if (machine === null)
    return unknown(`${isSilent}, and this system does not report the CPU time of its processes, ${unexplained}.`)
  if (!isSeen(baseline))
    return unknown(
      `${isSilent}, and its own processes used hardly any CPU (docker, for example, leaves the work to a daemon), ` +
        `${unexplained}.`
    )
  const consequence = cores < 0.5 * workers ? 'so the CPU hardly limits it' : unexplained
  return unknown(`${isSilent}: it used ${cores.toFixed(2)} of ${coresWords(machine)}${candidateUsed}, ${consequence}.`)
}
