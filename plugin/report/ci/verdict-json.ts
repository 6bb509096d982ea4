import { worstFirst } from '../../concepts/verdicts.ts'
import { metricSearched } from '../../questions/concepts.ts'
import { answerInstead } from '../../questions/report.ts'
import { answerOf } from '../words/answer.ts'
import { decisionSentence } from '../words/decision.ts'
import { boundOf } from '../words/limit-sentences.ts'
import { demandsJudged } from '../words/sentences.ts'
import type { CandidateResult, Comparison, ScenarioResult } from '../../concepts/comparison.ts'

const mostBytes = 2000

/**
 * The answer for a program that reads no more than that: at most 2 kB for one candidate. Of several, the worst come
 * first, as many as there is room for; leftOut: how many others there are, in comparison.json.
 */
export function verdictOf(comparison: Comparison) {
  const { schemaVersion, file, verdict, exitCode, error, settings, environment, scenarios } = comparison
  const candidates = worstFirst(
    scenarios.flatMap((result) => result.candidates.map((candidate) => rowOf(result, candidate)))
  )
  const shown = (count: number) => ({
    schemaVersion,
    file,
    verdict,
    exitCode,
    error,
    command: settings.command,
    commit: environment.commit,
    candidates: candidates.slice(0, count),
    leftOut: Math.max(0, candidates.length - count),
    files: ['comparison.json', 'index.html']
  })
  let count = 1
  while (count < candidates.length && JSON.stringify(shown(count + 1)).length <= mostBytes) count++
  return shown(count)
}

/** figures: by metric, its ratio and the ends of its interval */
function rowOf(result: ScenarioResult, candidate: CandidateResult) {
  const { name, verdict, estimates, diagnosis } = candidate
  const { scenario, baseline, rounds, warnings, limits } = result
  return {
    scenario,
    candidate: name,
    baseline,
    rounds,
    question: answerInstead(result) === null ? (metricSearched(result) ?? 'speedup') : diagnosis.code,
    answer: answerOf(result).answer,
    verdict,
    figures: Object.fromEntries(
      estimates.map(({ metric, speedup, interval }) => [
        metric,
        [speedup, ...interval].map((value) => Number(value.toPrecision(4)))
      ])
    ),
    // A few: a script may have many requests.
    missed: [
      ...demandsJudged(candidate, 'fail').map(({ metric }) => metric as string),
      // Such as "clustered: p95 of POST /login ≤ 200 ms".
      ...limits
        .filter(({ verdict }) => verdict === 'fail')
        .map((limit) => {
          const { name, bound } = boundOf(limit)
          return `${limit.variant}: ${name} ${bound}`
        })
    ].slice(0, 5),
    why: diagnosis.message,
    do: decisionSentence(result),
    codes: [
      diagnosis.code,
      ...new Set(warnings.filter(({ severity }) => severity === 'problem').map(({ code }) => code))
    ]
  }
}
