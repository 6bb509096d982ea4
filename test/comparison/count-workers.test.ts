import { describe } from 'mocha'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { variantUse } from '../../plugin/comparison/variant-use.ts'
import { itFinds } from '../support/cases.ts'
import { aRun, aWorker, runsWithSpeedups } from '../support/runs.ts'
import { aPlan, aVariant, someSettings } from '../support/settings.ts'
import { itWarns } from '../support/warnings.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'

const [single, clustered] = someSettings().variants
/** @param requests of each worker */
const workersWith = (requests: number[]) => requests.map((count, i) => aWorker(String(100 + i), { requests: count }))

describe('the number of workers', () => {
  /** @param seen workers in each of three runs */
  const inRuns = (seen: number[]) => {
    const ofRounds = runsWithSpeedups([1.98, 2, 2.02]).map((run) =>
      (run.variant === 'single' ? run : { ...run, workers: workersWith(Array(seen[run.round - 1]).fill(1200 / seen[run.round - 1])) }))
    const settings = someSettings({ variants: [single, { ...clustered, mode: 'pm2', workers: null }] })
    const { candidates: [{ workers, shares }], variants } = compareScenario({ runs: ofRounds, answers: [] }, aPlan(), settings)
    return { workers, shares, uses: variants.map((use) => use.workers) }
  }

  itFinds({
    'is as it was asked for, whoever was seen': [[variantUse(aVariant({ workers: 2 }), [aRun({ workers: workersWith([1, 1, 1]) })]).workers, 2]],
    'is the most that were seen in one run, where it is not known before': [
      [inRuns([2, 4, 3]).workers, 4], [inRuns([2, 4, 3]).uses, [1, 4]], [inRuns([2, 4, 3]).shares.length, 4]
    ],
    'is one where none was seen': [[inRuns([0, 0, 0]), { workers: 1, shares: [0], uses: [1, 1] }]]
  })
})

describe('the fairness of a variant of which only who answers is seen', () => {
  const compared = (variant: Partial<Variant>, thresholds?: Thresholds, requests = [1200]) => {
    const settings = someSettings({ variants: [single, { ...clustered, mode: 'url', workers: null, ...variant }] })
    const runs = runsWithSpeedups([1.98, 2, 2.02], { clustered: { workers: workersWith(requests) } })
    const { candidates: [{ limits: [fairness], verdict }], warnings } = compareScenario({ runs, answers: [] }, aPlan(thresholds), settings)
    return { found: { value: fairness.value, verdict: fairness.verdict, whole: verdict }, told: warnings.filter(({ code }) => code === 'uneven-distribution') }
  }
  const strangers = (['url', 'command'] as const).map((mode) => compared({ mode }, { fairness: 0.9 }))
  const wayOut = 'warning uneven-distribution clustered: ' +
    "clustered: 1 worker answered, all of the requests; idle ones can't be seen, so the fairness is unknown. " +
    'Tell how many there are: plugins.speedup.variants.clustered.workers.'

  itFinds({
    'is no pass when one of them did all the work': strangers.map(({ found }) => [found, { value: null, verdict: 'inconclusive', whole: 'inconclusive' }]),
    'is known where somebody tells how many there are, us or our own files': [
      [compared({ workers: 4 }, { fairness: 0.9 }).found, { value: 0.25, verdict: 'fail', whole: 'fail' }], [compared({ mode: 'pm2' }).found.value, 1]
    ]
  })

  itWarns({
    'comes with the way out': strangers.map(({ told }) => [told, wayOut]),
    'is noted only where none is required, with the share of the busiest': [
      [compared({}, {}, [900, 300]).told, /^note .*: clustered: 2 workers answered, the busiest 75 % of the requests; idle ones can't be seen/]
    ],
    'needs no advice where nobody answered by name': [[compared({}, {}, []).told]]
  })
})
