import { describe } from 'mocha'
import { compareScenario } from '../../../plugin/comparison/compare-scenario.ts'
import { checkPlausible } from '../../../plugin/comparison/warnings/plausible.ts'
import { itFinds } from '../../support/cases.ts'
import { aGenerator, aMachine, aRun, aWorker, latencies, runsWithSpeedups } from '../../support/runs.ts'
import { aPlan, someSettings } from '../../support/settings.ts'
import { itWarns } from '../../support/warnings.ts'
import type { Limits } from '../../../plugin/concepts/settings.ts'
import type { LoadShape } from '../../../plugin/concepts/load-results.ts'
import type { Run, WorkerUsage } from '../../../plugin/concepts/run.ts'

const check = (runs: Partial<Run>[], model: LoadShape['model'] = 'closed', isSearch = false) =>
  checkPlausible(runs.map((run, i) => aRun({ round: i + 1, ...run })), { model }, isSearch)

/** A run that counts for 10 s. */
const counting = (perSecond: number, latencyMs: number, overrides: Partial<Run>): Partial<Run> => {
  const requests = 10 * perSecond
  const counted = { fromMs: 0, toMs: 10_000, requests, latencies: requests }
  return { loadSeconds: 10, requests, throughputPerSecond: perSecond, latencyMs: latencies(latencyMs), counted, ...overrides }
}

const thousand = (overrides?: Parameters<typeof aGenerator>[0]) => aGenerator({ users: 1000, meanUsers: 1000, ...overrides })

/** As was measured of heavy-computation: 631/s x 0.15 s are 100 users of 1000. */
const tooMany = counting(631, 150, { generator: thousand(), usersIn: { first: 900, later: 94, failed: 0 } })
const thinking = counting(500, 2, { generator: thousand(), usersIn: { first: 0, later: 1, failed: 0 } })
const allWait = counting(200, 5000, { generator: thousand(), usersIn: { first: 0, later: 1000, failed: 0 } })
/** Of 20 users who each got one answer, after 5 s, and wait for the next one. */
const cutOff = counting(2, 5000, { generator: aGenerator({ meanUsers: 20 }), usersIn: { first: 0, later: 20, failed: 0 } })
const pooled = counting(200, 50, {
  generator: thousand({ usersForConnection: 990 }), usersIn: { first: 0, later: 10, failed: 0 }
})
const failing = counting(90, 100, { generator: aGenerator({ meanUsers: 10 }), usersIn: { first: 0, later: 8, failed: 2 } })

const drops = { attempts: 16_174, overflows: 16_174, queue: 511 }
const lateEntries = { count: 890, leastMs: 1012, mostMs: 7240 }

const idling = (usage: Partial<WorkerUsage>, overrides: Partial<Run> = {}, inApp = { responses: 600, meanMs: 5, idleMs: 0 }) =>
  counting(424, 1330, {
    generator: thousand(), usersIn: { first: 0, later: 564, failed: 0 },
    workers: [aWorker('100', { requests: 4240 }, { utilization: 0.59, cpu: 0.6, inApp, ...usage })],
    machine: aMachine({ app: 0.6 }), ...overrides
  })

const costing = (...each: number[]) => each.map((ms) => {
  const perSecond = 1000 / ms
  return counting(perSecond, 20 * ms, { workers: [aWorker('100', { requests: 10 * perSecond }, { cpu: 1 })] })
})

