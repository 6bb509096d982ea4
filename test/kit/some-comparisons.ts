import { expect } from 'chai'
import { it } from 'mocha'
import { unmet, type Judge } from '../../plugin/kit/judge.ts'
import { keptComparison, readSubject } from '../../plugin/kit/subject.ts'
import {
  aCandidate,
  aCandidateWith,
  aComparison,
  aScenarioResult,
  aVariantLimit,
  someLimits
} from '../support/results.ts'
import { expectGolden } from '../support/golden.ts'
import type { CandidateResult, Comparison, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Verdict } from '../../plugin/concepts/verdicts.ts'

export const kept = (comparison: Comparison) =>
  keptComparison({ comparison, folder: '/reports/x', page: '/reports/x/index.html' })

export const about = (candidate: CandidateResult, scenario?: Partial<ScenarioResult>) =>
  kept(aComparison([aScenarioResult([candidate], scenario)]))

/** At p95: 1.60x [1.34, 1.92]; in throughput: 1.66x [1.30, 2.12]. */
export const usual = about(aCandidate())

/** A candidate of which 1.5x at p95 was required. */
export const judgedAs = (verdict: Verdict, overrides?: Partial<CandidateResult>) =>
  aCandidateWith([{ metric: 'p95', required: 1.5, verdict }], { verdict, ...overrides })

/** With a limit of each variant, of which the candidate's has that verdict. */
export const limited = (verdict: Verdict, scenario?: Partial<ScenarioResult>) =>
  about(aCandidate(), {
    limits: [
      aVariantLimit({ variant: 'single', value: 150, interval: [140, 160], verdict: 'pass' }),
      aVariantLimit({ verdict })
    ],
    ...scenario
  })

/** One of three workers was idle. */
export const uneven = (fairness: number | null) =>
  about(aCandidate({ workers: 3, shares: [0.6, 0.4, 0], limits: someLimits({ value: fairness }) }))

/** @returns a judgement, and head and lines of the message where another verdict was expected */
export function judged(given: unknown, judge: Judge) {
  const { verdict, found, claim, contrary } = judge(readSubject(given, 'meetItsThresholds'))
  const failure = unmet(given, 'meetItsThresholds', judge, verdict === 'pass')
  const [head, ...lines] = String(failure?.message)
    .split('\n')
    .filter((line) => !line.startsWith('Report: '))
  return { verdict, found, claim, contrary, head, lines: lines.map((line) => line.slice(2)) }
}

/** What is said where another verdict was expected, as golden/judged-<what>.txt has it. */
export const itTells = (what: string, cases: Record<string, ReturnType<typeof judged>>) =>
  it('is told, and why', () =>
    expectGolden(
      `judged-${what}.txt`,
      Object.entries(cases)
        .map(([title, { verdict, head, lines, found, claim, contrary }]) =>
          [`# ${title}: ${verdict}`, head, ...lines, `${found}; expected: ${claim}; or: ${contrary}\n`].join('\n')
        )
        .join('\n')
    ))

/** @returns where a runner sends its user */
export const firstLineOf = ({ stack }: Error) => stack?.split('\n').find((line) => /^ +at /.test(line))

/** @returns what it throws */
export function thrown(act: () => unknown): Error & Record<string, unknown> {
  try {
    act()
  } catch (error) {
    return error as any
  }
  return expect.fail('It was accepted.')
}
