import { expect } from 'chai'
import { describe, it } from 'mocha'
import { itFinds } from '../../support/cases.ts'
import { aGenerator, aMachine, latencies } from '../../support/runs.ts'
import { sweepOf } from '../../support/sweep-runs.ts'

/** With lambda 228, sigma 0.06 and kappa 0.004. */
const lawful = { 1: 228, 2: 427, 4: 742.7, 8: 1109.5 }
const needsThree = 'the law needs three numbers of workers to be fitted'

const fittedTo = (...what: Parameters<typeof sweepOf>) => sweepOf(...what).points.filter(({ isFitted }) => isFitted).map(({ workers }) => workers)
const whyNone = (...what: Parameters<typeof sweepOf>) => {
  const { law, whyNoLaw } = sweepOf(...what)
  return law === null && fittedTo(...what).length === 0 ? whyNoLaw : 'There is a law.'
}
const using = (cores: number, app: number) => ({ machine: aMachine({ cores, app, generator: 0, others: 0 }) })
const busy = { generator: aGenerator({ utilization: 0.9 }) }
const unknown = { machine: null }

describe('the law of a sweep', () => {
  it('is fitted where each worker had a core', () => {
    const { law, whyNoLaw } = sweepOf(lawful, { cores: 8 })
    expect(whyNoLaw).to.equal(null)
    expect(law?.lambda.value).to.be.closeTo(228, 0.1)
    expect(law?.sigma.value).to.be.closeTo(0.06, 0.001)
    expect(law?.kappa.value).to.be.closeTo(0.004, 0.0001)
    expect(law?.curve.map(({ workers }) => workers)).to.include.members([1, 4, 16])
    expect(law?.curve[0].throughputPerSecond).to.equal(law?.lambda.value)
  })

  itFinds({
    'leaves out workers that had to share cores, as far as any run tells of them': [
      [[8, 7.5, 4].map((cores) => fittedTo(lawful, { cores })), [[1, 2, 4, 8], [1, 2, 4], [1, 2, 4]]],
      [fittedTo({ 1: 100, 2: 190, 4: 350, 8: 500 }, { cores: 4, runs: { 2: unknown } }), [1, 2, 4]]
    ],
    'takes more workers than cores where cores were to spare all the same': [
      [[1.69, 1.71].map((app) => fittedTo({ 1: 100, 2: 150, 4: 180 }, { runs: { 4: using(2, app) } })), [[1, 2, 4], []]],
      [[0.69, 0.71].map((app) => fittedTo({ 1: 100, 2: 110, 4: 120 }, { cores: 1, runs: { 2: using(1, 0.5), 4: using(1, app) } })), [[1, 2, 4], []]],
      [[6.7, 6.9].map((app) => fittedTo({ 1: 100, 2: 190, 4: 350, 16: 500 }, { cores: 8, runs: { 16: using(8, app) } })), [[1, 2, 4, 16], [1, 2, 4]]]
    ],
    'leaves out numbers with which the load generator was too busy, where enough are left': [[fittedTo(lawful, { cores: 8, runs: { 8: busy } }), [1, 2, 4]]]
  })

  it('is not bent by a single disturbed round', () => {
    const [disturbed, usual] = [{ rates: { 4: [741, 741, 741, 741, 100] } }, {}].map((rates) => sweepOf(lawful, { rounds: [0.99, 1, 1.01, 1, 1], cores: 8, ...rates }).law)
    expect(disturbed?.sigma.value).to.be.closeTo(Number(usual?.sigma.value), 0.02)
  })
})

describe('a sweep without a law', () => {
  const kept = { generator: aGenerator({ shortestSessionMs: 20, arrivalSeconds: 10, drainSeconds: 0.1 }), latencyMs: latencies(20) }

  itFinds({
    'had too few cores': [
      [whyNone({ 1: 228, 2: 378, 4: 380 }), `On 2 cores only 1 and 2 workers had a core each, and ${needsThree}.`],
      [whyNone({ 1: 228, 2: 228, 4: 228 }, { cores: 1 }), `On 1 core only 1 worker had a core each, and ${needsThree}.`],
      [whyNone({ 1: 228, 2: 228, 4: 228 }, { cores: 0.5 }), `On 0.5 cores no number of workers had a core each, and ${needsThree}.`],
      [whyNone({ 2: 378, 4: 380, 8: 381 }, { runs: { 4: { machine: aMachine({ app: 1 }) } } }), `On 2 cores only 2 and 4 workers had the cores they need, and ${needsThree}.`]
    ],
    'has too few numbers of workers': [[whyNone({ 1: 228, 2: 378 }), `Only 1 and 2 workers were tried, and ${needsThree}.`]],
    'ran where nobody knows the cores': [
      [whyNone({ 1: 228, 2: 378, 4: 700 }, { runs: { 1: unknown, 2: unknown, 4: unknown } }),
        `How many cores may be used is not known here, so nobody can tell which workers had a core each, and ${needsThree} that did.`]
    ],
    'measured the load generator instead, or the users': [
      [whyNone(lawful, { cores: 8, runs: { 4: busy, 8: busy } }), `The load generator was 90 % busy with 4 and 8 workers, so their throughput is its own, and ${needsThree}.`],
      [whyNone({ 1: 100, 2: 100, 4: 100 }, { cores: 4, runs: { 1: kept, 2: kept, 4: kept } }),
        `Users come at the same rate whatever the app does, and 1, 2 and 4 workers kept up with them: ${needsThree} that can't.`]
    ]
  })
})
