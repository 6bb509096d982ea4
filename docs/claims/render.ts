import { metricFacts } from '../../plugin/concepts/metrics.ts'
import { counted, list, percent } from '../../plugin/concepts/wording.ts'
import { markdownTable, plain } from '../../plugin/report/ci/summary-markdown.ts'
import { interval, milliseconds, perSecond, times } from '../../plugin/report/words/numbers.ts'
import { comparedOf } from '../tutorials/found-of.ts'
import { bullets, machine } from '../tutorials/section.ts'
import { notInstalled, type Claim, type Point } from './claims.ts'
import { answers, claimedSpeedup, estimateOf, judge, shareOf, type Judgement, type Measured } from './judge.ts'

type Tried = { claim: Claim, measured: Measured }

/**
 * What became of the claims, from our measurements alone.
 *
 * @returns GitHub-flavoured Markdown
 */
export function renderClaims(tried: Tried[]): string {
  return `${[
    '# Claims, checked',
    'What vendors, projects and manuals say of the ways to use more than one core, and what we measured on two. `npm run claims` makes this page from real runs, ' +
      'figures and conclusions: an answer follows from the interval by the rule below, and nothing is typed in. The apps and their lockfile are in [docs/claims](claims).',
    markdownTable([['Claim', 'Does it hold?'], ...tried.map(overviewRow)], ['---', '---']),
    'A ratio above 1 means that the candidate is better than the baseline, for latency and throughput alike. The answers:',
    bullets(Object.entries(answers).map(([answer, meaning]) => `**${answer}**: ${meaning}.`)),
    'Of connections, what counts is the part that the busiest workers get, as the mean of the rounds. Where most are claimed, our interval has to reach the claimed part; ' +
      'where a fair distribution is claimed, it has to stay below 1.2 times the even part.',
    ...tried.map(section),
    `## What could not be installed\n\n${notInstalled}`
  ].join('\n\n')}\n`
}

function overviewRow({ claim, measured }: Tried) {
  const given = claim.points.filter((point) => !isBeside(point)).map((point) => judge(point, measured).answer)
  const counts = [...Map.groupBy(given, (answer) => answer)].map(([answer, { length }]) => (length === given.length ? answer : `${answer} (${length} of ${given.length})`))
  return [claim.title, list(counts)]
}

/** Nothing is claimed of it: it stands beside what is. */
const isBeside = (point: Point) => ('claimed' in point ? point.claimed : point.least) === null

function section({ claim, measured }: Tried): string {
  const { name, title, source, quote, setUp, changes, points } = claim
  const judged = points.map((point) => ({ point, judgement: judge(point, measured) }))
  const { comparison } = measured
  const results = [...new Set(points.map((point) => comparedOf({ ...point, factor: null }, comparison).result))]
  const diagnoses = results.flatMap(({ scenario, candidates }) => candidates.map((candidate) => `${plain(scenario)}, ${plain(candidate.name)}: ${plain(candidate.diagnosis.message)}`))
  const warnings = results.flatMap(({ scenario, warnings: told }) => told.map(({ severity, message }) => `${severity} in ${plain(scenario)}: ${plain(message)}`))
  return [
    `## ${title}`,
    `> ${quote}`,
    `Source: ${source}. ${setUp}`,
    `We run [docs/claims/${name}.yml](claims/${name}.yml), with \`npm run claims -- --only ${name}\`. It differs in this:`,
    bullets(changes),
    markdownTable([['', 'claimed', 'ratio', 'measured here', 'ours and interval', 'the claim'], ...judged.map((each) => row(each, measured))], ['---', '--:', '--:', '--:', '--:', '---']),
    bullets(judged.filter(({ point }) => !isBeside(point)).map(({ point, judgement }) => `${subject(point)}: **${judgement.answer}**. ${plain(judgement.why)}`)),
    'Why, according to the tool:',
    bullets([...new Set([...diagnoses, ...warnings])]),
    `Measured on ${comparison.finishedAt.slice(0, 10)} on ${[machine(comparison.environment), ...Object.entries(measured.versions).map((named) => named.join(' '))].join(', ')}: ${counted(results[0].rounds, 'round')}, ${Math.round(100 * results[0].confidence)} % intervals. ` +
      `All results are in [${name}.json](claims/results/${name}.json).`
  ].join('\n\n')
}

function row({ point, judgement: { answer, estimate } }: { point: Point, judgement: Judgement }, measured: Measured): string[] {
  if ('busiest' in point) {
    const { least, busiest, workers } = point
    const baseline = shareOf({ ...point, candidate: comparedOf({ ...point, factor: null }, measured.comparison).result.baseline }, measured)
    const [low, high] = estimate.interval.map(percent)
    const claimed = least === 'even' ? `even: ${percent(busiest / workers)}` : least === null ? '' : `above ${percent(least)}`
    return [subject(point), claimed, '', `${percent(baseline.value)} → ${percent(estimate.value)}`, `${percent(estimate.value)} [${low}, ${high}]`, answer]
  }
  const { claimed, metric } = point
  const found = estimateOf(point, measured.comparison)
  const write = metric === 'throughput' ? perSecond : milliseconds
  const speedup = claimedSpeedup(point)
  return [
    `${subject(point)}, ${metricFacts[metric].unit}`,
    Array.isArray(claimed) ? claimed.map((value) => value.toLocaleString('en-US')).join(' → ') : claimed ?? '',
    speedup === null ? '' : times(speedup),
    `${write(found.baseline)} → ${write(found.candidate)}`,
    `${times(estimate.value)} ${interval(estimate.interval)}`,
    answer
  ]
}

function subject(point: Point) {
  return `${point.scenario}, ${point.candidate}: ${'busiest' in point ? `connections of the busiest ${point.busiest} of ${point.workers}` : point.metric}`
}
