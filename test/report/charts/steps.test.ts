import { expect } from 'chai'
import { filledLine, joined, linePath, spreadLabels, type Step } from '../../../plugin/report/charts/plot.ts'
import { itFinds } from '../../support/cases.ts'
import { seededUniform } from '../../support/random.ts'

const same = (value: number) => value
/** @returns the shape below the line */
const fillOf = (steps: Step[]) => / d="([^"]*)"/.exec(String(filledLine(steps, same, 'red')[0]))?.[1] ?? ''
const aStep = (from: number, to: number, value: Step['value'] = 2) => ({ from, to, value })

describe('the steps of a curve', () => {
  const two = [aStep(0, 0.2), aStep(0.2, 0.4, 20)]
  const gap = [0, 0.25, 0.5, 0.75].map((from, i) => aStep(from, from + 0.25, i === 1 ? null : 2))
  const alone = [aStep(0.2, 0.3)]
  const cells = [
    [1, 0, 1],
    [0, 2, 3],
    [0, 0, 1],
    [0, 1, 2],
    [1, 2, 3]
  ].map(([row, from, to]) => ({ row, from, to }))
  itFinds({
    'are joined at their middles': [
      [
        [linePath(two, same), fillOf(two)],
        ['M100,2L300,20', 'M100,2L300,20L300,0L100,0Z']
      ]
    ],
    'are interrupted where nothing is known': [
      [linePath(gap, same), 'M0,2L250,2M625,2L875,2'],
      [linePath([], same) + fillOf([aStep(0, 1, null)]), '']
    ],
    'are seen from end to end where one stands alone, not beside a 0': [
      [linePath([aStep(0, 0.2, 0), aStep(0.2, 0.4)], same), 'M100,0L300,2'],
      [
        [linePath(alone, same), fillOf(alone)],
        ['M200,2L300,2', 'M200,2L300,2L300,0L200,0Z']
      ]
    ],
    'are one cell where cells of a row touch': [
      [
        joined(cells),
        [
          { row: 0, from: 0, to: 3 },
          { row: 1, from: 0, to: 1 },
          { row: 1, from: 2, to: 3 }
        ]
      ]
    ]
  })
})

describe('labels that would overlap', () => {
  const spread = (wanted: number[]) => spreadLabels(wanted, 300)

  it('are moved down, up where there is no room below, or not at all, and keep their order, their distance and the plot', () => {
    expect(
      [
        [20, 22],
        [298, 299],
        [100, 20, 60]
      ].map(spread)
    ).to.eql([
      [20, 34],
      [286, 300],
      [100, 20, 60]
    ])
    const uniform = seededUniform(3)
    for (let i = 0; i < 300; i++) {
      const wanted = Array.from({ length: 1 + Math.floor(5 * uniform()) }, () => 300 * uniform() ** 3)
      const places = spread(wanted)
      const order = wanted.map((_, label) => label).sort((a, b) => wanted[a] - wanted[b])
      for (const place of places) expect(place).to.be.within(0, 300)
      for (const [rank, label] of order.slice(1).entries())
        expect(places[label] - places[order[rank]]).to.be.at.least(14 - 1e-9)
    }
  })
})
