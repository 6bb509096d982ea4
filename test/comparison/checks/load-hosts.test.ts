import { checkHosts } from '../../../plugin/comparison/warnings/load-hosts.ts'
import { reasonIn } from '../../../plugin/comparison/warnings/warning-of.ts'
import { idleLoops } from '../../../plugin/comparison/plausible.ts'
import { leastTripOf } from '../../../plugin/comparison/variant-use.ts'
import { itFinds } from '../../support/cases.ts'
import { aGenerator, aLoadHost, aMachine, aRun, aWorker, latencies } from '../../support/runs.ts'
import { itWarns } from '../../support/warnings.ts'
import type { LoadHostUse } from '../../../plugin/concepts/run.ts'
import type { LoadShape } from '../../../plugin/concepts/load-results.ts'

const runOf = (...hosts: Partial<LoadHostUse>[]) => aRun({ hosts: hosts.map(aLoadHost) })
const pair = (one: Partial<LoadHostUse>, other: Partial<LoadHostUse>) =>
  runOf({ cycleMs: 10, ...one }, { name: 'load2', cycleMs: 10, ...other })
const [closed, open] = (['closed', 'open'] as const).map((model): Pick<LoadShape, 'model'> => ({ model }))
const reasonOf = (...of: Parameters<typeof checkHosts>) => reasonIn(checkHosts(...of))
const check = (...hosts: Partial<LoadHostUse>[]) => checkHosts([runOf(...hosts)], closed)
const slow = pair({}, { cycleMs: 36, roundTripMs: 1 })

/** An app that is idle for most of the time, as its users are on the way. @param roundTripMs at rest */
const far = (roundTripMs: number) =>
  aRun({
    hosts: [aLoadHost({ roundTripMs })],
    usersIn: { first: 0, later: 19.5, failed: 0 },
    workers: [
      aWorker(
        '100',
        { requests: 1200 },
        { utilization: 0.3, cpu: 0.3, inApp: { responses: 600, meanMs: 2, idleMs: 0 } }
      )
    ],
    machine: { app: 0.3 }
  })

describe('warnings about machines that made the load, and the network', () => {
  itWarns({
    'say nothing of a load from here, nor of machines that are near and have time': [
      [checkHosts([aRun()], closed)],
      [checkHosts([pair({}, { cycleMs: 14 })], closed)],
      // Of an app that answers as quickly, some tenths of a millisecond say nothing.
      [checkHosts([pair({ cycleMs: 0.2 }, { cycleMs: 0.9 })], closed)],
      [checkHosts([aRun({ hosts: [aLoadHost({ roundTripMs: 0.4 })], latencyMs: latencies(0.3) })], closed)]
    ],
    'name the network that is full, and what of the result holds': [
      [check({ link: 0.9 })],
      [
        checkHosts([runOf({ link: 0.2 }), aRun({ ...runOf({ link: 0.971 }), round: 2 })], closed),
        'problem network-full single 2: single, round 2: the network interface of load1 was 97 % full in its busiest second, so it limits the ' +
          'throughput: what was reached in spite of that holds, all else is undecided. Ask for smaller responses, or use a faster network.'
      ],
      [check({ unsentMs: 88, roundTripMs: 20 })],
      [
        check({ unsentMs: 54 }),
        'problem network-full single 1: single, round 1: what the app had sent to load1 was on its way for 54 ms on average, where a round trip takes 0.20 ms at rest, ' +
          'so the network between limits the throughput: what was reached in spite of that holds, all else is undecided. Ask for smaller responses, or use a faster network.'
      ]
    ],
    'name what was sent again': [
      [check({ resent: 0.001 })],
      [check({ resent: null })],
      [
        check({ resent: 0.0123 }),
        /^warning network-lossy single 1: single, round 1: up to 1\.2 % of the TCP segments between load1 and this machine were sent again, .*p95 and p99 are partly the network’s/
      ]
    ],
    'say how far away it is, where that is much of the median': [
      [check({ roundTripMs: 20 })],
      [
        check({ roundTripMs: 40 }),
        /^note network-far single 1: .*: a round trip to load1 takes 40 ms at rest, of a median latency of 100 ms: speedups of latencies are nearer to 1/
      ]
    ],
    'name the machine that is slower than the others, without its way, as long as users wait for the app': [
      [checkHosts([pair({}, { cycleMs: 36, roundTripMs: 25 })], closed), /^note network-far/],
      [checkHosts([slow], open)],
      // Of two, one has the only user.
      [checkHosts([pair({ cycleMs: 0 }, { cycleMs: 36 })], closed)],
      [
        checkHosts([slow], closed),
        'problem load-host-slow single 1: single, round 1: without the way, users of load2 took 35 ms from one request to the next, those of ' +
          'another machine 9.8 ms, so latencies are partly those of load2; the verdict is withheld. See what else runs there, or leave it out.'
      ]
    ],
    'name the machine whose cores others took': [
      [
        check({ machine: aMachine({ others: 0.61, cores: 4 }) }),
        'warning machine-disturbed single 1: single, round 1: on load1, which made the load, other programs took 0.61 of 4 cores, ' +
          'which may make latencies longer. Stop them.'
      ]
    ]
  })

  itFinds({
    'withhold a verdict where the network, or one of several machines, decided it': [
      [reasonOf([aRun(), runOf({}), pair({}, {})], closed), null],
      [reasonOf([aRun(), runOf({ link: 0.95 })], open), 'network-full'],
      [reasonOf([aRun(), runOf({ unsentMs: 54 })], open), 'network-full'],
      [reasonOf([aRun(), slow], closed), 'load-host-slow'],
      [reasonOf([slow], open), null]
    ],
    'a bound knows the way, but no longer one than the quickest response took': [
      [
        [0.2, 4].map((leastLatencyMs) => leastTripOf([{ ...far(3), generator: aGenerator({ leastLatencyMs }) }])),
        [0.2, 3]
      ],
      [
        [leastTripOf([far(3)]), leastTripOf([aRun()])],
        [3, 0]
      ]
    ],
    'the way is no sign of an idle app': [[[0, 85].map((ms) => idleLoops(far(ms), closed) === null), [false, true]]]
  })
})
