import { applying, list } from '../concepts/wording.ts'

/** A candidate beside the baseline at one load. */
export interface AtLoad {
  /**
   * as good: no difference could be measured, or hardly any; unclear: it may still gain as much as at a lower load;
   * unknown: there is no verdict
   */
  standing: 'better' | 'as good' | 'worse' | 'unclear' | 'unknown'
  /**
   * what decides: latencies mean something only for a variant that keeps up. If one of the two does, that decides; if
   * neither, throughput
   */
  by: 'p95' | 'throughput' | 'keeping up'
  speedup: number // of p95, or of throughput where that tells
  most: number // upper end of its interval
}

/**
 * part: of the capacity of the baseline; null: the load is no part of it; failed: what the baseline answered, in words;
 * null: it failed nothing
 */
export type AtLevel = AtLoad & { offeredPerSecond: number; part: number | null; failed: string | null }

type NamedLevel = AtLevel & { rate: string }

type Names = { name: string; baseline: string } // name: of the candidate

/** @returns whether it is a finding */
export const isKnown = ({ standing }: AtLoad): boolean => standing !== 'unknown' && standing !== 'unclear'

/**
 * At which load a candidate begins to pay off. isClosed: at some load, users stayed longer than it took until all had
 * come
 */
export function crossoverMessage(levels: AtLevel[], names: Names & { isClosed: boolean }): string {
  if (names.isClosed)
    return (
      'Users stay until after the last one has arrived, so the load depends on the app and no crossover can be found. ' +
      'Let users arrive all the time (`arrivalRate` over the whole `duration`), each for a few requests instead of a long loop.'
    )
  const all = named(levels)
  const known = all.filter(isKnown)
  if (known.length === 0) return `Whether ${names.name} pays off is unknown: none of the loads allows a verdict.`
  const unclear = ratesOf(all, 'unclear')
  const unknown = ratesOf(all, 'unknown')
  return (
    claim(known, names, all[0]) +
    (unclear === '' ? '' : `; at ${unclear} requests/s the rounds differ too much for a verdict`) +
    `${unknown === '' ? '' : `; at ${unknown} requests/s the verdict is withheld`}.`
  )
}

/** @param least of all loads */
function claim(known: NamedLevel[], { name, baseline }: Names, least: NamedLevel) {
  const better = known.filter(({ standing }) => standing === 'better')
  if (better.length === 0) {
    const worse = ratesOf(known, 'worse')
    const reverse = worse === '' ? '' : `; at ${worse} ${baseline} is better`
    return `${name} is not clearly better at any load up to ${loadOf(known[known.length - 1])}${reverse}`
  }
  const first = known.indexOf(better[0])
  const after = known.slice(first)
  const notBetter = after.filter(({ standing }) => standing !== 'better')
  if (notBetter.length > 0) {
    const [rates, otherRates] = [better, notBetter].map((found) => list(found.map(({ rate }) => rate)))
    const isAgain = after.lastIndexOf(better[better.length - 1]) > after.indexOf(notBetter[0])
    return isAgain
      ? `${name} is better at ${rates} requests/s, but not at ${otherRates}: the measurement is too noisy to find a crossover`
      : `${name} is better at ${rates} requests/s, but no longer at ${otherRates}, so there is no load above which it pays off`
  }
  const where = better[0].by === 'p95' ? 'better at p95' : 'better'
  const why = evidence(better, baseline)
  if (first > 0) {
    const lower = known.slice(0, first)
    const worse = ratesOf(lower, 'worse')
    const relation = lower.every(({ standing }) => standing === 'worse')
      ? `better than ${name}`
      : `about as good as ${name}${worse === '' ? '' : `, and even better at ${worse}`}`
    return `Up to ${loadOf(known[first - 1])}, ${baseline} is ${relation}; from ${loadOf(better[0])} on, ${name} is ${where} (${why})`
  }
  return `${name} is ${where} from ${loadOf(better[0])} on, the lowest load ${least === better[0] ? 'tried' : 'with a verdict'} (${why})`
}

/** @returns such as "42 requests/s (0.4x the capacity)" */
const loadOf = ({ rate, part }: NamedLevel) => `${rate} requests/s${part === null ? '' : ` (${part}x the capacity)`}`

/** @param better least load first */
function evidence(better: NamedLevel[], baseline: string) {
  const [{ rate, speedup, by }] = better
  const late = better.find((level) => level.by === 'keeping up')
  const measured = `${speedup.toFixed(2)}x ${by === 'throughput' ? `the throughput at ${rate}, where neither can keep up` : `at ${rate}`}`
  return applying([
    better[0] !== late && measured,
    late !== undefined && `${baseline} can't keep up at ${late.rate}${late.failed === null ? '' : `: ${late.failed}`}`
  ]).join(', ')
}

const ratesOf = (levels: NamedLevel[], standing: AtLoad['standing']) =>
  list(levels.filter((level) => level.standing === standing).map(({ rate }) => rate))

/** @returns with as few digits as tell their loads apart, but at least two, and three from 100 on */
function named(levels: AtLevel[]): NamedLevel[] {
  for (let more = 0; ; more++) {
    const rates = levels.map(({ offeredPerSecond: rate }) => Number(rate.toPrecision((rate < 100 ? 2 : 3) + more)))
    if (more < 3 && new Set(rates).size < rates.length) continue
    return levels.map((level, i) => ({
      ...level,
      rate: rates[i].toLocaleString('en-US', { maximumSignificantDigits: 6 })
    }))
  }
}
