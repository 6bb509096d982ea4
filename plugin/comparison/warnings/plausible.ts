// Whether the figures can be true, and what made them untrue.
import { isLeftAlone } from '../../questions/concepts.ts'
import { logInterval } from '../../statistics/sequential-rule.ts'
import { highest, largestBy, lowest, medianBy, sumBy } from '../../statistics/descriptive.ts'
import { counted, list, percent } from '../../concepts/wording.ts'
import * as plausible from '../plausible.ts'
import { byVariant } from '../variant-use.ts'
import { warning, warningOf } from './warning-of.ts'
import type { LoadModel } from '../../concepts/load-results.ts'
import { wholeLoadSeconds, type Run } from '../../concepts/run.ts'

/** Problems: figures that are not true, or those of another load. */
export const checkFigures = (runs: Run[], load: LoadModel) => [
  ...impossible(runs),
  ...missing(runs, load),
  ...idle(runs, load)
]

/** @param isSearch whether each round has another load */
export function checkPlausible(runs: Run[], load: LoadModel, isSearch: boolean) {
  const all = [...checkFigures(runs, load), ...dropped(runs)]
  return isSearch ? all : [...all, ...costChanged(runs), ...stillWarming(runs, load)]
}

const roomForTicks = 1.15 // of the cores: CPU time is told in steps of 10 ms

/** More was answered than all cores could, at the CPU time that each response took. */
function impossible(runs: Run[]) {
  const concerned = runs.filter((run) => plausible.coresTaken(run) > roomForTicks * (run.machine?.cores ?? NaN))
  return warningOf('impossible-throughput', concerned, (found) => {
    const run = largestBy(found, plausible.coresTaken)
    const taken = plausible.coresTaken(run)
    const perSecond = run.throughputPerSecond
    const cores = run.machine?.cores ?? NaN
    const each = perSecond === 0 ? '' : `, at ${msText((1000 * taken) / perSecond)} ms of CPU time each,`
    return (
      `${amount(perSecond)} responses/s${each} take ${taken.toFixed(1)} cores of ${cores}, so a figure is ` +
      'wrong; the verdict is withheld. Check whether something else answers in place of the app, the machine was ' +
      'suspended or its clock was set, and measure again.'
    )
  })
}

const usersMayMiss = 0.1 // of the users of a closed load; noise, and cycles that are cut off, make less
const usersMissTooMuch = 0.3 // from here on the figures are those of another load

/** Who is missing makes no load: what is measured are the others. */
function missing(runs: Run[], load: LoadModel) {
  const each = runs
    .flatMap((run) => {
      const users = plausible.missingUsers(run, load)
      if (users === null) return []
      const { all, first, later, failed, forConnection } = users
      // Those who share connections are not lost: that is how the load was written.
      const lost = (first + later + failed) / all
      return { run, users, lost, share: lost + forConnection / all }
    })
    .filter(({ share }) => share > usersMayMiss)
  const isTooMuch = each.some(({ lost }) => lost > usersMissTooMuch)
  return warningOf(
    'users-missing',
    each.map(({ run }) => run),
    () => {
      const { users, share } = largestBy(each, (own) => own.share)
      const rest = amount(Math.max(0, users.all * (1 - share)))
      const [[, , cure]] = places.toSorted(([a], [b]) => users[b] - users[a])
      const where = places.filter(([state]) => users[state] > 0.02 * users.all)
      return (
        `of ${counted(Math.round(users.all), 'user')} only ${rest} appear in the figures (throughput times ` +
        `latency and think time); on average ${list(
          where.map(([state, words]) => `${amount(users[state])} ` + `${words}`)
        )}. So the figures are those of a smaller load${isTooMuch ? '; the verdict is withheld' : ''}. ${cure}`
      )
    },
    isTooMuch ? 'problem' : 'warning'
  )
}

const places: [state: 'first' | 'later' | 'failed' | 'forConnection', words: string, cure: string][] = [
  [
    'first',
    'waited to be let in (for the first answer on their connection)',
    'Use fewer users, let them arrive more slowly (config.phases, or a longer warmUp), or make the listen queue longer.'
  ],
  [
    'later',
    'waited for an answer that came too late to count',
    'Make the runs longer, or find out what holds these answers up.'
  ],
  ['failed', 'waited for what failed', 'Find out why it failed.'],
  [
    'forConnection',
    'waited for one of the connections that all users share',
    'Raise config.http.pool, or use as many users as it allows connections.'
  ]
]

function idle(runs: Run[], load: LoadModel) {
  const each = runs.flatMap((run) => {
    const loops = plausible.idleLoops(run, load)
    return loops === null ? [] : { run, loops }
  })
  return warningOf(
    'idle-under-load',
    each.map(({ run }) => run),
    () => {
      const { run, loops } = largestBy(each, (own) => -own.loops.busiest)
      const loop = run.workers.length === 1 ? 'the event loop was' : 'even the busiest event loop was'
      const all = Math.round(run.generator.meanUsers)
      return (
        `${loop} ${percent(loops.busiest)} busy while ${amount(loops.outside)} of ${all} users waited outside of ` +
        'the app for an answer, on average. Neither what requests wait for inside, nor the load generator, nor ' +
        'other programs explain it, so this is not what the app can do; the verdict is withheld. Find out what ' +
        'keeps requests from it (a full listen queue, a limit of connections, a proxy), or use fewer users.'
      )
    }
  )
}

