import { isBoundAtMost } from '../comparison/searches.ts'
import { carries } from '../comparison/wanted.ts'
import {
  ofVariant,
  serviceLevelWords,
  type CapacityLevel,
  type CapacityUnit,
  type VariantCapacity
} from '../concepts/capacity.ts'
import { applying, counted } from '../../../concepts/wording.ts'
import { withUnit } from '../report/levels.ts'
import { limitsAdvice } from '../../../report/words/undecided.ts'
import { bracketed, ranged } from '../../../report/words/numbers.ts'
import { reasonClause } from '../../../report/words/sentences.ts'
import { checkedUnit, level } from '../settings.ts'
import { amountOf } from '../../../settings/quantities.ts'
import { adviceOn, declared, earlySentence, worstWarningLines } from '../../../kit/judges.ts'
import { readBound, type Bound, type BoundClaim } from '../../../kit/judge-options.ts'
import { noComparison, onlyCandidate, type Subject } from '../../../kit/subject.ts'
import { capacityMissing } from '../report/told.ts'
import { check, type Compared } from '../../../kit/judge.ts'

export type LevelOptions = Bound<CapacityLevel>

/**
 * Judges whether the candidate carries that much within the service level, or as much as the comparison requires; the
 * contrary: it carries less.
 */
const judgeCapacity: BoundClaim<CapacityLevel>['judge'] = (level, place) => (subject) => {
  const {
    candidate,
    capacity: { unit, limits },
    own
  } = searched(subject)
  const { name, baseline, scenario, preliminary, estimates, variantLimits } = candidate
  const ofComparison = variantLimits.find(({ metric }) => metric === 'capacity')
  const least =
    level === undefined
      ? declared(ofComparison?.limit, subject, { capacity: unit === '/s' ? '300/s' : '50 users' }, 'limit')
      : amountOf(checkedUnit(level, place, unit))
  const flaw = estimates.find(({ metric, reason }) => metric === 'capacity' && !isBoundAtMost(reason))?.reason ?? null
  const seen = preliminary || flaw !== null ? null : carries(own, least)
  const verdict = seen ?? 'inconclusive'
  const found = foundWords(own, unit)
  const wanted = withUnit(least.toLocaleString('en-US'), unit)
  const undecided =
    flaw === null
      ? `${name} ${found}; whether it carries ${wanted} is undecided.`
      : `No verdict on the capacity of ${name}: ${reasonClause(flaw, baseline)}.`
  const heads = {
    pass: `FAIL  ${name} ${found}; expected less than ${wanted}.`,
    fail: `FAIL  ${name} ${found}; expected at least ${wanted}.`,
    inconclusive: preliminary ? earlySentence(candidate) : `INCONCLUSIVE  ${undecided}`
  }
  const isOpen = seen === 'inconclusive' && own.end === 'found'
  const advice =
    ofComparison?.limit === least
      ? limitsAdvice([ofComparison])
      : adviceOn(`capacity: '${least}${unit === '/s' ? '' : ' '}${unit}'`, candidate, 'limit')
  return {
    verdict,
    head: heads[verdict],
    lines: applying([
      isOpen && advice,
      `${scenario}: within ${serviceLevelWords({ limits })}, in ${counted(own.steps.length, 'load')} of ${name}.`,
      ...worstWarningLines([candidate])
    ]),
    found,
    claim: `carries at least ${wanted}`,
    contrary: `carries less than ${wanted}`
  }
}

export const capacityClaim: BoundClaim<CapacityLevel> = {
  name: 'capacity',
  shape: level,
  example: '300/s',
  judge: judgeCapacity
}

/** Where loads are parts of the capacity, the candidate that counts is that of the search. */
function searched(subject: Subject) {
  const found = subject.candidates.filter(({ capacity }) => capacity)
  const candidate = onlyCandidate({ ...subject, candidates: found.length === 0 ? subject.candidates : found })
  const { name, capacity } = candidate
  const own = ofVariant(capacity, name)
  return capacity && own
    ? { candidate, capacity, own }
    : noComparison(`${subject.assertion} needs the capacity of ${name}, which is unknown: ${capacityMissing}`)
}

function foundWords({ end, capacity }: VariantCapacity, unit: CapacityUnit) {
  const { text, ends } = ranged(capacity)
  const level = withUnit(text, unit)
  return {
    found: `carries ${level} ${bracketed(ends)}`,
    'not exhausted': `carries ${level}, the most that was tried`,
    'not reached': `misses the service level even at ${level}, the least that was tried`
  }[end]
}

/**
 * `assertCapacity(comparison, { atLeast: '300/s' })`, or `{ below: '400/s' }`, with users their number: the whole
 * interval of what the candidate carries within the service level. Without options: at least the limit that the
 * comparison declares. Needs the option capacity.
 */
export function assertCapacity(subject: Compared, options?: LevelOptions) {
  check(subject, assertCapacity, () => readBound(capacityClaim, options, 'assertCapacity'))
}
