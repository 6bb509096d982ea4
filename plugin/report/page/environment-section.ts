import { coresWords, generatorTook, list, percent } from '../../concepts/wording.ts'
import { methodInstead, searchMethod } from '../../questions/report.ts'
import { badgeWords } from '../ci/badge.ts'
import { markup } from '../markup.ts'
import { roundWords } from '../words/names.ts'
import { milliseconds } from '../words/numbers.ts'
import { earlierSentence, timeSentence } from '../words/told.ts'
import { factList, folded, framed, howKnown, isSearched, items } from './section.ts'
import type { ReportData } from '../../concepts/report-data.ts'
import { isRecorded, metricsFileOf, type LoadHostUse, type Run } from '../../concepts/run.ts'
import { lengthOf } from '../../concepts/spans.ts'

export function environmentSection({ comparison, runs }: ReportData) {
  const { environment, settings } = comparison
  const { compareWith, loadHost } = settings
  const all = runs.map(({ run }) => run)
  const facts = factList([
    ['Time', timeSentence(comparison.timeSpent)],
    ['Earlier', compareWith && earlierSentence(compareWith)],
    ['CPU', `${environment.cpu}, ${coresWords(environment)} available`],
    ['Load', loadHost && loadWords(all)],
    ['System', environment.os],
    ['Node', environment.node],
    ['Artillery', `${environment.artillery}, artillery-plugin-speedup ${environment.plugin}`],
    ['Commit', environment.commit ?? 'unknown'],
    ['Started', utc(comparison.startedAt)],
    ['Finished', utc(comparison.finishedAt)]
  ])
  const method = markup`<ul>${items(methodOf(all, isSearched(runs)).filter(Boolean))}</ul>\n`
  const files = markup`<ul class="files">
<li><a href="comparison.json">comparison.json</a>: all results</li>
<li><a href="runs.ndjson">runs.ndjson</a>: a line for each run</li>
<li><a href="badge.svg">badge.svg</a>: the verdict for a README, where this folder is published: \
<code>[![speedup: ${badgeWords(comparison)}](badge.svg)](index.html)</code></li>
${all.map(fileLine)}</ul>\n`
  return framed(
    { id: 'environment', title: 'Environment and method' },
    markup`${facts}
${folded('How the numbers are made', method)}
${folded('Raw files, beside this page', files)}`
  )
}

/** What was seen of each machine that made the load, at its worst. */
function loadWords(runs: Run[]) {
  const cores = Math.max(0, ...runs.map(({ machine }) => machine?.generator ?? 0))
  const hosts = Map.groupBy(
    runs.flatMap((run) => run.hosts ?? []),
    ({ name }) => name
  )
  const machines = [...hosts].map(([name, all]) => {
    const most = (valueOf: (host: LoadHostUse) => number | null) => Math.max(...all.map((host) => valueOf(host) ?? 0))
    const trip = milliseconds(most(({ roundTripMs }) => roundTripMs))
    const resent = percent(most((host) => host.resent))
    const errorMs = milliseconds(most(({ clock }) => clock.errorMs))
    return `${name} (round trip ${trip} ms at rest, ${resent} of the TCP segments sent again, \
times off by at most ${errorMs} ms)`
  })
  return `made by ssh on ${list(machines)}; of the cores here it took ${generatorTook(cores)}`
}

function fileLine(run: Run) {
  const latencies = isRecorded(run) ? run.samples : metricsFileOf(run.samples)
  // Relative to the page, with the separators of any system.
  const href = (file: string) => file.split(/[\\/]/).map(encodeURIComponent).join('/')
  const links = markup`<a href="${href(latencies)}">${latencies}</a>, <a href="${href(run.telemetry)}">telemetry</a>`
  return markup`<li>${links}: ${run.scenario}, ${roundWords(run.round)}, ${run.variant}</li>\n`
}

export const utc = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`

/** @returns items of a list, some of several sentences; false: not of these */
function methodOf(runs: readonly Run[], hasSearch: boolean) {
  const { hasWarmUp, percentiles, unknown } = howKnown(runs)
  // Where the load was made without the plugin, it is unknown which requests were the first.
  const areFirstKnown = unknown === null || runs.some(({ firstRequests }) => firstRequests.apart)
  const first =
    ' With kept connections, the first request on each is left out, because it waits for the connection to be accepted.'
  const slices = runs.flatMap(({ counted }) => counted.slices ?? [])
  const turnSeconds = lengthOf(slices) / slices.length / 1000
  const rounds =
    slices.length > 0
      ? 'Each round starts every variant afresh, all together, and loads them in turns in alternating order, so that ' +
        'a machine whose speed changes every few seconds affects all variants alike. ' +
        `A turn has about ${turnSeconds.toFixed(1)} s that count: what begins when all users are back at work, ` +
        'until its answer. Meanwhile the others rest.'
      : 'Each round runs every variant once, close in time and in alternating order, with a fresh app and fresh load ' +
        'threads each time, so that a drifting machine affects all variants alike.'
  const instead = methodInstead(runs)
  if (instead.length > 0) return [rounds, ...instead]
  const end = runs.some(({ counted }) => counted.byWhole) ? 'last' : 'first'
  return [
    rounds,
    ...(hasSearch ? searchMethod() : []),
    `A latency is the time from sending a request to the ${end} byte of its response, of responses below 400.\
${areFirstKnown ? first : ''}`,
    hasWarmUp &&
      slices.length === 0 &&
      'The start of each run is not counted, because users arrive, connections are accepted and code is compiled. ' +
        'Nor is its end, when users leave.',
    percentiles,
    'A speedup is the geometric mean of the rounds’ ratios, above 1 when the candidate is better. The value of the ' +
      'baseline beside it is a geometric mean as well, and that of the candidate is what the speedup makes of it.',
    'The interval is Student’s, on the logarithms of the rounds’ ratios: requests within a run depend on each other, ' +
      'rounds do not. An outlier among the ratios is moved towards the others, and shown as such.',
    'The comparison stops as soon as every threshold is decided. The level of the intervals is raised, so that ' +
      'looking after each round does not make wrong verdicts more likely than the confidence level allows.',
    'Printed intervals are rounded outward, so they never contradict the verdict.'
  ]
}
