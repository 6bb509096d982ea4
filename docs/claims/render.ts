import { metricFacts } from '../../plugin/concepts/metrics.ts'
import { capitalised, counted, percent } from '../../plugin/concepts/wording.ts'
import { markdownTable, plain } from '../../plugin/report/ci/summary-markdown.ts'
import { inWords, interval, milliseconds, perSecond, times } from '../../plugin/report/words/numbers.ts'
import { comparedOf } from '../tutorials/found-of.ts'
import { bullets, machine } from '../tutorials/section.ts'
import { choose } from './choose.ts'
import { notInstalled, type Claim, type Point } from './claims.ts'
import { answers, claimedSpeedup, estimateOf, expectedSpeedup, judge, shareOf, type Measured } from './judge.ts'

type Tried = { claim: Claim; measured: Measured }

/**
 * What became of the claims, from our measurements alone.
 *
 * @returns GitHub-flavoured Markdown
 */
export function renderClaims(tried: Tried[]): string {
  return `${[
    '# Claims, checked',
    'What vendors, projects and manuals say of the ways to use more than one core, and what we measured on two. `npm run claims` makes this page from real runs: ' +
      'an answer follows from the interval by the rule below, and none of our figures and answers is typed in. First `npm ci --prefix docs/claims`. The apps and their lockfile are in [docs/claims](claims).',
    ...choose(new Map(tried.map(({ claim, measured }) => [claim.name, measured]))),
    '## Do the claims hold?',
    markdownTable([['Claim', 'Does it hold?'], ...tried.map(overviewRow)], ['---', '---']),
    byChance(tried.flatMap(judgedOf).length),
    'A ratio above 1 means that the candidate is better than the baseline, for latency and throughput alike. Where it is known what a claimed request cost, what is claimed of requests per second ' +
      'is the ratio that is left when each costs our work as well. The answers:',
    bullets(Object.entries(answers).map(([answer, meaning]) => `**${answer}**: ${meaning}.`)),
    'Of connections, what counts is the part that the busiest workers get, as the mean of the rounds. Where most are claimed, our interval has to reach the claimed part; ' +
      'where a fair distribution is claimed, it has to stay below 1.2 times the even part.',
    ...tried.map(section),
    `## What could not be installed\n\n${notInstalled}`
  ].join('\n\n')}\n`
}

/** What our intervals at 95 % promise. */
function byChance(answered: number) {
  const wrong = 0.05 * answered
  const [least, most] = [Math.max(0, Math.floor(wrong)), Math.ceil(wrong)].map(inWords)
  return `With ${counted(answered, 'answer')} at 95 %, ${least === most ? least : `${least} or ${most}`} can be expected to be wrong by chance.`
}

/** Of what is claimed, without what only stands beside it. */
const judgedOf = ({ claim, measured }: Tried) =>
  claim.points
    .filter((point) => !isBeside(point))
    .map((point) => ({ point, judgement: judge(point, measured, claim.processes) }))

/** Such as "throughput: **holds** (list, page); p99: **holds in part** (page)". */
function overviewRow(tried: Tried): string[] {
  const { title, unjudged } = tried.claim
  const judged = judgedOf(tried)
  const byMetric = [...Map.groupBy(judged, ({ point }) => metricOf(point))].map(([metric, ofIt]) => {
    const names = namesOf(ofIt.map(({ point }) => point))
    const byAnswer = [...Map.groupBy(ofIt.keys(), (index) => ofIt[index].judgement.answer)]
    return `${metric}: ${byAnswer.map(([answer, indices]) => `**${answer}**${ofIt.length === 1 ? '' : ` (${indices.map((index) => names[index]).join(', ')})`}`).join(', ')}`
  })
  return [title, judged.length === 0 ? String(unjudged) : byMetric.join('; ')]
}

/** @returns of each, in what it differs from the others: its scenario, its candidate, or both */
function namesOf(points: Point[]): string[] {
  const differ = (['candidate', 'scenario'] as const).filter(
    (key) => new Set(points.map((point) => point[key])).size > 1
  )
  return points.map((point) => differ.map((key) => point[key]).join(' in '))
}

const metricOf = (point: Point) => ('busiest' in point ? 'connections' : point.metric)

/** Nothing is claimed of it: it stands beside what is. */
const isBeside = (point: Point) => ('claimed' in point ? point.claimed : point.least) === null

function section(tried: Tried): string {
  const {
    claim: { name, title, source, quote, setUp, changes, points, unjudged },
    measured
  } = tried
  const { comparison } = measured
  const results = [...new Set(points.map((point) => comparedOf(point, comparison).result))]
  const diagnoses = results.flatMap(({ scenario, candidates }) =>
    candidates.map((candidate) => `${plain(scenario)}, ${plain(candidate.name)}: ${plain(candidate.diagnosis.message)}`)
  )
  return [
    `## ${title}`,
    `> ${quote}`,
    `Source: ${source}. ${setUp}`,
    `We run [docs/claims/${name}.yml](claims/${name}.yml), with \`npm run claims -- --only ${name}\`. What differs from their set-up:`,
    bullets(changes),
    `Baseline: ${results[0].baseline}.${unjudged === undefined ? '' : ` ${capitalised(unjudged)}.`}`,
    markdownTable(
      [
        ['', 'claimed', 'claimed ratio', 'measured here', 'our ratio [interval]', 'the claim'],
        ...points.map((point) => row(point, tried))
      ],
      ['---', '--:', '--:', '--:', '--:', '---']
    ),
    bullets(
      judgedOf(tried).map(
        ({ point, judgement }) => `${subject(point)}: **${judgement.answer}**. ${plain(judgement.why)}`
      )
    ),
    'Why, according to the tool:',
    bullets(diagnoses),
    folded(
      results.flatMap(({ scenario, warnings }) =>
        warnings.map(({ severity, message }) => `${severity} in ${plain(scenario)}: ${plain(message)}`)
      )
    ),
    `Measured on ${comparison.finishedAt.slice(0, 10)} on ${[machine(comparison.environment), ...Object.entries(measured.versions).map((named) => named.join(' '))].join(', ')}: ${counted(results[0].rounds, 'round')}, ${Math.round(100 * results[0].confidence)} % intervals. ` +
      `All results are in [${name}.json](claims/results/${name}.json).`
  ]
    .filter((block) => block !== '')
    .join('\n\n')
}

