import {
  queryWords,
  type DescribedFlow,
  type DescribedLoad,
  type DescribedPhase,
  type DescribedStep
} from '../../concepts/load-description.ts'
import { ofRequest } from '../../concepts/requests.ts'
import { rangeOf } from '../charts/axes.ts'
import { applying, counted, isolated, joinParts, list, percent } from '../../concepts/wording.ts'
import { markup, type Content, type Markup } from '../markup.ts'
import { boundOf } from '../words/limit-sentences.ts'
import { duration } from '../words/numbers.ts'
import { clientWords, variantWords } from '../words/names.ts'
import { whyStopped } from '../words/scenario-sentences.ts'
import { factsInstead, loadSearched, thresholdInstead } from '../../questions/report.ts'
import { factList, folded, framed, howKnown, items, nameOf } from './section.ts'
import { metricSearched } from '../../questions/concepts.ts'
import type { Comparison, DescribedLimit, DescribedThreshold } from '../../concepts/comparison.ts'
import type { ReportData } from '../../concepts/report-data.ts'

/** What was loaded, how, and what was asked of it: enough to do it again. */
export function measuredSection({ comparison: { scenarios, settings }, runs }: ReportData) {
  const { app, variants, command, load, warmUpSeconds } = settings
  const seen = (name: string) =>
    Math.max(0, ...runs.filter(({ run }) => run.variant === name).map(({ workers }) => workers.length))
  const facts = factsInstead(settings).filter(([, found]) => found.length > 0)
  const { hasWarmUp } = howKnown(runs.map(({ run }) => run))
  const [search] = scenarios.flatMap((result) => loadSearched(result) ?? [])
  const factors = new Set(scenarios.flatMap(({ level }) => level?.factor ?? []))
  const timesOfLoad = list([...factors].map((factor) => `${factor}x`))
  const compared = scenarios.filter(({ level }) => level === null || level.factor === 1).map(({ scenario }) => scenario)
  const isOneFlow = load.flows.length === 1
  const lengths = rangeOf(
    runs.map(({ run }) => run.loadSeconds),
    (seconds) => seconds.toFixed(1)
  )
  const isFree = load.flows.some(({ users, seconds }) => users !== null && seconds === null)
  const warmUp = warmUpSeconds === null ? 'third of each run, at most 1.5 s,' : `${lasting(warmUpSeconds)} of each run`
  return framed(
    { id: 'measured', title: 'What was measured' },
    factList([
      ...(search === undefined ? [] : [search.limits]),
      [
        'Load',
        lines(
          applying([
            ...(search === undefined ? loadWords(load) : [search.load]),
            factors.size > 0 && `${search ? 'then ' : ''}compared at ${timesOfLoad} of ${search?.part ?? 'this load'}`
          ])
        )
      ],
      ...load.flows.map((flow) => [isOneFlow ? 'Each user' : 'Users of', flowOf(flow, isOneFlow)] as const),
      ['Every request', named('header', load.headers)],
      ['Variables', list(load.variables)],
      ...facts.map(([label, found]) => [label, lines(found)] as const),
      [
        'Length',
        isFree &&
          runs.length > 0 &&
          `${lengths.join(' to ')} s of each run counted; the plugin chose how long users repeat the flow`
      ],
      ['Warm-up', facts.length === 0 && hasWarmUp && `the first ${warmUp} is not counted`],
      [
        'Variants',
        divs(variants.map((variant) => markup`${nameOf(variant.name)} (${variantWords(variant, seen(variant.name))})`))
      ],
      ['App', app === null ? 'see the variants' : markup`<code>${app}</code> at ${settings.target}`],
      ['Thresholds', demandLines(settings.thresholds, thresholdWords, [compared, variants.length - 1]) || 'none'],
      ['Limits', demandLines(settings.limits, boundWords, [compared, variants.length])],
      ['Rounds', `${roundsWords(scenarios, settings)}, ${percent(settings.confidence)} confidence`],
      ['Sent by', clientsOf(scenarios)],
      [
        'Run it again',
        markup`<code>${command}</code>${command.includes('…') && ' (… stands for what is not kept: it may be secret)'}`
      ]
    ])
  )
}

