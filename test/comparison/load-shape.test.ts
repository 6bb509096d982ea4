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
    'the model of the load is closed when users stay longer than it takes until all have come': [
      [ofThree({ shortestSessionMs: 4000, arrivalSeconds: 1, drainSeconds: 9 }), closed],
      [ofThree({ shortestSessionMs: 1000, arrivalSeconds: 1 }), closed], [ofThree({ shortestSessionMs: 50, arrivalSeconds: 0 }), closed]
    ],
    'the model of the load is open when users come and go': [[ofThree(kept), open()]],
    'the model of the load is unknown when no user got through': [[ofThree({ shortestSessionMs: null }), { model: 'unknown', saturated: [] }]],
    'the model of the load is taken from the users who got through when others did not': [[ofThree({ ...kept, shortestSessionMs: null }, kept).model, 'open']],
    'the model of the load is closed when users stay that long at one variant': [[ofThree(slow, quick), closed]],
    'who could not keep up is who answers the last users later than 5 % of the time in which they came': [
      [ofThree(kept, drained(0.51)), open()], [ofThree(kept, drained(0.53)), open('clustered')]
    ],
    'who could not keep up may be the baseline, or all': [[ofThree(late, kept), open('single')], [ofThree(late), open('single', 'clustered')]],
    'who could not keep up is judged by the median over the rounds': [[shapeOf([kept, kept, late]), open()], [shapeOf([kept, late, late]), open('single', 'clustered')]],
    'who could not keep up is not blamed for the time that a user takes without load': [[ofThree(thinking), open()]],
    'who could not keep up is not blamed for users who just stay longer than others, whose requests did not wait three times as long as without load': [
      [ofThree(mix), open()], [ofThree(mix, { ...mix, queueSeconds: 0.29 }), open()], [ofThree(mix, { ...mix, queueSeconds: 0.31 }), open('clustered')]
    ],
    'who could not keep up is not blamed for an app that is slow to everybody': [[ofThree(slowToAll, kept), open()]],
    'who could not keep up is not blamed for less than a tenth of a second, however short the load': [
      [ofThree(short), open()], [ofThree({ ...short, drainSeconds: 0.12 }), open('single', 'clustered')]
    ]
  })
})