const folded = (warnings: string[]): string =>
  warnings.length === 0
    ? ''
    : `<details><summary>${counted(warnings.length, 'warning')} of the tool</summary>\n\n${bullets(warnings)}\n\n</details>`

function row(point: Point, { claim, measured }: Tried): string[] {
  const { answer: given, estimate } = judge(point, measured, claim.processes)
  const answer = claim.unjudged === undefined ? given : ''
  if ('busiest' in point) {
    const { least, busiest, workers } = point
    const baseline = shareOf({ ...point, candidate: comparedOf(point, measured.comparison).result.baseline }, measured)
    const [low, high] = estimate.interval.map(percent)
    const claimed =
      least === 'even' ? `even: ${percent(busiest / workers)}` : least === null ? '' : `above ${percent(least)}`
    return [
      subject(point),
      claimed,
      '',
      `${percent(baseline.value)} → ${percent(estimate.value)}`,
      `${percent(estimate.value)} [${low}, ${high}]`,
      answer
    ]
  }
  const { claimed, metric } = point
  const found = estimateOf(point, measured.comparison)
  const write = metric === 'throughput' ? perSecond : milliseconds
  const [speedup, expected] = [claimedSpeedup(point), expectedSpeedup(point, claim.processes)].map((ratio) =>
    ratio === null ? '' : times(ratio)
  )
  const isDiluted = claim.processes !== undefined && metric === 'throughput' && speedup !== ''
  return [
    `${subject(point)}, ${metricFacts[metric].unit}`,
    Array.isArray(claimed) ? claimed.map((value) => value.toLocaleString('en-US')).join(' → ') : (claimed ?? ''),
    isDiluted ? `${speedup}, which is ${expected} with our work` : speedup,
    `${write(found.baseline)} → ${write(found.candidate)}`,
    `${times(estimate.value)} ${interval(estimate.interval)}`,
    answer
  ]
}

function subject(point: Point) {
  return `${point.scenario}, ${point.candidate}: ${'busiest' in point ? `connections of the busiest ${point.busiest} of ${point.workers}` : point.metric}`
}
