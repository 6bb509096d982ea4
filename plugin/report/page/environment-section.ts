import { counted } from '../../concepts/wording.ts'
import { isDisturbed } from '../charts/disturbed-run.ts'
import { markup, type Content, type Markup } from '../markup.ts'
import { duration } from '../words/numbers.ts'
import { clientWords, variantWords } from '../words/names.ts'
import { earlierSentence, timeSentence } from '../words/sentences.ts'
import { factList, folded, framed, nameOf } from './section.ts'
import type { ScenarioResult } from '../../concepts/comparison.ts'
import type { ReportData, RunDetail } from '../../concepts/report-data.ts'
import { isMetered, type Run } from '../../concepts/run.ts'

export function environmentSection({ comparison, runs }: ReportData): Markup {
  const { environment, settings: { app, target, variants, rounds, time, confidence, compareWith } } = comparison
  const seen = (name: string) => Math.max(0, ...runs.filter(({ run }) => run.variant === name).map(({ workers }) => workers.length))
  return framed({ id: 'environment', title: 'Environment and method' }, markup`${factList([
    ['Command', markup`<code>npx artillery run ${comparison.file}</code>`],
    ['App', app === null ? 'as each variant says' : markup`<code>${app}</code>`],
    ['Target', target],
    ['Variants', markup`${variants.map((variant) => markup`<div>${nameOf(variant.name)} (${variantWords(variant, seen(variant.name))})</div>`)}`],
    ['Rounds', `${time !== null ? `as many as tell most in ${duration(time)}` : rounds.min === rounds.max ? rounds.min : `${rounds.min} to ${rounds.max}`}, ${confidence * 100} % confidence`],
    ['Time', comparison.timeSpent !== null && timeSentence(comparison.timeSpent)],
    ['Earlier', compareWith !== null && earlierSentence(compareWith)],
    ['Loaded by', clientsOf(comparison.scenarios)],
    ['CPU', `${environment.cpu}, ${counted(environment.cores, 'core')} to be used`],
    ['System', environment.os],
    ['Node', environment.node],
    ['Artillery', `${environment.artillery}, artillery-plugin-speedup ${environment.plugin}`],
    ['Commit', environment.commit ?? 'unknown'],
    ['Started', utc(comparison.startedAt)],
    ['Finished', utc(comparison.finishedAt)]
  ])}
${folded('How the numbers are made', markup`<ul>${methodOf(runs).map((sentence) => markup`<li>${sentence}</li>`)}</ul>\n`)}
${folded('Raw files, beside this page', markup`<ul class="files">
<li><a href="comparison.json">comparison.json</a>: everything that was concluded</li>
<li><a href="runs.ndjson">runs.ndjson</a>: a line for each run</li>
${runs.map(({ run }) => fileLine(run))}</ul>\n`)}`)
}

/** @returns false: it is not known what sent the requests */
function clientsOf(scenarios: ScenarioResult[]): Content {
  const known = scenarios.flatMap(({ scenario, client }) => (client === null ? [] : [{ scenario, words: clientWords(client) }]))
  if (known.length === 0) return false
  const isSame = known.length === scenarios.length && known.every(({ words }) => words === known[0].words)
  return isSame ? known[0].words : markup`${known.map(({ scenario, words }) => markup`<div>${nameOf(scenario)}: ${words}</div>`)}`
}

function fileLine(run: Run) {
  // Where the samples are empty, Artillery's own metrics tell the latencies.
  const latencies = isMetered(run) ? run.samples.replace(/\.csv(\.gz)?$/, '.metrics.json') : run.samples
  // Relative to the page, with the separators of any system.
  const href = (file: string) => file.split(/[\\/]/).map(encodeURIComponent).join('/')
  const links = markup`<a href="${href(latencies)}">${latencies}</a>, <a href="${href(run.telemetry)}">telemetry</a>`
  return markup`<li>${links}: ${run.scenario}, round ${run.round}, ${run.variant}</li>\n`
}

export const utc = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`

/** @returns items of a list, some of several sentences */
function methodOf(runs: readonly RunDetail[]): string[] {
  const metered = runs.some(({ run }) => isMetered(run))
  // Where the load was made without the plugin, it is unknown which requests were the first.
  const areFirstKnown = !metered || runs.some(({ run }) => run.firstRequests.apart)
  const first = ' Where connections are kept, the first request on each is left out: it waits until the connection is accepted.'
  const rounds = 'Each round runs every variant once, close in time and in alternating order, with a fresh app and fresh load threads each time, ' +
    'so that what drifts on the machine hits all of them alike.'
  if (isDisturbed(runs)) return [rounds, ...lossMethod]
  return [
    rounds,
    `A latency is the time from sending a request to the first byte of its response, of responses below 400.${areFirstKnown ? first : ''}`,
    ...(metered ? [] : ['The start of each run is not counted, when users come, connections are accepted and code is compiled; nor is its end, when users leave.']),
    metered
      ? 'Percentiles are those of Artillery’s own metrics, as the option generator was set: ' +
        'they come from sketches of the latencies (DDSketch), and are within 1 % of them.'
      : 'Percentiles are interpolated linearly between the two nearest latencies of a run; nothing is binned.',
    'A speedup is the geometric mean of the rounds’ ratios, above 1 when the candidate is better. The values beside it are ' +
      'geometric means as well, so that their quotient is exactly the speedup, unless a round’s ratio was pulled in.',
    'The interval is Student’s, on the logarithms of the ratios, one for each round: requests within a run depend on each other, ' +
      'rounds do not. A ratio far from all others is pulled in, and told.',
    'The comparison stops as soon as every threshold is decided. The level of the intervals is raised so that looking after ' +
      'each round does not make a wrong verdict more likely than the confidence says.',
    'Printed intervals are rounded outward, so that they never contradict the verdict.'
  ]
}

const lossMethod = [
  'A request is lost that got no whole response, or a status of 500 or more. It is the doing of the last disturbance before its end; where it timed out, before its beginning.',
  'The interval of the share that is lost is exact (Clopper and Pearson), and wider where some rounds lose far more than others.',
  'The app is back to normal from the first moment on after which, for a second, nothing is lost, answers are at least 95 % as many as in up to 3 s before ' +
    'the disturbance, and their p95 is at most 1.25 times as high. The time until then is the geometric mean of the rounds.',
  'p95 and throughput are those of the worst 0.2 s, beside up to 3 s before: p95 as the geometric mean of the rounds, throughput in the worst of them.',
  'Printed intervals are rounded outward, so that they never contradict the verdict.'
]