describe('warnings about figures that can’t be true', () => {
  const perCore = { usersIn: { first: 0, later: 19.5, failed: 0 } }

  itWarns({
    'users who are missing are told by the time in which they waited, with where they were and what to do': [
      [check([tooMany]), 'problem users-missing single 1: single, round 1: of 1000 users only 116 did what the figures tell (throughput ' +
        'times latency and think time); on average 884 waited to be let in (for the first answer on their connection). So the figures ' +
        'are those of a smaller load; the verdict is withheld. Use fewer users, let them come more slowly, or give the app a longer listen queue.'],
      [check([failing, failing]), /^warning users-missing single 1,2: .* of 10 users only 8 did .* on average 2 waited for what failed\. So the figures are those of a smaller load\. Find/]
    ],
    'users who share connections are told, and it is how the load was written': [
      [check([pooled]), /^warning users-missing .* only 10 did what .* 990 waited for one of the connections that all users share\. .* Raise config\.http\.pool/]
    ],
    'users who think, wait as long as the latencies tell, or are in the middle of a long request, are not missing': [
      ...[perCore, thinking, allWait, cutOff].map((run): [ReturnType<typeof check>] => [check([run])]), [check([{ ...tooMany, usersIn: undefined }])]
    ],
    'users are missing from closed loads only': [[check([tooMany], 'open')], [check([tooMany], 'unknown')]],

    'connection attempts that were dropped are told with their users, where these show it': [
      [check([{ drops, lateEntries }]), 'warning connections-dropped single 1: single, round 1: 16,174 connection attempts were dropped by ' +
        'the kernel: a listen queue was full (Node’s holds 511, unless the app asks for another backlog), and 890 users waited for 1 to 7.2 s ' +
        'to be let in, or were not. (The kernel counts all that listens here, other programs too.) Use fewer users, let them come more slowly ' +
        '(config.phases), or let the app listen with a larger backlog; net.core.somaxconn limits it.'],
      [check([{ drops: { ...drops, overflows: 0 }, lateEntries }], 'open'), /dropped by the kernel, and 890 users waited/],
      [check([{ drops: { ...drops, overflows: 7 }, lateEntries }], 'open'), /dropped by the kernel, 7 of them as a listen queue was full \(Node/],
      [check([{ drops, lateEntries }, { drops, lateEntries }], 'closed', true), /rounds 1 and 2: 32,348 connection .* 1,780 users waited for 1 to 7.2 s/]
    ],
    'dropped attempts of others, and users who wait as long for every answer, are no warning': [
      [check([{ drops, lateEntries: null }, { drops }, { drops: null, lateEntries }, { lateEntries }])],
      [check([{ drops: { ...drops, attempts: 0, overflows: 0 }, lateEntries }])], [check([{ drops, lateEntries, latencyMs: latencies(4000) }])]
    ],

    'more than the cores can do is impossible': [
      [check([{ machine: aMachine({ app: 2.5 }), throughputPerSecond: 1200 }]), 'problem impossible-throughput single 1: single, round 1: ' +
        '1,200 responses/s, at 2.1 ms of CPU time each, take 2.5 cores of 2, so a figure is wrong; the verdict is withheld. Check whether ' +
        'something else answers in place of the app, the machine was suspended or its clock was set, and measure again.'],
      [check([{ workers: [aWorker('1', {}, { cpu: 1.3 }), aWorker('2', {}, { cpu: 1.3 })] }], 'open'), /200 responses\/s, at 13 ms of CPU time each, take 2\.6 cores of 2,/]
    ],
    'all cores in use, up to what the system’s ticks tell, are possible': [
      [check([{ machine: aMachine({ app: 2.2 }) }, { machine: null }, { machine: aMachine({ app: 3 }), loadSeconds: 0.5 }])]
    ],

    'an event loop that is idle while users wait outside of the app is told, where no reason is known': [
      [check([idling({})]), 'problem idle-under-load single 1: single, round 1: the event loop was 59 % busy while 562 of 1000 users waited outside of ' +
        'the app for an answer, on average. Neither what requests wait for inside, nor the load generator, nor other programs explain it, ' +
        'so this is not what the app can do; the verdict is withheld. Find out what keeps requests from it (a full listen queue, a limit of ' +
        'connections, a proxy), or use fewer users.'],
      [check([idling({}, { workers: ['1', '2'].map((pid) => aWorker(pid, { requests: 2120 }, { utilization: 0.4, cpu: 0.4 })) })]),
        /even the busiest event loop was 40 % busy while 562 of 1000 users/]
    ],
    'an event loop may be idle for many known reasons': [
      // It is busy, or one is; requests wait inside; the load generator is busy; the cores are taken; a primary is busy; users think.
      [check([idling({ utilization: 0.86 })])], [check([idling({}, {}, { responses: 600, meanMs: 1300, idleMs: 500 })])],
      [check([idling({}, { workers: [0.3, 0.9].map((utilization, i) => aWorker(`${i}`, { requests: 2120 }, { utilization })) })])],
      [check([idling({}, { generator: thousand({ utilization: 0.6 }) })])], [check([idling({}, { machine: aMachine({ app: 0.6, others: 1.2 }) })])],
      [check([idling({}, { machine: aMachine({ app: 1.3 }) })])], [check([idling({}, { usersIn: { first: 0, later: 400, failed: 0 } })])],
      // Too little is known.
      [check([idling({ inApp: null })])], [check([idling({}, { machine: null })])], [check([idling({}, { generator: thousand({ utilization: null }) })])],
      [check([idling({}, { workers: [aWorker('100', { usage: null })] })])], [check([idling({})], 'open')]
    ],

    'work that took another time than usual is told with its rounds, and is a note where no figure shows it': [
      [check(costing(4, 4.1, 7.7, 3.9)), 'warning cost-changed single 3: single, round 3: the same work took 1.9 times the CPU time in round 3 ' +
        '(7.7 ms for a response, usually 4.0 ms), so the machine was another, not the variant. Cores that are shared or throttled do that, ' +
        'and no other program shows it. Measure on a machine that keeps its pace, or allow more rounds.'],
      [check(costing(8, 8.2, 4, 7.8)), /took 0\.5 times the CPU time in round 3 \(4\.0 ms for a response, usually 7\.9 ms\)/],
      [check(costing(4, 8, 4, 7.7, 4)), /rounds 2 and 4: the same work took 2\.0 times/],
      [check(costing(4, 4, 8).map((run) => ({ ...run, throughputPerSecond: 50, latencyMs: latencies(20) }))), /^note cost-changed single 3: /]
    ],
    'work that took about as long as usual, under loads that differ, or in rounds too few or too short to tell, is no warning': [
      [check(costing(4, 5.9, 4, 2.7))], [check(costing(4, 4, 8), 'closed', true)], [check(costing(4, 8))],
      [check(costing(4, 4, 8).map((run) => ({ ...run, loadSeconds: 0.9 })))],
      [check([...costing(4, 4), { ...costing(8)[0], workers: [aWorker('1', { usage: null })] }])]
    ]
  })

  const withheld = (clustered: Partial<Run>, limits: Limits = {}) => {
    const runs = runsWithSpeedups([2, 2, 2, 2], { single: perCore, clustered: { ...perCore, ...clustered } })
    const plan = aPlan({ p95: 1.2, throughput: 1.2 }, ['clustered'], { clustered: limits })
    const { verdict, candidates: [{ estimates }], limits: found } = compareScenario({ runs, answers: [] }, plan, someSettings())
    const demanded = estimates.filter(({ required }) => required !== null)
    return [verdict, [...demanded, ...found].map(({ reason }) => reason)]
  }
  /** 400 x 0.01 s are 4 users of 20. */
  const few: Partial<Run> = { usersIn: { first: 15, later: 4, failed: 0 }, latencyMs: latencies(10), throughputPerSecond: 400 }
  itFinds({
    'they withhold the verdict where the figures are those of another load, or impossible': [
      [withheld({}), ['pass', [null, null]]], [withheld(few), ['inconclusive', ['users-missing', 'users-missing']]],
      [withheld(idling({})), ['inconclusive', ['idle-under-load', 'idle-under-load']]],
      [withheld({ machine: aMachine({ app: 2.5 }) }), ['inconclusive', ['impossible-throughput', 'impossible-throughput']]]
    ],
    'they don’t withhold it where the figures hold, as far as they go': [
      [withheld({ drops, lateEntries }), ['pass', [null, null]]], [withheld({ generator: aGenerator({ usersForConnection: 10 }) }), ['pass', [null, null]]],
      [withheld({ ...few, usersIn: { first: 5, later: 4, failed: 0 } }), ['pass', [null, null]]]
    ],
    'a throughput that was reached in spite of missing users was reached': [
      [withheld(few, { throughput: 150, p95: 200 })[1], ['users-missing', 'users-missing', 'users-missing', null]]
    ]
  })
})