/** @returns how many there were, and why no more; of several scenarios, how many were allowed */
function roundsWords([only, ...others]: Comparison['scenarios'], { rounds, time }: Comparison['settings']) {
  const planned = rangeOf([rounds.min, rounds.max], String).join(' to ')
  const allowed = time === null ? planned : `as many as fit in ${duration(time)}`
  if (only === undefined || others.length > 0 || only.preliminary || metricSearched(only) !== null) return allowed
  const stopped = whyStopped(only)
  if (stopped === null) return time === null ? planned : `${only.rounds}, ${allowed}`
  const most = time === null ? planned : `${only.roundsAllowed.max} would have fit in ${duration(time)}`
  return `${only.rounds}, stopped early: ${stopped} (${most})`
}

const divs = (texts: readonly Content[]) => texts.map((text) => markup`<div>${text}</div>`)
const lines = (texts: readonly Content[]) => (texts.length === 1 ? texts[0] : divs(texts))

function loadWords({ flows, phases }: DescribedLoad) {
  const loops = Map.groupBy(
    flows.filter(({ users }) => users !== null),
    ({ users, seconds }) =>
      `${counted(users ?? 0, 'user')}, each repeating the flow${seconds === null ? '' : ` for ${lasting(seconds)}`}`
  )
  if (loops.size === 0) return phases.map((phase) => joinParts([phase.name, phaseWords(phase)], ': '))
  if (loops.size === 1) return [...loops.keys()]
  return [...loops].map(([words, own]) => `${list(own.map(({ scenario }) => isolated(scenario)))}: ${words}`)
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

const mostInSight = 8 // steps; more are folded away

function flowOf({ scenario, weight, steps }: DescribedFlow, isOnly: boolean) {
  const count = (all: readonly DescribedStep[]): number => all.reduce((sum, step) => sum + 1 + count(step.steps), 0)
  const title = !isOnly && [nameOf(scenario), weight !== null && `, weight ${weight}`]
  return count(steps) > mostInSight
    ? folded([title && [title, ': '], counted(count(steps), 'step')], stepList(steps))
    : [title, stepList(steps)]
}

const stepList = (steps: readonly DescribedStep[]): Markup =>
  markup`<ol class="flow">${items(
    steps.map((step) => [stepWords(step), step.steps.length > 0 && stepList(step.steps)])
  )}</ol>`

function stepWords({ step, detail, names }: DescribedStep) {
  if (names === null) return joinParts([step, detail], ' ')
  const sent = joinParts(
    [named('header', names.headers), named('cookie', names.cookies), named('body', names.body, 'body')],
    '; '
  )
  return markup`<code>${step} ${detail}${queryWords(names.query)}</code>${sent && markup` <small>${sent}</small>`}`
}

const named = (kind: string, names: readonly string[], many = `${kind}s`) =>
  names.length === 0 ? '' : `${names.length === 1 ? kind : many} ${names.join(', ')}`

/** What is the same for all, these scenarios and so many variants, is said once; false: nothing is demanded. */
function demandLines<Demand extends { scenario: string; variant: string }>(
  demands: readonly Demand[],
  wordsOf: (demand: Demand) => string,
  [compared, variants]: [string[], number]
) {
  if (demands.length === 0) return false
  const all = [...Map.groupBy(demands, ({ scenario, variant }) => JSON.stringify([scenario, variant])).values()].map(
    (own) => ({ ...own[0], text: own.map(wordsOf).join(', ') })
  )
  const scenarios = new Set([...compared, ...all.map(({ scenario }) => scenario)]).size
  const texts = Map.groupBy(all, ({ text }) => text)
  if (texts.size === 1 && all.length >= scenarios * variants) return all[0].text
  return lines(
    [...texts].map(([text, own]) => [
      own.map(({ scenario, variant }, i) => [
        i > 0 && ', ',
        nameOf(variant),
        scenarios > 1 && [' in ', nameOf(scenario)]
      ]),
      `: ${text}`
    ])
  )
}

function thresholdWords({ request, metric, threshold }: DescribedThreshold) {
  if (metric === 'floor') return `${ofRequest('latency', request)} not shown below ${threshold}x`
  const unit = metric === 'fairness' ? '' : 'x'
  return thresholdInstead(metric, threshold) ?? `${ofRequest(metric, request)} ≥ ${threshold}${unit}`
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
  return isSame ? known[0].words : divs(known.map(({ scenario, words }) => [nameOf(scenario), `: ${words}`]))
}
