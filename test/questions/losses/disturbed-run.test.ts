import {
  disturbedRun,
  lossLook,
  scalesOf,
  toldToLeave,
  type DisturbedRun
} from '../../../plugin/questions/losses/report/disturbed-run.ts'
import { lossKinds } from '../../../plugin/questions/losses/concepts/disturbances.ts'
import { numberedLook } from '../../../plugin/report/palette.ts'
import { itFinds } from '../../support/cases.ts'
import { kill, withDisturbances } from '../../support/losses.ts'
import { aRunDetail } from '../../support/pages.ts'
import { aRun } from '../../support/runs.ts'
import {
  attributesOf,
  expectSound,
  itIsDrawnAs,
  itIsSoundWith,
  labelOf,
  named,
  textsOf
} from '../../report/charts/drawing.ts'
import type { DisturbedDetail } from '../../../plugin/questions/losses/concepts/losses.ts'
import type { Run } from '../../../plugin/concepts/run.ts'

const beganMs = Date.UTC(2026, 10, 20, 12)
const hostile = '<b>"&\'מבחן'
const slices: DisturbedDetail['slices'] = Array.from({ length: 40 }, (_, i) => ({
  fromSeconds: i / 5,
  toSeconds: (i + 1) / 5,
  answered: i === 5 ? 0 : 20,
  lost: i === 5 ? 3 : 0,
  p95Ms: i === 5 ? null : 30
}))
const usual: DisturbedDetail = {
  answered: { requests: 780, seconds: [0.5, 2, 7.9], latencyMs: [10, 20, 40] },
  lost: [
    { kind: 'refused', requests: 2, seconds: [1.1, 1.15], latencyMs: [0.3, 0.4] },
    { kind: 'reset', requests: 1, seconds: [1], latencyMs: [8] }
  ],
  slices
}
const aDetail = (disturbed: Partial<DisturbedDetail> = {}, run: Partial<Run> = {}): DisturbedRun => ({
  ...aRunDetail({ run: { ...withDisturbances(aRun({ variant: 'clustered' }), beganMs), ...run }, beganMs }),
  disturbed: { ...usual, ...disturbed }
})
const draw = (detail: DisturbedRun) => disturbedRun(detail, numberedLook(0), scalesOf([detail]))
const { disturbances, lives } = aDetail().run
const all = lossKinds.map((kind, i) => ({ kind, requests: 1, seconds: [i], latencyMs: [i] }))
const none = { requests: 0, seconds: [], latencyMs: [] }

describe('a run whose app was disturbed', () => {
  const drawn = expectSound(draw(aDetail()))
  const rects = attributesOf(drawn, 'rect')
  const close = disturbances.map((own, i) => ({ ...own, beganMs: beganMs + 1000 + 100 * i, doneMs: beganMs + 1000 }))
  const heightsOf = (detail: DisturbedRun) =>
    attributesOf(expectSound(draw(detail)), 'text', { 'font-weight': '600' })
      .slice(0, 3)
      .map(({ y }) => Number(y))
  const kinds = named(expectSound(draw(aDetail({ lost: all }))), 'g')
    .slice(0, lossKinds.length)
    .map(({ children }) => children[1].children[0])
  const many = Array.from({ length: 40 }, (_, i) => ({ ...lives[3], pid: 100 + i }))

  itIsSoundWith<DisturbedRun>(
    {
      'a hostile name': aDetail({}, { variant: hostile }),
      'every kind of loss': aDetail({ lost: all }),
      'nothing lost': aDetail({ lost: [] }),
      'no answer at all': aDetail({
        answered: none,
        slices: slices.map((own) => ({ ...own, answered: 0, p95Ms: null }))
      }),
      'nothing known of its workers': aDetail({}, { lives: [] }),
      'forty workers': aDetail({}, { lives: many }),
      'a single slice': aDetail({ slices: slices.slice(5, 6) }),
      'a reload that never ended': aDetail({}, { disturbances: disturbances.map((own) => ({ ...own, doneMs: null })) }),
      'disturbances beyond the end': aDetail({ slices: slices.slice(0, 6) }),
      'equal latencies of 0': aDetail({
        answered: { requests: 1, seconds: [1], latencyMs: [0] },
        lost: [],
        slices: slices.slice(5, 6)
      })
    },
    draw
  )

  itIsDrawnAs(
    'disturbed-run',
    'a dot for each answer, each lost request where it failed, the disturbances, p95 with a gap, and the lives of workers',
    draw(aDetail())
  )

  itFinds({
    'has each lost request in the shape of its kind': [
      [new Set(kinds.map(({ name, attributes: { d, r, fill } }) => [name, d, r, fill].join())).size, lossKinds.length],
      [new Set(lossKinds.map((kind) => lossLook(kind).shape)).size, lossKinds.length]
    ],
    'tells of each disturbance what came of it': [
      [
        textsOf(
          expectSound(draw(aDetail({}, { disturbances: [{ ...disturbances[0], problem: 'all were gone' }] }))),
          'title'
        ).includes('a worker killed at 1 s: all were gone'),
        true
      ]
    ],
    'has labels below each other where they would hide one another on a phone': [
      [
        [heightsOf(aDetail()), heightsOf(aDetail({}, { disturbances: close }))],
        [
          [11, 11, 11],
          [11, 25, 39]
        ]
      ]
    ],
    'has who came later in the row of who was gone, so that a gap is a time without a worker': [
      [new Set(rects.filter((rect) => rect['stroke-width'] !== undefined).map(({ y }) => y)).size, 3]
    ],
    'knows that who was gone can’t be told to leave': [
      [[1, 2, 3].map((pid) => toldToLeave(lives[pid - 1], disturbances) - beganMs), [Infinity, 3200, Infinity]]
    ],
    'tells those who cannot see that nothing was lost, or answered': [
      [
        labelOf(
          expectSound(
            draw(
              aDetail(
                { answered: none, lost: [], slices: slices.slice(5, 6) },
                { disturbances: [{ ...disturbances[0], ...kill }] }
              )
            )
          )
        ),
        'Requests of clustered, round 1, around these disturbances: a worker killed at 4 s. 0 of 0 were lost; p95 unknown.'
      ]
    ]
  })
})
