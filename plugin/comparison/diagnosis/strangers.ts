import { counted } from '../../wording.ts'
import { busyLoop, coresOf, isSeen, usesThreads } from '../bound.ts'
import { gain, remedy, type Case } from './case.ts'

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