/** Users whose attempt was dropped wait; where none did, it was another program's listener. */
function dropped(all: Run[]) {
  const haveWaited = ({ lateEntries, latencyMs }: Run) =>
    lateEntries != null && (latencyMs === null || lateEntries.mostMs > 2 * latencyMs.p50)
  const concerned = all.filter((run) => (run.drops?.attempts ?? NaN) > 0 && haveWaited(run))
  return warningOf('connections-dropped', concerned, (runs) => {
    const sumOf = (key: 'attempts' | 'overflows') => sumBy(runs, ({ drops }) => drops?.[key] ?? NaN)
    const attempts = sumOf('attempts')
    const overflows = sumOf('overflows')
    const entries = runs.flatMap(({ lateEntries }) => lateEntries ?? [])
    const seconds = (ms: number) => Number((ms / 1000).toPrecision(2))
    const least = seconds(lowest(entries, ({ leastMs }) => leastMs))
    const most = seconds(highest(entries, ({ mostMs }) => mostMs))
    const users = amount(sumBy(entries, ({ count }) => count))
    const holds = `Node’s holds ${runs[0].drops?.queue}, unless the app asks for another backlog`
    const part = overflows < attempts ? `, ${amount(overflows)} of them as` : ':'
    const why = overflows === 0 ? '' : `${part} a listen queue was full (${holds})`
    return (
      `${amount(attempts)} connection attempts were dropped by the kernel${why}, and ` +
      `${users} users waited for ${least} to ${most} s to be let ` +
      'in, or were not. (The kernel counts all that listens here, other programs too.) Use fewer users, let them ' +
      'arrive more slowly (config.phases), or let the app listen with a larger backlog; net.core.somaxconn limits it.'
    )
  })
}

const mayCost = 1.5 // times the usual; rounds of a machine that keeps its pace differ by less
const shows = 1.2 // times: by as much a figure of such a round differs from that of the variant's other rounds

/** On shared cores the same work may take longer for minutes, which neither other programs nor stolen time show. */
const costChanged = (all: Run[]) =>
  byVariant(all).flatMap(([, own]) => {
    const found = plausible.costs(own)
    if (found === null) return []
    const odd = found.rounds.filter(({ ms }) => factorBetween(ms, found.usualMs) >= mayCost)
    const isSeen = figures.some((valueOf) => {
      const usual = medianBy(own, valueOf)
      return odd.some(({ run }) => factorBetween(valueOf(run), usual) >= shows)
    })
    return warningOf(
      'cost-changed',
      odd.map(({ run }) => run),
      () => {
        const { run, ms } = largestBy(odd, (own) => factorBetween(own.ms, found.usualMs))
        return (
          `the same work took ${(ms / found.usualMs).toFixed(1)} times the CPU time in round ${run.round} ` +
          `(${msText(ms)} ms for a response, usually ${msText(found.usualMs)} ms), so the machine changed, not the ` +
          'variant. Cores that are shared or throttled do that, and no other program shows it. Measure on a machine ' +
          'that keeps its pace, or allow more rounds.'
        )
      },
      isSeen ? 'warning' : 'note'
    )
  })

const mayRise = 1.1 // times, from the first half of what counts to the second

/** Caches are cold in fresh processes, and a cluster fills them as often as it has workers. */
const stillWarming = (all: Run[], { model }: LoadModel) =>
  byVariant(all).flatMap(([name, own]) => {
    // Unknown, where something was done to the app.
    const rises = own.map((run) => (run.halves && isLeftAlone(run) ? run.halves[1] / run.halves[0] : NaN))
    const { centre, halfWidth } = logInterval(rises.map(Math.log), 0.025)
    if (model !== 'closed' || !(centre > Math.max(halfWidth, Math.log(mayRise)))) return []
    const seconds = Math.ceil(highest(own, wholeLoadSeconds))
    return warning(
      'still-warming',
      name,
      `${name} was still warming up: its throughput rose by ${percent(Math.exp(centre) - 1)} within what counts, ` +
        'as where fresh processes compile their code and fill their caches, or where the machine gets faster. Set ' +
        `plugins.speedup.warmUp to ${seconds}s, or to as long as that takes.`
    )
  })

/** That would show it. */
const figures = [(run: Run) => run.throughputPerSecond, (run: Run) => run.latencyMs?.p50 ?? NaN]

const factorBetween = (a: number, b: number) => Math.max(a / b, b / a)

const amount = (value: number) => (value < 9.95 ? Number(value.toFixed(1)) : Math.round(value)).toLocaleString('en-US')

const msText = (ms: number) => (ms >= 9.95 ? ms.toFixed(0) : ms.toPrecision(2))
