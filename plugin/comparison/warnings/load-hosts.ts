// Machines behind ssh that made the load, and the network on the way from them.
import { largestBy, lowest } from '../../statistics/descriptive.ts'
import { coresWords, list, percent, roughMs } from '../../concepts/wording.ts'
import { othersOf } from '../bound.ts'
import { warningOf } from './warning-of.ts'
import type { LoadModel } from '../../concepts/load-results.ts'
import type { LoadHostUse, Run } from '../../concepts/run.ts'
import type { WarningCode } from '../../concepts/warnings.ts'

/** Of one machine in a run; all: the names of those of which it is so. */
interface Check {
  code: WarningCode
  value: (host: LoadHostUse, run: Run, load: LoadModel) => number | null
  above: number // it is worth telling
  text: (host: LoadHostUse, run: Run, all: string) => string
}

const limits =
  'limits the throughput: what was reached in spite of that holds, all else is undecided. Ask for smaller ' +
  'responses, or use a faster network.'

const leastMs = 1 // that is told of: what a round trip is taken to be holds some tenths that are this program's own

/** As a user who waits for the same app needs as long from everywhere, but for the way. */
const ownMs = ({ cycleMs, roundTripMs }: LoadHostUse) => Math.max(leastMs, cycleMs - roundTripMs)
/** But not of those for whom there was no user. */
const quickest = (hosts: LoadHostUse[] = []) =>
  lowest(
    hosts.filter(({ cycleMs }) => cycleMs > 0),
    ownMs
  )

const checks: Check[] = [
  {
    code: 'network-full',
    value: ({ link }) => link,
    above: 0.9,
    text: ({ link }, _run, all) =>
      `the network interface of ${all} was ${percent(link ?? 0)} full in its busiest second, so it ${limits}`
  },
  // Interfaces of virtual machines know no speed. Where users are on the way for most of their time, the way is what
  // they queue at; for less, what takes in large responses may be slow.
  {
    code: 'network-full',
    // A load generator that has no time reads late.
    value: ({ unsentMs, roundTripMs }, { latencyMs, generator }) =>
      latencyMs && (generator.utilization ?? 1) < 0.5 ? (unsentMs - 2 * roundTripMs) / latencyMs.mean : null,
    above: 0.5,
    text: ({ unsentMs, roundTripMs }, _run, all) =>
      `what the app had sent to ${all} was on its way for ${roughMs(unsentMs)} ms on average, where a round trip ` +
      `takes ${roughMs(roundTripMs)} ms at rest, so the network between ${limits}`
  },
  {
    code: 'load-host-slow',
    value: (host, { hosts }, { model }) => (model === 'closed' ? ownMs(host) / quickest(hosts) : null),
    above: 1.5,
    text: (host, { hosts }, all) =>
      `without the way, users of ${all} took ${roughMs(ownMs(host))} ms from one request to the next, those of ` +
      `another machine ${roughMs(quickest(hosts))} ms, so latencies are partly those of ${all}; the verdict is ` +
      'withheld. See what else runs there, or leave it out.'
  },
  {
    code: 'network-lossy',
    value: ({ resent }) => resent,
    above: 0.001,
    text: ({ resent }, _run, all) =>
      `up to ${percent(resent ?? 0)} of the TCP segments between ${all} and this machine were sent again, each of ` +
      'which makes a response wait for another round trip, or for 200 ms and more: p95 and p99 are partly the ' +
      'network’s. Look for a full link, a bad cable, or wireless.'
  },
  {
    code: 'network-far',
    value: ({ roundTripMs: ms }, { latencyMs }) => (ms > leastMs && latencyMs ? ms / latencyMs.p50 : null),
    above: 0.2,
    text: ({ roundTripMs }, { latencyMs }, all) =>
      `a round trip to ${all} takes ${roughMs(roundTripMs)} ms at rest, of a median latency of ` +
      `${roughMs(latencyMs?.p50 ?? 0)} ms: speedups of latencies are nearer to 1 than those of the app alone. ` +
      'Have a nearer machine make the load.'
  },
  {
    code: 'machine-disturbed',
    value: ({ machine }) => machine && othersOf(machine) / machine.cores,
    above: 0.1,
    text: ({ machine }, _run, all) =>
      machine === null
        ? ''
        : `on ${all}, which made the load, other programs took ${othersOf(machine).toFixed(2)} of ` +
          `${coresWords(machine)}, which may make latencies longer. Stop them.`
  }
]

/** Problems: the network, or one of several machines, is a part of what was measured. @param load how users came */
export const checkHosts = (runs: Run[], load: LoadModel) =>
  checks.flatMap(({ code, value: valueOf, above, text }) => {
    const found = runs.flatMap((run) =>
      (run.hosts ?? []).flatMap((host) => {
        const value = valueOf(host, run, load) ?? 0
        return value > above ? { run, host, value } : []
      })
    )
    return warningOf(
      code,
      [...new Set(found.map(({ run }) => run))],
      () => {
        const { host, run } = largestBy(found, ({ value }) => value)
        return text(host, run, list([...new Set(found.map(({ host: { name } }) => name))]))
      },
      code === 'machine-disturbed' ? 'warning' : undefined
    )
  })
