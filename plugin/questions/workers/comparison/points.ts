import { freeCores } from '../../../comparison/bound.ts'
import { gainInterval, logIntervalOf, logsOf, overRounds, type Rule } from '../../../comparison/estimate.ts'
import { circumstancesOf, reasonAgainst, type Seen } from '../../../comparison/reason-against.ts'
import { runsOf, named } from '../../../comparison/variant-use.ts'
import { fromLog } from '../../../statistics/sequential-rule.ts'
import { fewestPoints, fitScalability } from '../statistics.ts'
import { counted, list, percent } from '../../../concepts/wording.ts'
import type { FoundAmounts } from '../../../comparison/question.ts'
import { memoryMore } from '../../../concepts/comparison.ts'
import type { SweepPoint } from '../concepts.ts'
import type { Run } from '../../../concepts/run.ts'
import type { Settings } from '../../../concepts/settings.ts'
import { warningKinds } from '../../../concepts/warnings.ts'

// with as many cores left over, and this share of the machine, it is not the cores that limit the app
const leftOver = { cores: 0.3, share: 0.15 }
const needsThree = 'fitting the law takes three numbers of workers'

type Swept = Seen & { amounts: FoundAmounts | null }

export type SweptMetric = 'throughput' | 'p95'

/** One number of workers. */
export type MeasuredPoint = ReturnType<typeof measurePoint>

/** @returns fewest workers first; beside the baseline or, where that is one of them, beside the fewest */
export function measurePoints(names: string[], seen: Swept, rule: Rule & Pick<Settings, 'baseline'>) {
  const sorted = names.toSorted((a, b) => named(seen.uses, a).workers - named(seen.uses, b).workers)
  const base = names.includes(rule.baseline) ? sorted[0] : rule.baseline
  return sorted.map((name) => measurePoint(name, base, seen, rule))
}

function measurePoint(name: string, base: string, seen: Swept, rule: Rule) {
  const { load, amounts } = seen
  const found = amounts && amounts.of(name)
  const amount = amounts?.metric ?? 'throughput'
  const runs = runsOf(seen.runs, name)
  const use = named(seen.uses, name)
  const gainOver = (other: string, metric: SweptMetric) => {
    const judged = metric === 'throughput' ? amount : metric
    return fromLog(gainInterval(runs, runsOf(seen.runs, other), judged, rule))
  }
  const shown: Omit<SweepPoint, 'isFitted'> = {
    variant: name,
    workers: use.workers,
    end: found && found.end,
    throughputPerSecond: found?.value ?? overRounds(logsOf(runs, 'throughput'), 'throughput', rule),
    // Of a search, a load of which nothing was answered is a result, too.
    p95Ms: runs.some(({ latencyMs }) => latencyMs === null)
      ? { value: 0, interval: [0, 0] }
      : overRounds(logsOf(runs, 'p95'), 'p95', rule),
    speedup: name === base ? { value: 1, interval: [1, 1] } : gainOver(base, 'throughput'),
    appMegabytes: use.machine?.appMegabytes ?? null,
    workerMegabytes: use.workerMegabytes
  }
  return {
    shown,
    runs,
    /** Above 1: it is better. */
    gainOver: (other: { shown: { variant: string } }, metric: SweptMetric) => gainOver(other.shown.variant, metric),
    base, // whose gains and memory are told
    /** memory: as `memoryMore` */
    overBase: (metric: SweptMetric) => ({ ...gainOver(base, metric), memory: memoryMore(seen.uses, base, name) }),
    use,
    found, // it stands for the throughput; null: nothing was searched for
    amount, // the metric of which a point is an amount
    amounts,
    /** With the arrival rate of an open load; false: it could not, or the load is closed. */
    keepsUp: found === null && load.model === 'open' && !load.saturated.includes(name),
    /** Why its throughput is not what so many workers can do; null: it is. */
    doubt: reasonAgainst(circumstancesOf(name, seen), { metric: amount, required: null }) ?? (found && found.doubt)
  }
}

/**
 * The Universal Scalability Law assumes workers that have the hardware they need: more of them than cores only take
 * turns. And where the arrival rate limits the throughput, that says nothing about the workers. fitted: none without a
 * law.
 */
