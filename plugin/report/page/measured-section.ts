import {
  queryWords,
  type DescribedFlow,
  type DescribedLoad,
  type DescribedPhase,
  type DescribedStep
} from '../../concepts/load-description.ts'
import { ofRequest } from '../../concepts/requests.ts'
import { rangeOf } from '../charts/axes.ts'
import { counted, isolated, list, percent } from '../../concepts/wording.ts'
import { markup, type Content, type Markup } from '../markup.ts'
import { boundOf } from '../words/limit-sentences.ts'
import { duration } from '../words/numbers.ts'
import { clientWords, variantWords } from '../words/names.ts'
import { whyStopped } from '../words/scenario-sentences.ts'
import { factsInstead, loadSearched, thresholdInstead } from '../../questions/report.ts'
import { factList, folded, framed, howKnown, items, nameOf } from './section.ts'
import { metricSearched } from '../../questions/concepts.ts'
import type { Comparison, DescribedLimit, DescribedThreshold } from '../../concepts/comparison.ts'
import type { ReportData, RunDetail } from '../../concepts/report-data.ts'

/** What was loaded, how, and what was asked of it: enough to do it again. */
export function measuredSection({ comparison, runs }: ReportData) {
  const {
    scenarios,
    settings: {
      app,
      target,
      variants,
      baseline,
      rounds,
      time,
      confidence,
      command,
      load,
      warmUpSeconds,
      thresholds,
      limits,
      ...others
    }
  } = comparison
  const seen = (name: string) =>
    Math.max(0, ...runs.filter(({ run }) => run.variant === name).map(({ workers }) => workers.length))
  const facts = factsInstead(others).filter(([, found]) => found.length > 0)
  const hasWarmUp = facts.length === 0 && howKnown(runs.map(({ run }) => run)).hasWarmUp
  const [search] = scenarios.flatMap((result) => loadSearched(result) ?? [])
  const factors = scenarios.flatMap(({ level }) => level?.factor ?? [])
  const compared = scenarios.filter(({ level }) => level === null || level.factor === 1).map(({ scenario }) => scenario)
  return framed(
    { id: 'measured', title: 'What was measured' },
    factList([
      ...(search === undefined ? [] : [search.limits]),
      [
        'Load',
        lines([
          ...(search === undefined ? loadWords(load) : [search.load]),
          ...(factors.length === 0 ? [] : [factorWords(factors, search?.part ?? null)])
        ])
      ],
      ...load.flows.map((flow, _, { length }): [string, Content] => [
        length === 1 ? 'Each user' : 'Users of',
        flowOf(flow, length === 1)
      ]),
      ['Every request', load.headers.length > 0 && named('header', load.headers)],
      ['Variables', load.variables.length > 0 && list(load.variables)],
      ...facts.map(([label, found]): [string, Content] => [label, lines(found)]),
      [
        'Length',
        isFree(load) &&
          runs.length > 0 &&
          `${lengthsOf(runs)} of each run counted; the plugin chose how long users repeat the flow`
      ],
      [
        'Warm-up',
        hasWarmUp &&
          `the first ${warmUpSeconds === null ? 'third of each run, at most 1.5 s,' : `${lasting(warmUpSeconds)} of each run`} is not counted`
      ],
      [
        'Variants',
        divs(variants.map((variant) => markup`${nameOf(variant.name)} (${variantWords(variant, seen(variant.name))})`))
      ],
      ['App', app === null ? 'see the variants' : markup`<code>${app}</code> at ${target}`],
      [
        'Thresholds',
        demandLines(
          thresholds.map((each) => ({ ...each, text: thresholdWords(each) })),
          compared,
          variants.filter(({ name }) => name !== baseline).length
        )
      ],
      [
        'Limits',
        limits.length > 0 &&
          demandLines(
            limits.map((each) => ({ ...each, text: boundWords(each) })),
            compared,
            variants.length
          )
      ],
      ['Rounds', `${roundsWords(scenarios, { rounds, time })}, ${percent(confidence)} confidence`],
      ['Sent by', clientsOf(scenarios)],
      [
        'Run it again',
        markup`<code>${command}</code>${command.includes('…') && ' (… stands for what is not kept: it may be secret)'}`
      ]
    ])
  )
}

/** @returns how many there were, and why no more; of several scenarios, how many were allowed */
function roundsWords(
  [only, ...others]: Comparison['scenarios'],
  { rounds, time }: Pick<Comparison['settings'], 'rounds' | 'time'>
) {
  const planned = rounds.min === rounds.max ? String(rounds.min) : `${rounds.min} to ${rounds.max}`
  const allowed = time === null ? planned : `as many as fit in ${duration(time)}`
  if (only === undefined || others.length > 0 || only.preliminary || metricSearched(only) !== null) return allowed
  const stopped = whyStopped(only)
  if (stopped === null) return time === null ? planned : `${only.rounds}, ${allowed}`
  const most = time === null ? planned : `${only.roundsAllowed.max} would have fit in ${duration(time)}`
  return `${only.rounds}, stopped early: ${stopped} (${most})`
}

const divs = (texts: readonly Content[]) => markup`${texts.map((text) => markup`<div>${text}</div>`)}`
const lines = (texts: readonly Content[]) => (texts.length === 1 ? texts[0] : divs(texts))

