import { Markup } from '../../../plugin/report/markup.ts'
import { capacitySection } from '../../../plugin/questions/capacity/report/capacity-section.ts'
import { trustSection } from '../../../plugin/report/page/trust-section.ts'
import { itFinds } from '../../support/cases.ts'
import { aCapacityResult, aSizedResult, aStep, aVariantCapacity } from '../../support/capacities.ts'
import { aRunDetail, aView, headingsIn, itReads, rowsIn } from '../../support/pages.ts'
import { aCandidate, aScenarioResult } from '../../support/results.ts'
import { aRun } from '../../support/runs.ts'
import {
  attributesOf,
  expectSound,
  itIsDrawnAs,
  itIsSoundWith,
  labelOf,
  markTitles
} from '../../report/charts/drawing.ts'
import type { CapacityResult } from '../../../plugin/questions/capacity/concepts/capacity.ts'

const viewOf = (overrides?: Partial<CapacityResult>) =>
  aView({
    result: aScenarioResult([aCandidate()], { capacity: aCapacityResult(overrides) }),
    runs: [aRunDetail({ run: aRun({ round: 0 }) })]
  })
const sectionOf = (overrides?: Partial<CapacityResult>) => capacitySection(viewOf(overrides))
const figureOf = (section: unknown) => new Markup(/<figure.*?<\/figure>/s.exec(String(section))?.[0] ?? '')
const drawn = (overrides?: Partial<CapacityResult>) => expectSound(figureOf(sectionOf(overrides)))

const [single, clustered] = aCapacityResult().variants
const late = aStep(500, 360, { round: 0, lateMs: 24, void: 'late' })
const withVoid = { variants: [single, { ...clustered, steps: [...clustered.steps, late] }] }
const bounds = {
  variants: [
    aVariantCapacity({
      end: 'not reached',
      capacity: { value: 2, interval: [2, 2] },
      aloneMs: 120,
      steps: [aStep(2, 1, { round: 0, verdict: 'fail' })]
    }),
    aVariantCapacity({
      variant: 'clustered',
      end: 'not exhausted',
      capacity: { value: 20_000, interval: [20_000, 20_000] },
      steps: [aStep(20_000, 50_000, { round: 0, verdict: 'pass' })]
    })
  ]
}
const erring = {
  variants: [
    { ...single, steps: single.steps.map((step) => ({ ...step, errorRate: 0.02, latencyMs: { p95: 20 } })) },
    clustered
  ]
}
const users = {
  unit: 'users' as const,
  variants: [single, clustered].map((found) => ({
    ...found,
    steps: found.steps.map((step) => ({ ...step, lateMs: null }))
  }))
}

describe('the section of a capacity', () => {
  const usual = figureOf(sectionOf())
  itIsSoundWith<Partial<CapacityResult>>(
    {
      'a void load': withVoid,
      'bounds alone': bounds,
      'errors that limit': erring,
      users,
      'nothing answered': { variants: [{ ...single, steps: [aStep(2, 1, { latencyMs: {} })] }] },
      'an interval without end': { variants: [aVariantCapacity({ capacity: { value: 200, interval: [0.001, 1e7] } })] }
    },
    (overrides) => figureOf(sectionOf(overrides))
  )

  itIsDrawnAs(
    'capacity',
    'a dot for each load, a mark with its interval for each capacity, and all of it in words',
    usual
  )
  itFinds({
    'is left out where nothing was searched for, or nothing concluded': [
      [capacitySection(aView()), null],
      [capacitySection({ ...viewOf(), result: null }), null]
    ],
    'has a heading that says where which limit ends': [
      [headingsIn(sectionOf()), ['h2 p95 leaves 100 ms at 200/s (single) and at 360/s (clustered)']],
      [headingsIn(sectionOf(bounds)), ['h2 p95 leaves 100 ms below 2.00/s (single) and beyond 20,000/s (clustered)']],
      [headingsIn(sectionOf(erring)), ['h2 The service level ends at 200/s (single) and at 360/s (clustered)']]
    ],
    'draws a load hollow where it says nothing, and a mark for each bound': [
      [attributesOf(drawn(withVoid), 'circle', { r: '3.5' }).length, 1],
      [markTitles(drawn(bounds)), ['clustered: capacity at least 20,000/s', 'single: capacity below 2.00/s']]
    ],
    'tells it to those who can’t see it': [
      [labelOf(drawn(users)), /over the users, each of whom asks again once answered.*single: capacity 200 users/]
    ],
    'has a row for each variant': [
      [
        rowsIn(String(sectionOf()).split('</table>')[0]),
        [
          ['Variant', 'Carries', 'p95 at it', 'Quickest', 'How it ended'],
          ['single (baseline)', '200/s [188, 214]', '100 ms', '5.00 ms', 'found in 6 loads; limited by p95'],
          ['clustered', '360/s [345, 372]', '100 ms', '5.00 ms', 'found in 6 loads; limited by p95']
        ]
      ]
    ],
    'has a row for what each carries for its size, if that is known, as golden/capacity.txt has it': [
      [[aSizedResult(), {}].map((result) => String(sectionOf(result)).includes('GiB')), [true, false]]
    ]
  })
  itReads({
    'says how late the load generator was, and which loads say nothing for that': [
      [sectionOf(), '99 % of the users arrived at most 1.20 ms later than due', { lacks: /hollow/i }],
      [
        sectionOf(withVoid),
        'The hollow dot says nothing: the limit was missed by so little that late users',
        'clustered at 505/s (the search, 24.0 ms late)'
      ],
      [sectionOf(users), { lacks: /later than due/ }]
    ],
    'says which other limit is in the way': [
      [
        sectionOf(erring),
        'single is limited by errors, so its mark is not where its line meets the limit.',
        'limited by errors'
      ]
    ],
    'says which variant to take': [
      [
        sectionOf(aSizedResult()),
        'For 150/s: single (price 0.062) is the cheapest that carries it, then clustered (1 GiB).',
        { lacks: /single and clustered carry/ }
      ],
      [sectionOf({ carriers: 'clustered carries 300/s.' }), 'clustered carries 300/s.']
    ],
    'says of bounds what they are': [
      [sectionOf(), { lacks: /arrow/ }],
      [
        sectionOf(bounds),
        'An arrow points to',
        '120 ms not reached: missed even at 2.00/s',
        'not exhausted: kept up to 20,000/s'
      ]
    ],
    'lists all loads, and says of none that it was round 0': [
      [sectionOf(), 'search', 'too close to call', 'misses', { lacks: /round 0/i }]
    ]
  })
})

describe('the trust in a capacity', () => {
  itReads({
    'says how late users came, and nothing of what does not apply': [
      [
        trustSection(viewOf()),
        'Of the requests of each load that kept the service level, at most 0 % failed.',
        { lacks: /p95 speedups|kept up|Saturation/ }
      ]
    ]
  })
})