export function fitPoints(points: MeasuredPoint[], cores: number | null, settings: Settings) {
  const none = (whyNoLaw: string) => ({ law: null, whyNoLaw, fitted: [] as MeasuredPoint[] })
  if (points.length < fewestPoints) {
    const were = points.length === 1 && points[0].shown.workers === 1 ? 'was' : 'were'
    return none(`Only ${workersOf(points)} ${were} tried, and ${needsThree}.`)
  }
  const sound = points.filter(({ doubt }) => doubt === null)
  if (sound.length < fewestPoints) return none(`${doubtOf(points, settings.baseline)?.clause}, and ${needsThree}.`)
  const limiting = sound.filter(({ keepsUp }) => !keepsUp)
  if (limiting.length < fewestPoints) {
    const keeping = workersOf(sound.filter(({ keepsUp }) => keepsUp))
    return none(
      `Users arrive at the same rate whatever the app does, and ${keeping} kept up with them: ${needsThree} that can't.`
    )
  }
  if (cores === null)
    return none(
      `The number of usable cores is unknown here, so it is unknown which workers had a core each, and ${needsThree} that did.`
    )
  const isEnough = ({ shown, use }: MeasuredPoint) =>
    shown.workers <= cores || freeCores(use) >= Math.max(leftOver.cores, leftOver.share * cores)
  const fitted = limiting.filter(isEnough)
  if (fitted.length < fewestPoints) {
    const had = fitted.every(({ shown }) => shown.workers <= cores) ? 'a core each' : 'the cores they need'
    const who = fitted.length === 0 ? 'no number of workers' : `only ${workersOf(fitted)}`
    return none(`On ${counted(cores, 'core')} ${who} had ${had}, and ${needsThree}.`)
  }
  const [{ amount }] = points
  const clipped = (runs: Run[]) => logIntervalOf(logsOf(runs, amount), amount, settings).clipped
  const law = fitScalability(
    fitted.map(({ shown: { workers }, runs }) => ({ workers, logs: clipped(runs) })),
    settings.confidence
  )
  return { law, whyNoLaw: null, fitted }
}

/**
 * @returns why the throughput of some points is not what their workers can do, and what to do; null: nothing is wrong
 * with them
 */
export function doubtOf(points: MeasuredPoint[], baseline: string) {
  const reason = points.find(({ doubt }) => doubt !== null)?.doubt
  const concerned = points.filter(({ doubt }) => doubt === reason)
  const who = workersOf(concerned)
  switch (reason) {
    case 'generator-saturated': {
      const busy = percent(
        Math.max(...concerned.flatMap(({ runs }) => runs.map(({ generator }) => generator.utilization ?? 0)))
      )
      return {
        clause: `The load generator was ${busy} busy with ${who}, so it limits their throughput`,
        advice:
          'reduce the load (fewer users, or think time between requests), request heavier work, or use a machine with more cores'
      }
    }
    case 'errors': {
      const failed = percent(Math.max(...concerned.map(({ use }) => use.errorRate)))
      return { clause: `${failed} of the requests failed with ${who}`, advice: 'fix the app or lower the load' }
    }
    case 'different-answers':
      return { clause: `With ${who} the app answers differently from ${baseline}`, advice: 'fix that first' }
    case 'impossible-throughput':
    case 'users-missing':
    case 'idle-under-load':
      return {
        clause: `With ${who}, ${warningKinds[reason].noVerdict.clause(baseline, who)}`,
        advice: 'see to that first'
      }
    default: // Other reasons come from comparing two variants, or are about latencies.
      return (reason && points[0].amounts?.boundWords(reason, who)) ?? null
  }
}

/** @returns such as "1 worker" or "1, 2 and 4 workers" */
export const workersOf = (points: MeasuredPoint[]) =>
  points.length === 1 ? counted(points[0].shown.workers, 'worker') : `${numbersOf(points)} workers`

export const numbersOf = (points: MeasuredPoint[]) => list(points.map(({ shown }) => String(shown.workers)))
