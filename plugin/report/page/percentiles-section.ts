import { paragraph } from '../../concepts/wording.ts'
import { latencyScale } from '../charts/scales.ts'
import { latencyProfiles, speedupProfiles, valueAt, percentileCurves, speedupCurve } from '../charts/percentile-curves.ts'
import { percentileAxis, speedupAxis, type PercentileAxis } from '../charts/axes.ts'
import { markup, type Markup } from '../markup.ts'
import { milliseconds } from '../words/numbers.ts'
import { legend, nameOf, scrolling, section, subheading, table, type ScenarioView } from './section.ts'
import { withoutLatencies } from './untold.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

const untold = 'the p50, p95 and p99 of each run, which stand round by round below, ' +
  'but no single latencies, from which other percentiles could be told'

/** @returns null: no response counts */
export function percentilesSection(view: ScenarioView): Markup | null {
  const head = { id: 'percentiles', title: 'Latency by percentile' }
  const details = comparedRuns(view).filter(({ quantiles }) => quantiles.length > 0)
  if (details.length === 0) return withoutLatencies(view, head, untold)
  const percentiles = percentileAxis(details.map(({ counted }) => counted))
  const profiles = latencyProfiles(view, details, percentiles.probabilities)
  const medians = profiles.map((profile) => Number(valueAt(profile, 0.5)))
  const ends = profiles.flatMap(({ points }) => points.flatMap(({ least, most }) => [least, most]))
  const latency = latencyScale(ends, { smallest: Math.min(...medians) })
  const lead = paragraph([
    'Towards the tail the axis is stretched, so that p99 and p99.9 get as much room as the median.',
    'Lines are geometric means of the rounds, bands reach from the fastest to the slowest round,',
    `on a ${latency.isLog ? 'logarithmic' : 'linear'} scale.`,
    details.some(({ run }) => run.firstRequests.apart) && 'The first response on each connection is left out.',
    percentiles.thinFrom < 1 && 'Grey: fewer than 10 responses of a round are beyond, so chance decides.'
  ])
  return section(view, { ...head, lead }, [
    legend(view, profiles.map(({ name }) => name)),
    percentileCurves(profiles, { percentiles, latency }),
    speedups(view, details, percentiles),
    numbers(view, details)
  ])
}

/** @returns those that estimates are made of: of whole rounds. Without any, all */
function comparedRuns({ runs, names }: ScenarioView): RunDetail[] {
  const isWhole = (round: number) => names.every((name) => runs.some(({ run }) => run.round === round && run.variant === name))
  const whole = runs.filter(({ run }) => isWhole(run.round))
  return whole.length > 0 ? whole : runs
}

/** The very fastest responses are a matter of chance, and would take up the scale. */
const leastCompared = 0.1

function speedups(view: ScenarioView, details: RunDetail[], percentiles: PercentileAxis) {
  const profiles = speedupProfiles(view, details, percentiles.probabilities.filter((probability) => probability >= leastCompared))
  if (profiles.length === 0) return null
  const speedup = speedupAxis(profiles.flatMap(({ points }) => points.flatMap(({ least, most }) => [least, most])))
  return markup`${subheading(view, markup`Speedup over ${nameOf(view.baseline)} at each percentile`)}
${speedupCurve(profiles, { percentiles, speedup, baseline: view.baseline })}`
}

/** Of fewer responses, none is beyond p99.9: it would be the largest. */
const fewestForP999 = 1000
const p999 = 0.999
const columns = { min: 0, p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99, 'p99.9': p999, max: 1 }

function numbers(view: ScenarioView, details: RunDetail[]) {
  const thin = new Set(details.filter(({ counted }) => counted < fewestForP999).map(({ run }) => run.variant))
  const title = 'Latencies in ms, geometric means of the rounds'
  const unknown = thin.size > 0 && '. –: rounds of fewer than 1,000 responses can’t tell their p99.9.'
  const rows = latencyProfiles(view, details, Object.values(columns)).map(({ name, points }) => {
    const cells = points.map(({ probability, value }) => {
      if (thin.has(name) && probability === p999) return markup`<td title="fewer than 1,000 responses in a round">–</td>`
      return markup`<td>${milliseconds(value)}</td>`
    })
    return markup`<tr><th scope="row">${nameOf(name)}</th>${cells}</tr>
`
  })
  const caption = markup`<caption>${title}${unknown}</caption>`
  return markup`<details><summary>Numbers: latency by percentile</summary>
${scrolling(view, title, table('latencies', ['Variant', ...Object.keys(columns)], rows, { caption }))}</details>`
}
