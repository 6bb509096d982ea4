import { modes } from '../../concepts/modes.ts'
import { busyLoop, coresOf, isSeen, isStranger, usesThreads } from '../bound.ts'
import { whoKeepsUp } from '../crossover-standing.ts'
import { generatorAtPace, generatorBusy } from '../what-it-carries.ts'
import { bottlenecks } from './bottlenecks.ts'
import { gain, loopOf, remedy, type Case, type Explanation } from './case.ts'
import { counted, list, percent, roughMs } from '../../concepts/wording.ts'
import type { Diagnosis } from '../../concepts/comparison.ts'

/**
 * Why a candidate is faster, or is not, in one sentence. The first explanation that fits is the one: what makes
 * the comparison itself doubtful comes before what the app does.
 */
export function diagnose(facts: Case): Diagnosis {
  for (const [code, explain] of [...doubts, ...bottlenecks]) {
    const message = explain(facts)
    if (message !== null) return { code, message }
  }
  return { code: 'unknown', message: 'Nothing that was seen explains it.' }
}

/** What makes the comparison itself doubtful, or leaves its reasons unseen. */
const doubts: Explanation[] = [
  ['same', ({ isItself, baseline, candidate }) =>
    isItself ? `${candidate.name} is ${baseline.name} once more: what differs between them is this machine’s noise.` : null],

  ['different-errors', ({ baseline, candidate, load }) => {
    if (Math.abs(baseline.errorRate - candidate.errorRate) < 0.01) return null
    const alone = whoKeepsUp({ baseline: baseline.name, candidate: candidate.name }, load)
    const [kept, late] = alone === 'candidate' ? [candidate, baseline] : [baseline, candidate]
    return alone !== null && late.errorRate > kept.errorRate
      ? `${late.name} could not keep up with the users who came and failed ${percent(late.errorRate)} of its requests; ` +
        `${kept.name} kept up and failed ${percent(kept.errorRate)}.`
      : `${candidate.name} failed ${percent(candidate.errorRate)} of its requests, ${baseline.name} ${percent(baseline.errorRate)}: ` +
        'errors are answered faster than real work, so the two did not do the same.'
  }],

  ['generator-bound', (facts) => {
    const { baseline, candidate, load } = facts
    const most = Math.max(Number(baseline.generatorUtilization), Number(candidate.generatorUtilization))
    if (most <= generatorBusy) {
      const atPace = Number(generatorAtPace(baseline, candidate, load))
      const [before, after] = [baseline, candidate].map(({ demand }) => roughMs(Number(demand?.generatorMs)))
      return atPace <= generatorBusy ? null :
        `The responses are too fast for the load generator: a request takes it ${after} ms with ${candidate.name}, ` +
        `${before} with ${baseline.name}, so that at the pace of ${baseline.name} it would be ${percent(atPace)} busy: ` +
        'what is compared is mostly the generator.'
    }
    if (Number(baseline.busiest) >= busyLoop) {
      return `CPU-bound as ${baseline.name} (the ${loopOf(baseline)}), but the load generator was ${percent(most)} busy, too: ` +
        `${candidate.name} may be faster than what was measured.`
    }
    const app = baseline.busiest === null ? '' : `, the event loop of ${baseline.name} ${percent(baseline.busiest)}`
    return `The responses are too fast for the load generator: it was ${percent(most)} busy${app}, ` +
      `so what is compared is mostly the generator, and ${remedy(facts, 'can show little')}.`
  }],

  ['unknown', (facts) => {
    const away = sides(facts).filter(({ mode }) => modes[mode].isElsewhere).map(({ name }) => name)
    if (away.length === 0) return null
    const [run, theirs] = away.length === 1 ? ['runs', 'its machine'] : ['run', 'their machines']
    return `${list(away)} ${run} where we can't look (mode url): what became of ${theirs} is unknown, so the speedup is measured but not explained.`
  }],

  ['unknown', (facts) => {
    const silent = sides(facts).filter(({ busiest, mode }) => busiest === null && !isStranger(mode)).map(({ name }) => name)
    return silent.length === 0 ? null :
      `${list(silent)} told too little of how busy the event loop was: a run was too short, or a process closed its IPC channel.`
  }],

  // A baseline that is a command: it tells nothing itself, and the system tells of its CPU only.

  ['busy-elsewhere', (facts) => {
    const { baseline } = facts
    if (baseline.busiest !== null || baseline.machine === null || !usesThreads(baseline) || gain(facts) === 'faster') return null
    return `${baseline.name} already used ${coresOf(baseline).toFixed(1)} of ${counted(baseline.machine.cores, 'core')}, ` +
      `so ${remedy(facts, 'has little to add', 'have little to add')}.`
  }],

  ['cpu-bound', (facts) => {
    const { baseline, candidate } = facts
    const cores = coresOf(baseline)
    if (baseline.busiest !== null || usesThreads(baseline) || cores < busyLoop * baseline.workers) return null
    const consequence = {
      faster: `so ${remedy(facts, 'helps', 'help')}`,
      same: `although ${remedy(facts, 'gains', 'gain')} nothing measurable`,
      slower: `and yet ${remedy(facts, 'makes', 'make')} it slower`
    }[gain(facts)]
    const like = baseline.workers === 1 ? 'one process that computes all the time' : `${baseline.workers} processes that compute all the time`
    const used = `${cores.toFixed(1)} ${cores.toFixed(1) === '1.0' ? 'core' : 'cores'}`
    return `Probably CPU-bound, ${consequence}: ${baseline.name} used ${used}, as ${like} would${usedBy(candidate)}. It tells nothing else of itself.`
  }],

  ['unknown', ({ baseline, candidate }) => {
    if (baseline.busiest !== null) return null
    const unseen =
      baseline.machine === null ? 'neither does the system'
      : isSeen(baseline) ? null
      : 'hardly any CPU of its processes was seen (docker, for one, has others do the work)'
    if (unseen !== null || baseline.machine === null) {
      return `${baseline.name} is a command, which tells nothing of itself, and ${unseen}, so the speedup is measured but not explained.`
    }
    const cores = coresOf(baseline)
    const limit = cores < 0.5 * baseline.workers ? 'so it is hardly the CPU that limits it' : 'so the speedup is measured but not explained'
    return `${baseline.name} is a command, which tells nothing of itself: it used ${cores.toFixed(2)} of ` +
      `${counted(baseline.machine.cores, 'core')}${usedBy(candidate)}, ${limit}.`
  }]
]

function sides({ baseline, candidate, modes }: Case) {
  return [{ ...baseline, mode: modes.baseline }, { ...candidate, mode: modes.candidate }]
}

function usedBy(candidate: Case['candidate']) {
  return isSeen(candidate) ? `, ${candidate.name} ${coresOf(candidate).toFixed(1)}` : ''
}
