import { metricFacts } from '../../plugin/concepts/metrics.ts'
import { counted, list, percent } from '../../plugin/concepts/wording.ts'
import { inWords, milliseconds, perSecond, times, timesWithin } from '../../plugin/report/words/numbers.ts'
import {
  answerList,
  answersIn,
  coresIn,
  machines,
  overview,
  section,
  type Checked,
  type CheckedPoint,
  type Figure
} from '../tutorials/checked.ts'
import { comparedOf, estimateOf } from '../tutorials/found-of.ts'
import { figureOf } from '../tutorials/points.ts'
import { addedMs, express, fastify, runOf, type Claim, type Compared, type Dealt, type Point } from './claims.ts'
import { claimedSpeedup, expectedSpeedup, judge, shareOf, wasDisturbed, type Measured } from './judge.ts'

type Tried = { claim: Claim; measured: Measured }

/**
 * What became of the claims, from our measurements alone.
 *
 * @returns GitHub-flavoured Markdown
 */
export function renderClaims(tried: Tried[]): string {
  const all = tried.map(checkedOf)
  return `${[
    '# Claims, checked',
    'What vendors, projects and manuals say of the ways to use more than one core, and what we measured. ' +
      'A ratio above 1x means that the candidate is better than the baseline, for latency and throughput alike.',
    overview(all),
    answerList(),
    'Of connections, what counts is the part that the busiest workers get, as the mean of the rounds: a fair distribution has to stay below 1.2 times the even part. ' +
      'Where only a direction is claimed, less than 10 % is no difference.',
    '`npm run claims` measures all of them and makes this page from what was measured (first `npm ci --prefix docs/claims`); `npm run claims -- --render` makes it without measuring anew. ' +
      'The apps are in [docs/claims](claims). Which of these ways you should choose is [a page of its own](ways.md).',
    ...all.map(section),
    ...appendix(tried, all)
  ].join('\n\n')}\n`
}

function checkedOf({ claim, measured }: Tried): Checked {
  const { name, title, source, quote, setUp, changes, points, unjudged } = claim
  const { comparison, versions } = measured
  const { file, command } = runOf(claim)
  return {
    name,
    title,
    source,
    quote,
    setUp,
    changes,
    points: points.map((point) => pointOf(point, { claim, measured })),
    ...(unjudged !== undefined && { undecided: unjudged }),
    script: `docs/claims/${name}.yml`,
    command,
    run: { file, comparison, result: comparedOf(points[0], comparison).result, versions }
  }
}

function pointOf(point: Point, { claim, measured }: Tried): CheckedPoint {
  const { judgement, estimate } = judge(point, measured, claim.processes)
  const known = { subject: subject(point, claim.points), judgement }
  if ('busiest' in point) {
    const { baseline } = comparedOf(point, measured.comparison).result
    const [low, high] = estimate.interval.map(percent)
    const ours = `${percent(estimate.value)} [${low}, ${high}]`
    const whole = `${percent(shareOf({ ...point, candidate: baseline }, measured).value)} → ${ours}`
    return { ...known, unit: '', claimed: claimedShare(point), measured: { short: ours, whole } }
  }
  const { metric } = point
  const found = estimateOf(point, measured.comparison)
  const write = metric === 'throughput' ? perSecond : milliseconds
  return {
    ...known,
    unit: metricFacts[metric].unit,
    claimed: claimedRatio(point, claim.processes),
    measured: figureOf(write(found.baseline), write(found.candidate), timesWithin(found))
  }
}

/** @param all those of its claim: what they have in common goes without saying */
function subject(point: Point, all: Point[]): string {
  const differs = (key: 'candidate' | 'scenario') => new Set(all.map((each) => each[key])).size > 1
  const what = 'busiest' in point ? `connections of the busiest ${point.busiest} of ${point.workers}` : point.metric
  return [
    what,
    ...(differs('candidate') ? [`${'busiest' in point ? 'with' : 'of'} ${point.candidate}`] : []),
    ...(differs('scenario') ? [`in ${point.scenario}`] : [])
  ].join(' ')
}

const alike = (text: string): Figure => ({ short: text, whole: text })

function claimedShare({ least, busiest, workers }: Dealt): Figure {
  if (least === null) return alike('')
  return alike(least === 'even' ? `even: ${percent(busiest / workers)}` : `above ${percent(least)}`)
}

function claimedRatio(point: Point & Compared, processes: number | undefined): Figure {
  const { claimed } = point
  if (!Array.isArray(claimed)) return alike(claimed ?? '')
  const [ratio, left] = [claimedSpeedup(point), expectedSpeedup(point, processes)].map((value) =>
    times(value as number)
  )
  const [baseline, candidate] = claimed.map((value) => value.toLocaleString('en-US'))
  return figureOf(baseline, candidate, ratio === left ? ratio : `${ratio} (${left} with our work)`)
}

/** What is the same for all of them, said once. */
function appendix(tried: Tried[], all: Checked[]): string[] {
  const disturbed = tried.filter(({ claim, measured }) => claim.points.some((point) => wasDisturbed(point, measured)))
  const left = Object.keys(addedMs).map((scenario) => {
    const point: Point & Compared = { scenario, candidate: '', metric: 'throughput', claimed: [express, fastify] }
    return `${times(expectedSpeedup(point, 1) as number)} for ${scenario}`
  })
  const costs = Object.entries(addedMs).map(([scenario, ms]) => `${ms} ms of CPU (${scenario})`)
  return [
    '## What this machine cannot decide',
    `**Small answers.** The load comes from the same ${coresIn(all)}. With answers as small as theirs, our load generator would be what is measured, so ours cost ${list(costs)}, ` +
      'as small APIs and rendered pages do. This brings ratios nearer to 1x: ' +
      `in Fastify’s benchmark, ${Math.round(1e6 / express - 1e6 / fastify)} µs saved per request are ${times(fastify / express)} for \`hello world\`; with our work, they are about ${list(left)}. ` +
      'Where it is known what a claimed request cost, throughput is judged against the ratio with our work. Less than 3 % of a difference is too small to see.',
    '**Larger machines.** A ratio larger than the number of our cores can be seen in kind only.',
    ...(disturbed.length === 0
      ? []
      : [
          `**Other programs.** They took CPU time during the runs of ${list(disturbed.map(({ claim }) => claim.name))}, which can make a difference as well as hide one, so these decide nothing in the scenarios that were disturbed.`
        ]),
    byChance(all),
    machines(all)
  ]
}

/** What our intervals promise. */
function byChance(all: Checked[]): string {
  const answered = answersIn(all)
  const [{ run }] = all
  const wrong = (1 - run.result.confidence) * answered
  const [least, most] = [Math.floor(wrong), Math.ceil(wrong)].map(inWords)
  return `**Chance.** With ${counted(answered, 'answer')} at ${percent(run.result.confidence)}, ${least === most ? least : `${least} or ${most}`} can be expected to be wrong by chance.`
}
