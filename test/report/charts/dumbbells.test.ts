import { expect } from 'chai'
import { describe, it } from 'mocha'
import { dumbbells, type RoundOfLatencies } from '../../../plugin/report/charts/dumbbells.ts'
import { latencyScale } from '../../../plugin/report/charts/scales.ts'
import { baselineLook, numberedLook } from '../../../plugin/report/palette.ts'
import { seededUniform } from '../../support/random.ts'
import { expectGolden, expectSound, named } from './drawing.ts'

/** @param latenciesMs the baseline's first */
function aRound(round: number, latenciesMs: number[], overrides?: Partial<RoundOfLatencies>): RoundOfLatencies {
  const values = latenciesMs.map((latencyMs, i) => ({ name: i === 0 ? 'single' : `candidate-${i}`, look: i === 0 ? baselineLook : numberedLook(i - 1), latencyMs }))
  return { round, values, speedup: latenciesMs.length === 2 ? latenciesMs[0] / latenciesMs[1] : null, isOutlier: false, ...overrides }
}

function draw(rounds: RoundOfLatencies[]) {
  const axis = latencyScale(rounds.flatMap(({ values }) => values.map(({ latencyMs }) => latencyMs)), { gap: 0.2 })
  return { axis, markup: dumbbells('p95', rounds, axis) }
}

const usual = [aRound(1, [118, 66]), aRound(2, [121, 40], { isOutlier: true }), aRound(3, [115, 64])]

describe('a percentile round by round', () => {
  it('is drawn as it was', () => {
    expectGolden('dumbbells', draw(usual).markup)
    expectGolden('dumbbells-many', draw([aRound(1, [100, 60, 0.5, 70]), aRound(2, [90]), aRound(3, [])]).markup)
  })

  it('is sound whatever the latencies', () => {
    const uniform = seededUniform(15)
    for (let i = 0; i < 100; i++) {
      const latency = () => 0.05 * (2e6 ** uniform())
      const rounds = Array.from({ length: 1 + Math.floor(10 * uniform()) }, (_, round) => aRound(round + 1, Array.from({ length: Math.floor(7 * uniform()) }, latency)))
      expectSound(draw(rounds).markup)
    }
    expectSound(draw([aRound(1, [5, 5])]).markup)
    expectSound(draw([aRound(1, [0, 0], { speedup: null })]).markup)
  })

  it('has a mark for each variant of each round, where its latency is, that says so', () => {
    const { axis, markup } = draw(usual)
    const marks = expectSound(markup).filter(({ name, attributes }) => name === 'svg' && attributes.x !== undefined)
    const expected = usual.flatMap(({ round, values }) => values.map(({ name, latencyMs }) => ({ round, name, latencyMs })))
    expect(marks).to.have.lengthOf(expected.length)
    for (const [i, { round, name, latencyMs }] of expected.entries()) {
      expect(parseFloat(marks[i].attributes.x)).to.be.closeTo(100 * axis.part(latencyMs), 0.01)
      expect(marks[i].children[0].text).to.match(new RegExp(`^${name}, round ${round}, p95: ${Math.round(latencyMs)}(\\.0)? ms$`))
    }
  })

  it('names the rounds, and writes the ratio of each', () => {
    const texts = named(expectSound(draw(usual).markup), 'text').map(({ text }) => text)
    expect(texts).to.include.members(['R1', 'R2', 'R3', '1.79x', '3.02x outlier', '1.80x'])
  })

  it('joins what a round has, from the fastest to the slowest', () => {
    const { axis, markup } = draw([aRound(1, [80, 20, 100])])
    const line = named(expectSound(markup), 'line').find(({ attributes }) => attributes['stroke-width'] === '3')
    expect(parseFloat(String(line?.attributes.x1))).to.be.closeTo(100 * axis.part(20), 0.01)
    expect(parseFloat(String(line?.attributes.x2))).to.be.closeTo(100 * axis.part(100), 0.01)
  })

  it('shows what there is of a round that was cut short', () => {
    const drawn = expectSound(draw([aRound(1, [80, 20]), aRound(2, [90]), aRound(3, [])]).markup)
    const texts = named(drawn, 'text').map(({ text }) => text)
    expect(texts.filter((text) => text.endsWith('x'))).to.eql(['4.00x'])
    expect(texts).to.include('no response that counts')
    expect(named(drawn, 'title').map(({ text }) => text)).to.include('single, round 2, p95: 90.0 ms')
    expect(drawn[0].attributes['aria-label']).to.include('Round 2: single 90.0 ms; Round 3: nothing')
  })
})
