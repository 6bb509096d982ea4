import { describe } from 'mocha'
import { loadShape } from '../../plugin/comparison/compare-scenario.ts'
import { itFinds } from '../support/cases.ts'
import { aGenerator, aRun } from '../support/runs.ts'
import type { GeneratorUse } from '../../plugin/concepts/run.ts'

type Load = Partial<GeneratorUse>

/** @param single of each round */
const shapeOf = (single: Load[], clustered: Load[] = single) => loadShape([
  ...single.map((generator, i) => aRun({ round: i + 1, generator: aGenerator(generator) })),
  ...clustered.map((generator, i) => aRun({ round: i + 1, variant: 'clustered', generator: aGenerator(generator) }))
])
/** The same in each of three rounds. */
const ofThree = (single: Load, clustered: Load = single) => shapeOf([single, single, single], [clustered, clustered, clustered])

const kept = { shortestSessionMs: 20, arrivalSeconds: 10, drainSeconds: 0.1 }
const late = { ...kept, drainSeconds: 2, queueSeconds: 2 }
const open = (...saturated: string[]) => ({ model: 'open', saturated })
const closed = { model: 'closed', saturated: [] }

describe('the shape of a load', () => {
  const quick = { shortestSessionMs: 900, arrivalSeconds: 1, drainSeconds: 0.9 }
  const slow = { shortestSessionMs: 4800, arrivalSeconds: 1, drainSeconds: 5.3, queueSeconds: 2 }
  const drained = (seconds: number) => ({ ...kept, drainSeconds: seconds, queueSeconds: seconds })
  const thinking = { shortestSessionMs: 3000, arrivalSeconds: 10, drainSeconds: 3.3, queueSeconds: 3 }
  const mix = { shortestSessionMs: 10, arrivalSeconds: 20, drainSeconds: 5, queueSeconds: 0.01 }
  const slowToAll = { ...kept, shortestSessionMs: 1600, drainSeconds: 1.7, queueSeconds: 1.6 }
  const short = { shortestSessionMs: 10, arrivalSeconds: 1, drainSeconds: 0.1, queueSeconds: 0.4 }

  itFinds({
    'the model of the load is closed when users stay longer than it takes until all have come, be it at one variant, else open; unknown without any': [
      [ofThree({ shortestSessionMs: 4000, arrivalSeconds: 1, drainSeconds: 9 }), closed],
      [ofThree({ shortestSessionMs: 1000, arrivalSeconds: 1 }), closed], [ofThree({ shortestSessionMs: 50, arrivalSeconds: 0 }), closed],
      [ofThree(kept), open()], [ofThree(slow, quick), closed],
      [ofThree({ shortestSessionMs: null }), { model: 'unknown', saturated: [] }], [ofThree({ ...kept, shortestSessionMs: null }, kept).model, 'open']
    ],
    'who could not keep up is who answers the last users later than 5 % of the time in which they came, in the median round': [
      [ofThree(kept, drained(0.51)), open()], [ofThree(kept, drained(0.53)), open('clustered')],
      [ofThree(late, kept), open('single')], [ofThree(late), open('single', 'clustered')],
      [shapeOf([kept, kept, late]), open()], [shapeOf([kept, late, late]), open('single', 'clustered')]
    ],
    'who could not keep up are not those whose users just take long, nor those late by less than a tenth of a second': [
      [ofThree(thinking), open()],
      [ofThree(mix), open()], [ofThree(mix, { ...mix, queueSeconds: 0.29 }), open()], [ofThree(mix, { ...mix, queueSeconds: 0.31 }), open('clustered')],
      [ofThree(slowToAll, kept), open()], [ofThree(short), open()], [ofThree({ ...short, drainSeconds: 0.12 }), open('single', 'clustered')]
    ]
  })
})
