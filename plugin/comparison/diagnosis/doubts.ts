// What makes the comparison itself doubtful, or leaves its reasons unseen.
import { loopOf, remedy, gain, type Case } from './case.ts'
import { modes as facts } from '../../concepts/modes.ts'
import { list, percent, roughMs, counted } from '../../concepts/wording.ts'
import { busyLoop, isStranger, coresOf, isSeen, usesThreads } from '../bound.ts'
import { generatorAtPace, generatorBusy } from '../what-it-carries.ts'
import { whoKeepsUp } from '../crossover-standing.ts'

export function same({ isItself, baseline, candidate }: Case): string | null {
  return isItself ? `${candidate.name} is ${baseline.name} once more: what differs between them is this machine’s noise.` : null
}

export function differentErrors({ baseline, candidate, load }: Case): string | null {
  if (Math.abs(baseline.errorRate - candidate.errorRate) < 0.01) return null
  const alone = whoKeepsUp({ baseline: baseline.name, candidate: candidate.name }, load)
  const [kept, late] = alone === 'candidate' ? [candidate, baseline] : [baseline, candidate]
  if (alone !== null && late.errorRate > kept.errorRate) {
    return `${late.name} could not keep up with the users who came and failed ${percent(late.errorRate)} of its requests; ${kept.name} kept up and failed ${percent(kept.errorRate)}.`
  }
  return `${candidate.name} failed ${percent(candidate.errorRate)} of its requests, ${baseline.name} ${percent(baseline.errorRate)}: errors are answered faster than real work, so the two did not do the same.`
}

export function generatorBound(of: Case): string | null {
  const { baseline, candidate } = of
  const [before, after] = [Number(baseline.generatorUtilization), Number(candidate.generatorUtilization)]
  if (Math.max(before, after) <= generatorBusy) {
    const atPace = Number(generatorAtPace(baseline, candidate, of.load))
    if (atPace <= generatorBusy) return null
    return (
      `The responses are too fast for the load generator: a request takes it ${roughMs(Number(candidate.demand?.generatorMs))} ms with ${candidate.name}, ` +
      `${roughMs(Number(baseline.demand?.generatorMs))} with ${baseline.name}, so that at the pace of ${baseline.name} it would be ${percent(atPace)} busy: what is compared is mostly the generator.`
    )
  }
  if (Number(baseline.busiest) >= busyLoop) {
    return `CPU-bound as ${baseline.name} (the ${loopOf(baseline)}), but the load generator was ${percent(Math.max(before, after))} busy, too: ${candidate.name} may be faster than what was measured.`
  }
  const app = baseline.busiest === null ? '' : `, the event loop of ${baseline.name} ${percent(baseline.busiest)}`
  return `The responses are too fast for the load generator: it was ${percent(Math.max(before, after))} busy${app}, so what is compared is mostly the generator, and ${remedy(of, 'can show little', 'can show little')}.`
}

export function elsewhere({ baseline, candidate, modes }: Case): string | null {
  const away = [...(facts[modes.baseline].isElsewhere ? [baseline.name] : []), ...(facts[modes.candidate].isElsewhere ? [candidate.name] : [])]
  if (away.length === 0) return null
  const [run, theirs] = away.length === 1 ? ['runs', 'its machine'] : ['run', 'their machines']
  return `${list(away)} ${run} where we can't look (mode url): what became of ${theirs} is unknown, so the speedup is measured but not explained.`
}

export function toldTooLittle({ baseline, candidate, modes }: Case): string | null {
  const silent = [
    ...(baseline.busiest === null && !isStranger(modes.baseline) ? [baseline.name] : []),
    ...(candidate.busiest === null && !isStranger(modes.candidate) ? [candidate.name] : [])
  ]
  return silent.length === 0 ? null : `${silent.join(' and ')} told too little of how busy the event loop was: a run was too short, or a process closed its IPC channel.`
}

// A baseline that is a command: it tells nothing itself, and the system tells of its CPU only.

export function strangerUsesCores(of: Case): string | null {
  const { baseline } = of
  if (baseline.busiest !== null || baseline.machine === null || !usesThreads(baseline) || gain(of) === 'faster') return null
  return `${baseline.name} already used ${coresOf(baseline).toFixed(1)} of ${counted(baseline.machine.cores, 'core')}, so ${remedy(of, 'has little to add', 'have little to add')}.`
}

export function strangerComputes(of: Case): string | null {
  const { baseline, candidate } = of
  const cores = coresOf(baseline)
  if (baseline.busiest !== null || usesThreads(baseline) || cores < busyLoop * baseline.workers) return null
  const as = baseline.workers === 1 ? 'one process that computes all the time' : `${baseline.workers} processes that compute all the time`
  return `Probably CPU-bound, ${consequence(of)}: ${baseline.name} used ${cores.toFixed(1)} ${cores.toFixed(1) === '1.0' ? 'core' : 'cores'}, as ${as} would${used(candidate)}. It tells nothing else of itself.`
}

export function strangerTellsNothing({ baseline, candidate }: Case): string | null {
  if (baseline.busiest !== null) return null
  if (baseline.machine === null || !isSeen(baseline)) {
    const why = baseline.machine === null ? 'neither does the system' : 'hardly any CPU of its processes was seen (docker, for one, has others do the work)'
    return `${baseline.name} is a command, which tells nothing of itself, and ${why}, so the speedup is measured but not explained.`
  }
  const cores = coresOf(baseline)
  const limit = cores < 0.5 * baseline.workers ? 'so it is hardly the CPU that limits it' : 'so the speedup is measured but not explained'
  return `${baseline.name} is a command, which tells nothing of itself: it used ${cores.toFixed(2)} of ${counted(baseline.machine.cores, 'core')}${used(candidate)}, ${limit}.`
}

function consequence(of: Case) {
  const effects = { faster: `so ${remedy(of, 'helps', 'help')}`, same: `although ${remedy(of, 'gains', 'gain')} nothing measurable`, slower: `and yet ${remedy(of, 'makes', 'make')} it slower` }
  return effects[gain(of)]
}

function used(candidate: Case['candidate']) {
  return isSeen(candidate) ? `, ${candidate.name} ${coresOf(candidate).toFixed(1)}` : ''
}
