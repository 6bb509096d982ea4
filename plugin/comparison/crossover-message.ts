import { list } from '../concepts/wording.ts'
import type { Footing } from './crossover-standing.ts'

/** A candidate at one load. */
export type Step = Footing & { offeredPerSecond: number }

interface Names {
  name: string // of the candidate
  baseline: string
  isClosed: boolean // at some load, users stayed longer than it took until all had come
}

/**
 * At which load a candidate begins to pay off.
 *
 * @param steps least load first
 * @returns one sentence
 */
export function crossoverMessage(steps: Step[], { name, baseline, isClosed }: Names): string {
  if (isClosed) {
    return (
      'Users stay longer than it takes until all have come, so the load follows the app and no crossing can be named: ' +
      'let them come all the time (`arrivalRate` over the whole `duration`), each for a few requests instead of a loop that goes on.'
    )
  }
  const all = named(steps)
  const known = all.filter(isKnown)
  if (known.length === 0) return `Whether ${name} pays off can't be told: at none of the loads does the measurement carry a verdict.`
  return [claim(known, { name, baseline, least: all[0] }), ...remarks(all)].join('; ') + '.'
}

/** @returns whether it is a finding */
export function isKnown({ standing }: Footing): boolean {
  return standing !== 'unknown' && standing !== 'unclear'
}

function remarks(all: NamedStep[]) {
  const [unclear, unknown] = [ratesOf(all, 'unclear'), ratesOf(all, 'unknown')]
  return [
    ...(unclear.length === 0 ? [] : [`at ${list(unclear)} requests/s the rounds differ too much to tell`]),
    ...(unknown.length === 0 ? [] : [`at ${list(unknown)} requests/s the measurement carries no verdict`])
  ]
}

type NamedStep = Step & { rate: string }

/** @param names least: of all loads */
function claim(known: NamedStep[], { name, baseline, least }: Pick<Names, 'name' | 'baseline'> & { least: NamedStep }) {
  const better = known.filter(({ standing }) => standing === 'better')
  if (better.length === 0) return neverBetter(known, { name, baseline })
  const first = known.indexOf(better[0])
  const notBetter = known.slice(first).filter(({ standing }) => standing !== 'better')
  if (notBetter.length > 0) return notMonotone(known, { name, better, notBetter })
  const where = better[0].by === 'p95' ? 'better at p95' : 'better'
  const why = evidence(better, baseline)
  if (first === 0) return `${name} is ${where} already at ${better[0].rate} requests/s, the least load that ${least === better[0] ? 'was tried' : 'carries a verdict'} (${why})`
  return `Up to ${known[first - 1].rate} requests/s ${below(known.slice(0, first), { name, baseline })}; from ${better[0].rate} requests/s on ${name} is ${where} (${why})`
}

function neverBetter(known: NamedStep[], { name, baseline }: Pick<Names, 'name' | 'baseline'>) {
  const worse = ratesOf(known, 'worse')
  const reverse = worse.length === 0 ? '' : `; at ${list(worse)} ${baseline} is better`
  return `At none of the loads, up to ${known[known.length - 1].rate} requests/s, is ${name} measurably better${reverse}`
}

/** @param found notBetter: at a larger load than the first at which it is better */
function notMonotone(known: NamedStep[], { name, better, notBetter }: { name: string, better: NamedStep[], notBetter: NamedStep[] }) {
  const [rates, otherRates] = [better, notBetter].map((of) => list(of.map(({ rate }) => rate)))
  const isAgain = known.slice(known.indexOf(notBetter[0])).some(({ standing }) => standing === 'better')
  if (isAgain) return `${name} is better at ${rates} requests/s, but not at ${otherRates}: the measurement is too noisy to name a crossing`
  return `${name} is better at ${rates} requests/s, but no longer at ${otherRates}, so there is no load from which on it pays off`
}

/** @param lower where the candidate is not better */
function below(lower: NamedStep[], { name, baseline }: Pick<Names, 'name' | 'baseline'>) {
  const worse = ratesOf(lower, 'worse')
  if (worse.length === lower.length) return `${baseline} is better than ${name}`
  return `${baseline} is as good as ${name}${worse.length === 0 ? '' : `, at ${list(worse)} even better`}`
}

/** @param better least load first */
function evidence(better: NamedStep[], baseline: string) {
  const [first] = better
  const late = better.find(({ by }) => by === 'keeping up')
  const ratio = `${first.speedup.toFixed(2)}x`
  const measured = first.by === 'throughput' ? `${ratio} the throughput at ${first.rate}, where neither can keep up` : `${ratio} at ${first.rate}`
  return [...(first === late ? [] : [measured]), ...(late === undefined ? [] : [`${baseline} can't keep up at ${late.rate}`])].join(', ')
}

function ratesOf(steps: NamedStep[], standing: NamedStep['standing']) {
  return steps.filter((step) => step.standing === standing).map(({ rate }) => rate)
}

/** @returns with as few digits as tell their loads apart, but at least two, and three from 100 on */
function named(steps: Step[]): NamedStep[] {
  for (let more = 0; ; more++) {
    const rates = steps.map(({ offeredPerSecond: rate }) => Number(rate.toPrecision((rate < 100 ? 2 : 3) + more)))
    if (more < 3 && new Set(rates).size < rates.length) continue
    return steps.map((step, i) => ({ ...step, rate: rates[i].toLocaleString('en-US', { maximumSignificantDigits: 6 }) }))
  }
}
