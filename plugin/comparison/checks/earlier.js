import { counted } from '../../wording.js'
import { hasSameCores } from '../regression.js'
/** @import { CandidateResult, EarlierResult, Warning } from '../../vocabulary.js' */

/**
 * Whether an earlier result comes from a machine like this one.
 *
 * @param {CandidateResult[]} candidates
 * @param {EarlierResult | null} compareWith
 * @returns {Warning[]}
 */
export function checkEarlier(candidates, compareWith) {
  if (compareWith === null || candidates.every(({ againstEarlier }) => againstEarlier === null)) return []
  const { cpu, cores, here } = compareWith
  if (cpu === here.cpu && hasSameCores(compareWith)) return []
  const seen = `The earlier result was measured on another machine (${machine({ cpu, cores })}) than this one (${machine(here)}), and speedups depend on the machine`
  const message = hasSameCores(compareWith)
    ? `${seen}: what fell may have fallen for that reason. Compare with a result of this machine.`
    : `${seen}, most of all on its cores: whether one fell can't be told. Compare with a result of as many cores.`
  return [{ code: 'different-machine', severity: 'warning', variant: null, rounds: [], message }]
}

/** @param {EarlierResult['here']} of */
function machine({ cpu, cores }) {
  return `${cpu}, ${counted(cores, 'core')}`
}
