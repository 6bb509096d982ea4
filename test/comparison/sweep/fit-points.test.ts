import { expect } from 'chai'
import { describe, it } from 'mocha'
import { aGenerator, aMachine, latencies } from '../../support/runs.ts'
import { sweepOf } from '../../support/sweep-of.ts'

/** With lambda 228, sigma 0.06 and kappa 0.004. */
const lawful = { 1: 228, 2: 427, 4: 742.7, 8: 1109.5 }
const needsThree = 'the law needs three numbers of workers to be fitted'

function fitted(...what: Parameters<typeof sweepOf>) {
  const { law, whyNoLaw, points } = sweepOf(...what)
  return { hasLaw: law !== null, whyNoLaw, to: points.filter(({ isFitted }) => isFitted).map(({ workers }) => workers) }
}

describe('the law of a sweep', () => {
  it('is fitted where each worker had a core', () => {
    const { law } = sweepOf(lawful, { cores: 8 })
    expect(fitted(lawful, { cores: 8 })).to.eql({ hasLaw: true, whyNoLaw: null, to: [1, 2, 4, 8] })
    expect(law?.lambda.value).to.be.closeTo(228, 0.1)
    expect(law?.sigma.value).to.be.closeTo(0.06, 0.001)
    expect(law?.kappa.value).to.be.closeTo(0.004, 0.0001)
    expect(law?.curve.map(({ workers }) => workers)).to.include.members([1, 4, 16])
    expect(law?.curve[0].throughputPerSecond).to.equal(law?.lambda.value)
  })

  it('leaves out workers that had to share cores', () => {
    expect(fitted(lawful, { cores: 4 }).to).to.eql([1, 2, 4])
    expect(fitted(lawful, { cores: 7.5 }).to).to.eql([1, 2, 4])
  })

  it('takes more workers than cores where cores were to spare all the same', () => {
    const free = (cores: number) => ({ machine: aMachine({ cores: 2, app: 2 - cores - 0.2, generator: 0.2, others: 0 }) })
    expect(fitted({ 1: 100, 2: 150, 4: 180 }, { runs: { 4: free(0.31) } }).to).to.eql([1, 2, 4])
    expect(fitted({ 1: 100, 2: 150, 4: 180 }, { runs: { 4: free(0.29) } }).to).to.eql([])
    const ofOne = (app: number) => ({ machine: aMachine({ cores: 1, app, generator: 0, others: 0 }) })
    expect([0.69, 0.71].map((app) => fitted({ 1: 100, 2: 110, 4: 120 }, { cores: 1, runs: { 2: ofOne(0.5), 4: ofOne(app) } }).to)).to.eql([[1, 2, 4], []])
    const ofEight = (app: number) => ({ machine: aMachine({ cores: 8, app, generator: 0, others: 0 }) })
    expect([6.7, 6.9].map((app) => fitted({ 1: 100, 2: 190, 4: 350, 16: 500 }, { cores: 8, runs: { 16: ofEight(app) } }).to)).to.eql([[1, 2, 4, 16], [1, 2, 4]])
  })

  it('takes the cores that other runs tell of', () =>
    expect(fitted({ 1: 100, 2: 190, 4: 350, 8: 500 }, { cores: 4, runs: { 2: { machine: null } } }).to).to.eql([1, 2, 4]))

  it('is not bent by a single disturbed round', () => {
    const rates = { 4: [741, 741, 741, 741, 100] }
    const usual = { rounds: [0.99, 1, 1.01, 1, 1], cores: 8 }
    expect(sweepOf(lawful, { ...usual, rates }).law?.sigma.value).to.be.closeTo(Number(sweepOf(lawful, usual).law?.sigma.value), 0.02)
  })
})

describe('a sweep without a law', () => {
  it('had too few cores', () => {
    expect(fitted({ 1: 228, 2: 378, 4: 380 }))
      .to.eql({ hasLaw: false, to: [], whyNoLaw: `On 2 cores only 1 and 2 workers had a core each, and ${needsThree}.` })
    expect(fitted({ 1: 228, 2: 228, 4: 228 }, { cores: 1 }).whyNoLaw).to.equal(`On 1 core only 1 worker had a core each, and ${needsThree}.`)
    expect(fitted({ 1: 228, 2: 228, 4: 228 }, { cores: 0.5 }).whyNoLaw).to.equal(`On 0.5 cores no number of workers had a core each, and ${needsThree}.`)
    const free = { machine: aMachine({ app: 1 }) }
    expect(fitted({ 2: 378, 4: 380, 8: 381 }, { runs: { 4: free } }).whyNoLaw)
      .to.equal(`On 2 cores only 2 and 4 workers had the cores they need, and ${needsThree}.`)
  })

  it('has too few numbers of workers', () =>
    expect(fitted({ 1: 228, 2: 378 }).whyNoLaw).to.equal(`Only 1 and 2 workers were tried, and ${needsThree}.`))

  it('ran where nobody knows the cores', () => {
    const unknown = { machine: null }
    expect(fitted({ 1: 228, 2: 378, 4: 700 }, { runs: { 1: unknown, 2: unknown, 4: unknown } }).whyNoLaw).to.equal(
      `How many cores may be used is not known here, so nobody can tell which workers had a core each, and ${needsThree} that did.`
    )
  })

  it('measured the load generator instead', () => {
    const busy = { generator: aGenerator({ utilization: 0.9 }) }
    expect(fitted(lawful, { cores: 8, runs: { 4: busy, 8: busy } }).whyNoLaw)
      .to.equal(`The load generator was 90 % busy with 4 and 8 workers, so their throughput is its own, and ${needsThree}.`)
    expect(fitted(lawful, { cores: 8, runs: { 8: busy } }).to, 'where enough are left').to.eql([1, 2, 4])
  })

  it('measured the users instead', () => {
    const kept = { generator: aGenerator({ shortestSessionMs: 20, arrivalSeconds: 10, drainSeconds: 0.1 }), latencyMs: latencies(20) }
    expect(fitted({ 1: 100, 2: 100, 4: 100 }, { cores: 4, runs: { 1: kept, 2: kept, 4: kept } }).whyNoLaw).to.equal(
      `Users come at the same rate whatever the app does, and 1, 2 and 4 workers kept up with them: ${needsThree} that can't.`
    )
  })
})
