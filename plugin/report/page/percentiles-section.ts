import { latencyScale, type LatencyScale } from '../charts/scales.ts'
import { latencyProfiles, speedupProfiles, valueAt, percentileCurves, speedupCurve, type Profile } from '../charts/percentile-curves.ts'
import { percentileAxis, speedupAxis, type PercentileAxis } from '../charts/axes.ts'
import { markup, type Markup } from '../markup.ts'
import { milliseconds } from '../words/numbers.ts'
import { legend, nameOf, scrolling, section, subheading, type ScenarioView } from './section.ts'
import { withoutLatencies } from './untold.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

/** @returns null: no response counts */
export function percentilesSection(view: ScenarioView): Markup | null {
  const place = { id: 'percentiles', title: 'Latency by percentile' }
  const details = comparedRuns(view).filter(({ quantiles }) => quantiles.length > 0)
  if (details.length === 0) return withoutLatencies(view, place, 'the p50, p95 and p99 of each run, which stand round by round below, but no single latencies, from which other percentiles could be told')
  const percentiles = percentileAxis(details.map(({ counted }) => counted))
  const profiles = latencyProfiles(view, details, percentiles.probabilities)
  const points = profiles.flatMap((profile) => profile.points)
  const medians = profiles.map((profile) => Number(valueAt(profile, 0.5)))
  const latency = latencyScale(points.flatMap(({ least, most }) => [least, most]), { smallest: Math.min(...medians) })
  return section(view, { ...place, lead: lead({ percentiles, latency, details }) }, [
    legend(view, profiles.map(({ name }) => name)),
    percentileCurves(profiles, { percentiles, latency }),
    speedups(view, details, percentiles),
    numbers(view, details)
  ])
}

/** @returns those that estimates are made of: of whole rounds. Without any, all */
function comparedRuns({ runs, names }: ScenarioView): RunDetail[] {
  const whole = runs.filter(({ run: { round } }) => names.every((name) => runs.some(({ run }) => run.round === round && run.variant === name)))
  return whole.length > 0 ? whole : runs
}

function lead({ percentiles, latency, details }: { percentiles: PercentileAxis, latency: LatencyScale, details: RunDetail[] }) {
  const isApart = details.some(({ run }) => run.firstRequests.apart)
  return [
    'Towards the tail the axis is stretched, so that p99 and p99.9 get as much room as the median.',
    `Lines are geometric means of the rounds, bands reach from the fastest to the slowest round, on a ${latency.isLog ? 'logarithmic' : 'linear'} scale.`,
    ...(isApart ? ['The first response on each connection is left out.'] : []),
    ...(percentiles.thinFrom < 1 ? ['Grey: fewer than 10 responses of a round are beyond, so chance decides.'] : [])
  ].join(' ')
}

/** The very fastest responses are a matter of chance, and would take up the scale. */
const leastCompared = 0.1

function speedups(view: ScenarioView, details: RunDetail[], percentiles: PercentileAxis) {
  const profiles = speedupProfiles(view, details, percentiles.probabilities.filter((probability) => probability >= leastCompared))
  if (profiles.length === 0) return null
  const axis = speedupAxis(profiles.flatMap(({ points }) => points.flatMap(({ least, most }) => [least, most])))
  return markup`${subheading(view, markup`Speedup over ${nameOf(view.baseline)} at each percentile`)}
${speedupCurve(profiles, { percentiles, speedup: axis, baseline: view.baseline })}`
}

/** Of fewer responses, none is beyond p99.9: it would be the largest. */
const fewestForP999 = 1000
const p999 = 0.999

const columns = [
  { label: 'min', probability: 0 },
  { label: 'p50', probability: 0.5 },
  { label: 'p75', probability: 0.75 },
  { label: 'p90', probability: 0.9 },
  { label: 'p95', probability: 0.95 },
  { label: 'p99', probability: 0.99 },
  { label: 'p99.9', probability: p999 },
  { label: 'max', probability: 1 }
]

function numbers(view: ScenarioView, details: RunDetail[]) {
  const profiles = latencyProfiles(view, details, columns.map(({ probability }) => probability))
  const thin = new Set(details.filter(({ counted }) => counted < fewestForP999).map(({ run }) => run.variant))
  const title = 'Latencies in ms, geometric means of the rounds'
  const unknown = thin.size > 0 && ' –: rounds of fewer than 1,000 responses can’t tell their p99.9.'
  const table = markup`<table class="latencies"><caption>${title}${unknown && '.'}${unknown}</caption><thead><tr><th scope="col">Variant</th>${columns.map(({ label }) => markup`<th scope="col">${label}</th>`)}</tr></thead><tbody>
${profiles.map((profile) => row(profile, thin.has(profile.name)))}</tbody></table>`
  return markup`<details><summary>Numbers: latency by percentile</summary>
${scrolling(view, title, table)}</details>`
}

/** @param isThin one of its rounds has too few responses for p99.9 */
function row({ name, points }: Profile, isThin: boolean) {
  const cells = points.map(({ probability, value }) => (isThin && probability === p999 ? markup`<td title="fewer than 1,000 responses in a round">–</td>` : markup`<td>${milliseconds(value)}</td>`))
  return markup`<tr><th scope="row">${nameOf(name)}</th>${cells}</tr>
`
}
