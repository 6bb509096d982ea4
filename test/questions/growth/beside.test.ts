import { expect } from 'chai'
import { Findings } from '../../../plugin/comparison/findings.ts'
import { verdictOf } from '../../../plugin/report/ci/verdict-json.ts'
import { formatScenario } from '../../../plugin/report/console/result.ts'
import { bytesOf } from '../../../plugin/questions/growth/settings.ts'
import { itRefuses, readWithConfig } from '../../settings/cases.ts'
import { requestsOfCycle, someRounds } from '../../support/growth.ts'
import { aComparison } from '../../support/results.ts'
import { runsWithSpeedups } from '../../support/runs.ts'
import { aPlan, someSettings } from '../../support/settings.ts'

const users = { users: 8 }
const read = (options: object) => readWithConfig(options, { phases: undefined })

describe('the option growth', () => {
  it('is asked by itself, or by a limit of bytes, which each variant may have', () => {
    expect(read(users).growth).to.equal(false)
    expect(read({ ...users, growth: true }).growth).to.equal(true)
    const { growth, scenarios } = read({ ...users, limits: { growth: '5kB', p95: '90ms' } })
    expect(growth).to.equal(true)
    expect(scenarios[0].limits.single).to.eql({ growth: 5000, p95: 90 })
    expect(read({ ...users, limits: { growth: null } }).growth).to.equal(false)
    expect(['500B', '1.5 kB', '2MB'].map(bytesOf)).to.eql([500, 1500, 2_000_000])
  })

  const needs =
    'plugins.speedup.growth is set, and is found by short loads, one after the other. They need plugins.speedup.users, for example users: 20, and a script without sections before and after.'
  itRefuses((options) => read({ ...users, growth: true, ...options }), '', [
    [{ users: undefined, rate: '50/s', duration: '8s' }, needs],
    [
      { variants: { single: {}, staging: { url: 'http://127.0.0.1:3031' } } },
      "plugins.speedup.growth is set, but plugins.speedup.variants.staging (mode url) is running elsewhere, so what it holds can't be read. Remove one of them."
    ],
    [{ disturb: [{ kill: 'worker', at: '4s' }] }, /growth and plugins.speedup.disturb are both set/],
    [{ growth: undefined, limits: { growth: '5' } }, /limits.growth is "5".* a size with its unit/]
  ])
})

describe('what requests leave, after the rounds of a comparison', () => {
  const leaving = (bytes: number) =>
    someRounds(5, (cycle, round) => ({ heapBytes: 8e6 + cycle * requestsOfCycle * (bytes + round) }))

  /** @param limit bytes of both variants; null: none */
  function resultOf(limit: number | null) {
    const plan = aPlan({ p95: 1.5 })
    const own = limit === null ? plan.limits : { single: { growth: limit }, clustered: { growth: limit } }
    const findings = new Findings(someSettings({ scenarios: [{ ...plan, limits: own }], rounds: { min: 3, max: 3 } }))
    for (const run of runsWithSpeedups([1.9, 2, 2.1])) findings.addRun(run, { ...plan, limits: own })
    findings.addBeside({ growth: { single: leaving(0), clustered: leaving(4000) } }, plan)
    return findings.results()[0]
  }

  it('is told of each variant, and judged only where it has a limit', () => {
    const { growth, limits, warnings, verdict } = resultOf(null)
    expect([limits, verdict]).to.eql([[], 'pass'])
    expect(growth?.map(({ variant, requests, starts }) => [variant, requests, starts])).to.eql([
      ['single', 10_000, 5],
      ['clustered', 10_000, 5]
    ])
    const told = warnings.filter(({ code }) => code === 'growth')
    expect(told.map(({ variant, severity }) => [variant, severity])).to.eql([
      ['clustered', 'warning'],
      ['single', 'note']
    ])
    expect(told[0].message).to.match(
      /^clustered: a request leaves 4,002 B .*\. What grows is found by: npx artillery-speedup growth, with this file\.$/
    )
    expect(told[1].message).to.match(/^single: a request leaves less than \d+ B in memory\.$/)
  })

  it('fails who leaves more than the limit, whatever its speed, and passes who leaves less', () => {
    const result = resultOf(1000)
    expect(result.limits.map(({ variant, metric, limit, verdict }) => [variant, metric, limit, verdict])).to.eql([
      ['single', 'growth', 1000, 'pass'],
      ['clustered', 'growth', 1000, 'fail']
    ])
    expect(result.verdict).to.equal('fail')
    expect(resultOf(4003).verdict, 'within the interval').to.equal('inconclusive')
    expect(resultOf(5000).verdict).to.equal('pass')
    const sentence = 'clustered misses growth ≤ 1,000 B: 4,002 B [3,980, 4,024].'
    expect(formatScenario(result).replaceAll(/\s+/g, ' ')).to.include(sentence)
    const [candidate] = verdictOf(aComparison([result])).candidates
    expect(candidate.missed).to.eql(['clustered: growth ≤ 1,000 B'])
  })
})
