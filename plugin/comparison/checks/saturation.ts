import { list } from '../../wording.ts'
import type { CandidateResult, LoadShape, Warning } from '../../vocabulary.ts'

const closeTheLoop = 'or let a fixed number of users ask in a loop, which bounds the latencies'

/** Which metric the load makes fair. */
export function checkSaturation(load: LoadShape, candidates: CandidateResult[], baseline: string): Warning[] {
  const isSaturated = load.saturated.includes(baseline)
  const others = load.saturated.filter((name) => name !== baseline)
  const found: Warning[] = []
  if (isSaturated) {
    const names = list(load.saturated)
    const message =
      `${names} could not keep up with the users who came, so latencies grow with the length of the test and their ratio says nothing: judge by throughput. ` +
      `For latencies, lower the arrival rate, ${closeTheLoop}.`
    const isRequired = candidates.some(({ estimates }) => estimates.some(({ reason, required }) => reason === 'baseline-saturated' && required !== null))
    found.push({ code: 'baseline-saturated', severity: isRequired ? 'problem' : 'warning', variant: baseline, rounds: [], message })
  } else if (others.length > 0) {
    const message =
      `${list(others)} could not keep up with the users who came, although ${baseline} could, so latencies of ${list(others)} grow with the length of the test. ` +
      `Find out why; to compare latencies, lower the arrival rate, ${closeTheLoop}.`
    found.push({ code: 'candidate-saturated', severity: 'warning', variant: others.length === 1 ? others[0] : null, rounds: [], message })
  }
  const demanding = candidates.filter(({ estimates }) => estimates.some(({ reason }) => reason === 'throughput-fixed'))
  for (const { name } of demanding) {
    const message =
      `${name}: a throughput above that of ${baseline} is required, but users come at the same rate whatever the app does, and ${baseline} kept up with them: nobody could serve more. ` +
      'Require a latency instead, or raise the arrival rate above what one process can do.'
    found.push({ code: 'throughput-fixed', severity: 'problem', variant: name, rounds: [], message })
  }
  return found
}
