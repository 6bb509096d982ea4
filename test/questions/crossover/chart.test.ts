import { loadLatency } from '../../../plugin/questions/crossover/report/told.ts'
import { lookOf, shade } from '../../../plugin/report/palette.ts'
import { itFinds } from '../../support/cases.ts'
import { aCrossover, aFailingCrossover, aLevel, around } from '../../support/scaling.ts'
import {
  attributesOf,
  expectSound,
  itIsDrawnAs,
  itIsSoundWith,
  labelOf,
  markTitles,
  named,
  textsOf,
  titledMarks,
  type Element
} from '../../report/charts/drawing.ts'
import type { Crossover } from '../../../plugin/questions/crossover/concepts.ts'

describe('p95 over the offered load', () => {
  const names = ['single', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
  const many = aCrossover({
    levels: [0.5, 1, 2].map((factor) =>
      aLevel(factor, Object.fromEntries(names.map((name, i) => [name, 100 + 10 * i * factor])), ['two', 'nine'])
    ),
    candidates: names.slice(1).map((name) => ({ name, asGoodUpTo: 90, betterFrom: 180, message: `Better: ${name}.` }))
  })
  const endless = aCrossover().levels.map((level) => ({
    ...level,
    variants: level.variants.map((variant) => ({ ...variant, p95Ms: around(Number(variant.p95Ms?.value), 1e6) }))
  }))

  const draw = (crossover: Crossover) =>
    loadLatency(crossover, {
      names: crossover.levels[0].variants.map(({ name }) => name),
      lookOf: (name) => lookOf(name, crossover.candidates)
    })
  const drawn = (overrides?: Partial<Crossover>) => expectSound(draw(aCrossover(overrides)))

  itIsSoundWith(
    {
      'one load': [aLevel(1, { single: 10, clustered: 5 })],
      'equal loads': [1, 2].map((ms) => aLevel(1, { single: ms, clustered: ms })),
      'latencies from 0.05 ms to 100 s': [
        aLevel(1, { single: 0.05, clustered: 100_000 }),
        aLevel(2, { single: 100_000, clustered: 0.05 })
      ],
      'loads that differ a thousandfold': [
        aLevel(0.01, { single: 1, clustered: 1 }),
        aLevel(10, { single: 90, clustered: 1 })
      ],
      'intervals without end': endless
    },
    (levels) => draw(aCrossover({ levels }))
  )

  const [usual, manyDrawn] = [drawn(), expectSound(draw(many))]
  const arrowsIn = (elements: Element[]) => named(elements, 'path', { d: 'M11 7v-13m-4 4l4-4l4 4' }).length
  const [candidate] = aCrossover().candidates
  const failing = drawn({ levels: aFailingCrossover().levels })
  const unturned = [{ asGoodUpTo: null }, { betterFrom: null }].map((overrides) =>
    drawn({ candidates: [{ ...candidate, ...overrides }] })
  )
  const looks = attributesOf(manyDrawn, 'path', { 'vector-effect': true }).map(
    (line) => `${line.stroke} ${line['stroke-dasharray']}`
  )
  const placeOf = (start: string) =>
    titledMarks(usual).find(({ children }) => children[0].text.startsWith(start))?.attributes.x
  const [noGain, paysOff] = ['clustered at 144', 'clustered at 180'].map(placeOf)
  itIsDrawnAs(
    'load-latency',
    'a mark for each variant at each load, with its figures, a tick for each load, and all of it in words',
    draw(aCrossover())
  )
  itFinds({
    'shades where it turns, from the load of no gain to that from which on it pays off': [
      [
        attributesOf(usual, 'rect', { fill: shade }).map(({ x, width }) => [
          x,
          `${parseFloat(x) + parseFloat(width)}%`
        ]),
        [[noGain, paysOff]]
      ],
      [
        attributesOf(usual, 'text')
          .slice(0, 2)
          .map(({ x }) => x),
        [noGain, paysOff]
      ]
    ],
    'has an arrow beside those who could not keep up, and nowhere else': [
      [[usual, manyDrawn, drawn({ levels: aCrossover().levels.slice(0, 3) })].map(arrowsIn), [1, 6, 0]]
    ],
    'has an arrow alone for those who failed too much, and says so': [
      [markTitles(failing).length, 7],
      [arrowsIn(failing), 1],
      [labelOf(failing), /, too many errors at 270\/s \(could not keep up\); clustered: /]
    ],
    'shades nothing where nothing turns, nor for several candidates': [
      [[...unturned, manyDrawn].flatMap((elements) => named(elements, 'rect')), []]
    ],
    'tells lines apart by colour, dash and mark, also of eight candidates, and names each at its end': [
      [new Set(looks).size, 9],
      [textsOf(named(manyDrawn, 'text', { x: '100%' })), names]
    ],
    'tells those who do not see it what it concludes of each': [
      [labelOf(manyDrawn), /\. Better: two\. Better: three\. .*Better: nine\.$/]
    ]
  })
})
