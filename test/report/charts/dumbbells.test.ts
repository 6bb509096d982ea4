import { expect } from 'chai'
import { describe, it } from 'mocha'
import { latencyScale } from '../../../plugin/report/charts/axes.ts'
import { dumbbells, type RoundOfLatencies } from '../../../plugin/report/charts/dumbbells.ts'
import { baselineLook, numberedLook } from '../../../plugin/report/palette.ts'
import { seededUniform } from '../../support/random.ts'
import { attributesOf, expectGolden, expectSound, labelOf, markTitles, textsOf, titledMarks } from './drawing.ts'

/** @param latenciesMs the baseline's first */
function aRound(round: number, latenciesMs: number[], overrides?: Partial<RoundOfLatencies>): RoundOfLatencies {
  const nameOf = (i: number) => (i === 0 ? { name: 'single', look: baselineLook } : { name: `candidate-${i}`, look: numberedLook(i - 1) })
  const values = latenciesMs.map((latencyMs, i) => ({ ...nameOf(i), latencyMs }))
  return { round, values, speedup: latenciesMs.length === 2 ? latenciesMs[0] / latenciesMs[1] : null, isOutlier: false, ...overrides }
}

function draw(...rounds: RoundOfLatencies[]) {
  const axis = latencyScale(rounds.flatMap(({ values }) => values.map(({ latencyMs }) => latencyMs)), { gap: 0.2 })
  const markup = dumbbells('p95', rounds, axis)
  return { x: (latencyMs: number) => `${Math.round(10_000 * axis.part(latencyMs)) / 100}%`, markup, drawn: expectSound(markup) }
}

describe('a percentile round by round', () => {
  it('is sound whatever the latencies', () => {
    const uniform = seededUniform(15)
    for (let i = 0; i < 100; i++) {
      const latencies = () => Array.from({ length: Math.floor(7 * uniform()) }, () => 0.05 * (2e6 ** uniform()))
      draw(...Array.from({ length: 1 + Math.floor(10 * uniform()) }, (_, round) => aRound(round + 1, latencies())))
    }
    draw(aRound(1, [5, 5]))
    draw(aRound(1, [0, 0], { speedup: null }))
  })

  it('is drawn as it was: a mark for each variant of each round, joined by a line, with the ratio', () => {
    expectGolden('dumbbells', draw(aRound(1, [118, 66]), aRound(2, [121, 40], { isOutlier: true }), aRound(3, [115, 64])).markup)
  })

  it('stands where its axis says, joined from the fastest to the slowest, with the ratio within the plot', () => {
    const { x, drawn } = draw(aRound(1, [80, 20, 100]))
    expect(attributesOf(drawn, 'line', { 'stroke-width': '3' })[0]).to.include({ x1: x(20), x2: x(100) })
    expect(titledMarks(drawn).map(({ attributes }) => attributes.x)).to.eql([80, 20, 100].map(x))
    expect(attributesOf(draw(aRound(1, [100, 99])).drawn, 'text').at(-1)?.['text-anchor'], 'near the right edge').to.equal('end')
  })

  it('shows what there is of a round that was cut short', () => {
    const { drawn } = draw(aRound(1, [80, 20]), aRound(2, [90]), aRound(3, []))
    expect(textsOf(drawn).filter((text) => text.endsWith('x'))).to.eql(['4.00x'])
    expect(textsOf(drawn)).to.include('no response that counts')
    expect(markTitles(drawn)).to.include('single, round 2, p95: 90.0 ms')
    expect(labelOf(drawn)).to.include('Round 2: single 90.0 ms; Round 3: nothing')
  })
})
