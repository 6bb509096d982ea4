import { counted } from '../../wording.js'
import { earlierWorkers, hasSameCores } from '../regression.js'
/** @import { CandidateResult, EarlierResult, Warning } from '../../vocabulary.js' */

/**
 * Whether an earlier result comes from a machine like this one, and from the same variants.
 *
 * @param {CandidateResult[]} candidates
 * @param {string} scenario
 * @param {EarlierResult | null} compareWith
 * @returns {Warning[]}
 */
export function checkEarlier(candidates, scenario, compareWith) {
  if (compareWith === null) return []
  const known = candidates.filter(({ againstEarlier }) => againstEarlier !== null)
  return [...(known.length === 0 ? [] : checkEarlierMachine(compareWith)), ...known.flatMap((one) => checkEarlierWorkers(one, scenario, compareWith))]
}

/**
 * @param {EarlierResult} compareWith
 * @returns {Warning[]}
 */
function checkEarlierMachine(compareWith) {
  const { cpu, cores, here } = compareWith
  if (cpu === here.cpu && hasSameCores(compareWith)) return []
  const seen = `The earlier result was measured on another machine (${machine({ cpu, cores })}) than this one (${machine(here)}), and speedups depend on the machine`
  const message = hasSameCores(compareWith)
    ? `${seen}: what fell may have fallen for that reason. Compare with a result of this machine.`
    : `${seen}, most of all on its cores: whether one fell can't be told. Compare with a result of as many cores.`
  return [{ code: 'different-machine', severity: 'warning', variant: null, rounds: [], message }]
}

/**
 * @param {CandidateResult} candidate
 * @param {string} scenario
 * @param {EarlierResult} compareWith
 * @returns {Warning[]}
 */
function checkEarlierWorkers({ name, workers }, scenario, compareWith) {
  const before = earlierWorkers(compareWith, { scenario, candidate: name })
  if (before === null || before === workers) return []
  const message = `${name} had ${counted(before, 'worker')} in the earlier result, and has ${workers} now, so whether a speedup fell can't be told. Give it as many workers, or compare with a result of ${counted(workers, 'worker')}.`
  return [{ code: 'different-variant', severity: 'warning', variant: name, rounds: [], message }]
}

/** @param {EarlierResult['here']} of */
function machine({ cpu, cores }) {
  return `${cpu}, ${counted(cores, 'core')}`
}