function loadWords({ flows, phases }: DescribedLoad) {
  const loops = Map.groupBy(
    flows.filter(({ users }) => users !== null),
    ({ users, seconds }) =>
      `${counted(users ?? 0, 'user')}, each repeating the flow${seconds === null ? '' : ` for ${lasting(seconds)}`}`
  )
  if (loops.size === 0)
    return phases.map((phase) => `${phase.name === null ? '' : `${phase.name}: `}${phaseWords(phase)}`)
  if (loops.size === 1) return [...loops.keys()]
  return [...loops].map(([words, own]) => `${list(own.map(({ scenario }) => isolated(scenario)))}: ${words}`)
}

/** @param factors of the load, or of what was searched for, at which variants were compared */
function factorWords(factors: readonly number[], searched: string | null) {
  const all = list([...new Set(factors)].map((factor) => `${factor}x`))
  return searched === null ? `compared at ${all} of this load` : `then compared at ${all} of ${searched}`
}

function phaseWords({ seconds, isPause, arrivalCount, arrivalRate, rampTo, maxVusers }: DescribedPhase) {
  const time = lasting(seconds)
  if (isPause) return `no new users for ${time}`
  const most = maxVusers === null ? '' : `, at most ${maxVusers} at a time`
  if (arrivalCount !== null) return `${counted(arrivalCount, 'user')} within ${time}${most}`
  return `${rampTo === null ? arrivalRate : `${arrivalRate ?? 0} to ${rampTo}`} new users per second for ${time}${most}`
}

/** As exact as it was asked for. */
const lasting = (seconds: number) => (seconds < 60 ? `${Number(seconds.toPrecision(3))} s` : duration(seconds))

const isFree = (load: DescribedLoad) => load.flows.some(({ users, seconds }) => users !== null && seconds === null)

function lengthsOf(runs: readonly RunDetail[]) {
  const range = rangeOf(
    runs.map(({ run }) => run.loadSeconds),
    (seconds) => seconds.toFixed(1)
  )
  return `${range.join(' to ')} s`
}

const mostInSight = 8 // steps; more are folded away

function flowOf({ scenario, weight, steps }: DescribedFlow, isOnly: boolean) {
  const count = (all: readonly DescribedStep[]): number => all.reduce((sum, step) => sum + 1 + count(step.steps), 0)
  const title = markup`${nameOf(scenario)}${weight !== null && `, weight ${weight}`}`
  if (count(steps) > mostInSight)
    return folded(markup`${!isOnly && markup`${title}: `}${counted(count(steps), 'step')}`, stepList(steps))
  return markup`${!isOnly && title}${stepList(steps)}`
}

function stepList(steps: readonly DescribedStep[]): Markup {
  const all = steps.map((step) => markup`${stepWords(step)}${step.steps.length > 0 && stepList(step.steps)}`)
  return markup`<ol class="flow">${items(all)}</ol>`
}

function stepWords({ step, detail, names }: DescribedStep) {
  if (names === null) return `${step}${detail === null ? '' : ` ${detail}`}`
  const sent = [
    named('header', names.headers),
    named('cookie', names.cookies),
    named('body', names.body, 'body')
  ].filter((text) => text !== '')
  const words = sent.length > 0 && markup` <small>${sent.join('; ')}</small>`
  return markup`<code>${step} ${detail}${queryWords(names.query)}</code>${words}`
}

const named = (kind: string, names: readonly string[], many = `${kind}s`) =>
  names.length === 0 ? '' : `${names.length === 1 ? kind : many} ${names.join(', ')}`

/** What is the same for all, which are so many variants in each scenario, is said once. */
function demandLines(
  demands: readonly { scenario: string; variant: string; text: string }[],
  compared: readonly string[],
  variants: number
) {
  if (demands.length === 0) return 'none'
  const all = [...Map.groupBy(demands, ({ scenario, variant }) => JSON.stringify([scenario, variant])).values()].map(
    (own) => ({ ...own[0], text: own.map(({ text }) => text).join(', ') })
  )
  const scenarios = new Set([...compared, ...all.map(({ scenario }) => scenario)]).size
  const texts = Map.groupBy(all, ({ text }) => text)
  if (texts.size === 1 && all.length >= scenarios * variants) return all[0].text
  return lines(
    [...texts].map(
      ([text, own]) =>
        markup`${own.map(
          ({ scenario, variant }, i) =>
            markup`${i > 0 && ', '}${nameOf(variant)}${scenarios > 1 && markup` in ${nameOf(scenario)}`}`
        )}: ${text}`
    )
  )
}

function thresholdWords({ request, metric, threshold }: DescribedThreshold) {
  if (metric === 'floor') return `${ofRequest('latency', request)} not shown below ${threshold}x`
  const words = ofRequest(metric, request)
  return thresholdInstead(metric, threshold) ?? `${words} ≥ ${threshold}${metric === 'fairness' ? '' : 'x'}`
}

function boundWords(limit: DescribedLimit) {
  const { name, bound } = boundOf(limit)
  return `${name} ${bound}`
}

/** @returns false: it is not known what sent the requests */
function clientsOf(scenarios: Comparison['scenarios']) {
  const known = scenarios.flatMap(({ scenario, client }) =>
    client === null ? [] : [{ scenario, words: clientWords(client) }]
  )
  if (known.length === 0) return false
  const isSame = known.length === scenarios.length && known.every(({ words }) => words === known[0].words)
  return isSame ? known[0].words : divs(known.map(({ scenario, words }) => markup`${nameOf(scenario)}: ${words}`))
}
