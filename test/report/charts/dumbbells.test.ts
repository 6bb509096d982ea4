import { latencyScale } from '../../../plugin/report/charts/axes.ts'
import { dumbbells, type RoundOfLatencies } from '../../../plugin/report/charts/dumbbells.ts'
import { baselineLook, numberedLook } from '../../../plugin/report/palette.ts'
import { itFinds } from '../../support/cases.ts'
import { seededUniform } from '../../support/random.ts'
import { attributesOf, expectSound, itIsDrawnAs, itIsSoundWith, labelOf, markTitles, textsOf } from './drawing.ts'

/** @param latenciesMs the baseline's first */
function aRound(round: number, latenciesMs: number[], overrides?: Partial<RoundOfLatencies>): RoundOfLatencies {
  const nameOf = (i: number) =>
    i === 0 ? { name: 'single', look: baselineLook } : { name: `candidate-${i}`, look: numberedLook(i - 1) }
  const values = latenciesMs.map((latencyMs, i) => ({ ...nameOf(i), latencyMs }))
  return {
    round,
    values,
    speedup: latenciesMs.length === 2 ? latenciesMs[0] / latenciesMs[1] : null,
    isOutlier: false,
    ...overrides
  }
}

function draw(...rounds: RoundOfLatencies[]) {
  const axis = latencyScale(
    rounds.flatMap(({ values }) => values.map(({ latencyMs }) => latencyMs)),
    { gap: 0.2 }
  )
  const markup = dumbbells('p95', rounds, axis)
  return {
    x: (latencyMs: number) => `${Math.round(10_000 * axis.part(latencyMs)) / 100}%`,
    markup,
    drawn: expectSound(markup)
  }
}

describe('a percentile round by round', () => {
  const hard = {
    'equal latencies': [[5, 5]],
    'no latency above 0': [[0, 0]],
    'latencies and rounds of every size': [[], [0.05, 100_000, 7], [3], [1, 1e5]]
  }
  it('is sound whatever the latencies', () => {
    const uniform = seededUniform(15)
    for (let i = 0; i < 40; i++) {
      const latencies = () => Array.from({ length: Math.floor(7 * uniform()) }, () => 0.05 * 2e6 ** uniform())
      draw(...Array.from({ length: 1 + Math.floor(10 * uniform()) }, (_, round) => aRound(round + 1, latencies())))
    }
  })
  itIsSoundWith(
    hard,
    (rounds) => draw(...rounds.map((latenciesMs, i) => aRound(i + 1, latenciesMs, { speedup: null }))).markup
  )

  const usual = draw(aRound(1, [118, 66]), aRound(2, [121, 40], { isOutlier: true }), aRound(3, [115, 64]))
  const three = draw(aRound(1, [80, 20, 100]))
  const cutShort = draw(aRound(1, [80, 20]), aRound(2, [90]), aRound(3, [])).drawn
  itIsDrawnAs(
    'dumbbells',
    'a mark for each variant of each round, where its latency is; ticks, the rounds, and the ratio of each',
    usual.markup
  )
  itFinds({
    'writes ratios within the plot, also near its right edge': [
      [
        [usual, draw(aRound(1, [100, 99]))].map(({ drawn }) => attributesOf(drawn, 'text').at(-1)?.['text-anchor']),
        ['middle', 'end']
      ]
    ],
    'joins what a round has, from the fastest to the slowest': [
      [
        attributesOf(three.drawn, 'line', { 'stroke-width': '3' }).map(({ x1, x2 }) => [x1, x2]),
        [[20, 100].map(three.x)]
      ]
    ],
    'shows what there is of a round that was cut short': [
      [textsOf(cutShort).slice(-5), ['R1', '4.00x', 'R2', 'R3', 'no counted responses']],
      [markTitles(cutShort).at(-1), 'single, round 2, p95: 90.0 ms'],
      [labelOf(cutShort), /Round 2: single 90\.0 ms; Round 3: nothing/]
    ]
  })
})
