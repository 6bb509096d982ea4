import { blocked, contention, garbageCollection, machineFull, moreWorkers, noCoreLeft, tooManyWorkers, uneven, cpuBound, threads, busyElsewhere, fewUsers, idle, partlyBusy, waiting } from './bottlenecks.ts'
import { differentErrors, elsewhere, generatorBound, same, toldTooLittle, strangerComputes, strangerTellsNothing, strangerUsesCores } from './doubts.ts'
import type { Diagnosis } from '../../concepts/comparison.ts'
import type { DiagnosisCode } from '../../concepts/diagnoses.ts'
import type { Case, Explanation } from './case.ts'

/**
 * Why a candidate is faster, or is not, in one sentence. The first explanation that fits is the one: what makes
 * the comparison itself doubtful comes before what the app does.
 */
export function diagnose(of: Case): Diagnosis {
  for (const [code, explain] of explanations) {
    const message = explain(of)
    if (message !== null) return { code, message }
  }
  return { code: 'unknown', message: 'Nothing that was seen explains it.' }
}

const explanations: [DiagnosisCode, Explanation][] = [
  ['same', same],
  ['different-errors', differentErrors],
  ['generator-bound', generatorBound],
  ['unknown', elsewhere],
  ['unknown', toldTooLittle],
  ['busy-elsewhere', strangerUsesCores],
  ['cpu-bound', strangerComputes],
  ['unknown', strangerTellsNothing],
  ['busy-elsewhere', busyElsewhere],
  ['waiting', waiting],
  ['few-users', fewUsers],
  ['idle', idle],
  ['partly-busy', partlyBusy],
  ['blocked', blocked],
  ['garbage-collection', garbageCollection],
  ['cpu-bound', threads],
  ['uneven', uneven],
  ['too-many-workers', tooManyWorkers],
  ['more-workers', moreWorkers],
  ['machine-full', machineFull],
  ['machine-full', noCoreLeft],
  ['contention', contention],
  ['cpu-bound', cpuBound]
]
