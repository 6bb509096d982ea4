import { expect } from 'chai'
import { axisOf, speedupAxis } from '../../../plugin/report/charts/axes.ts'
import { speedupStrip, stripHeader } from '../../../plugin/report/charts/speedup-strip.ts'
import { numberedLook } from '../../../plugin/report/palette.ts'
import { itFinds } from '../../support/cases.ts'
import { seededUniform } from '../../support/random.ts'
import { anEstimate } from '../../support/results.ts'
import { attributesOf, expectSound, itIsDrawnAs, labelOf, named, textsOf } from './drawing.ts'
import type { Estimate } from '../../../plugin/concepts/comparison.ts'

function draw(overrides: Partial<Estimate>, name: string = 'clustered') {
  const estimate = anEstimate(overrides)
  const { speedup, interval, ratios, required } = estimate
  const axis = speedupAxis([speedup, ...interval, ...ratios, required ?? 1], 0.17)
  const markup = speedupStrip(estimate, { name, look: numberedLook(0), axis })
  const drawn = expectSound(markup)
  const x = (value: number) => `${Math.round(10_000 * axis.part(value)) / 100}%`
  return { axis, markup, drawn, x }
}

const passed = anEstimate({
  required: 1.3,
  verdict: 'pass',
  ratios: [1.5, 1.6, 3, 1.7],
  outliers: [{ round: 3, ratio: 3, pulledTo: 2.1 }]
})

describe('the strip of a speedup', () => {
  itIsDrawnAs(
    'speedup-strip',
    'bar, mark, a dot for each round, hollow for an outlier, zones of what is slower and of what is required',
    draw(passed, 'clustered & "quoted"').markup
  )

  it('has a faint dot for each pair of turns that lies on its axis', () => {
    const dotsOf = (pairs: number[][]) => draw({ pairs }).markup.text.match(/r="1.5"/g)?.length ?? 0
    expect([dotsOf([[], [], []]), dotsOf([[1.5, 1.6], [1.7], []]), dotsOf([[1.5, 90], [0.01], []])]).to.eql([0, 3, 1])
  })

  it('is sound whatever the ratios', () => {
    const uniform = seededUniform(5)
    const anySpeedup = () => 10 ** (4 * uniform() - 2)
    for (let i = 0; i < 60; i++) {
      const ratios = Array.from({ length: 1 + Math.floor(10 * uniform()) }, anySpeedup)
      const interval: [number, number] = [ratios[0] / (1 + uniform()), ratios[0] * (1 + uniform())]
      expectSound(
        stripHeader(
          draw({ speedup: ratios[0], interval, ratios, required: i % 2 === 0 ? null : anySpeedup() }, `<b>${i}`).axis
        )
      )
    }
  })

  const [below, free] = [draw({ required: 0.5 }), draw({})]
  const figures = 'speedup 1.60x, interval [1.34, 1.92], 4 rounds from 1.50x to 1.70x'
  itFinds({
    'shades what is slower up to what is required, and writes nothing where nothing is': [
      [
        [below, free].map(({ drawn }) => attributesOf(drawn, 'rect').map(({ width }) => width)[0]),
        [below.x(0.5), free.x(1)]
      ],
      [[below, free].map(({ drawn }) => [named(drawn, 'rect').length, ...textsOf(drawn)]), [[2, '≥ 0.5x'], [1]]]
    ],
    'tells those who do not see it the same numbers': [
      [
        [below, free].map(({ drawn }) => labelOf(drawn)),
        [`clustered, p95: ${figures}, required at least 0.5x.`, `clustered, p95: ${figures}.`]
      ]
    ]
  })
})

describe('the head of the strips', () => {
  it('names all ticks, and which side is faster', () => {
    const { axis } = draw(passed)
    const names = axis.ticks.map(({ label }) => label)
    const drawn = expectSound(stripHeader(axis))
    expect(textsOf(drawn)).to.have.members(['← slower', 'faster →', ...names])
    expect(textsOf(named(drawn, 'text', { y: '26' })), 'above the axis').to.have.members(names)
    expect(textsOf(named(drawn, 'text', { 'font-weight': 'bold' }))).to.eql(['1x'])
  })

  it('leaves out a name at an edge that would lie on the one beside it', () => {
    for (const [speedups, names] of [
      [[1, 1.5, 2, 2.25], '1.5x 2x'],
      [[1, 1.5, 2.25], '1.5x 2.25x'],
      [[1, 1.5, 1.9, 2.2], '1.5x 1.9x 2.2x']
    ] as const) {
      const axis = axisOf(
        (speedup) => speedup / 2.3,
        speedups,
        (speedup) => `${speedup}x`
      )
      expect(
        textsOf(expectSound(stripHeader(axis)))
          .filter((text) => text.endsWith('x'))
          .join(' ')
      ).to.equal(`${names} 1x`)
    }
  })
})
