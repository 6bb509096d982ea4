import { checkPlausible } from '../../../plugin/comparison/warnings/plausible.ts'
import { itFinds } from '../../support/cases.ts'
import { compared } from '../../support/compared.ts'
import { aGenerator, aRun, aWorker, latencies, runsWithSpeedups, type RunPart } from '../../support/runs.ts'
import { itWarns } from '../../support/warnings.ts'
import type { Warning } from '../../../plugin/concepts/comparison.ts'
import type { Limits } from '../../../plugin/concepts/settings.ts'
import type { LoadShape } from '../../../plugin/concepts/load-results.ts'
import type { GeneratorUse, WorkerUsage } from '../../../plugin/concepts/run.ts'

const check = (runs: RunPart[], model: LoadShape['model'] = 'closed', isSearch = false) =>
  checkPlausible(
    runs.map((run, i) => aRun({ round: i + 1, ...run })),
    { model },
    isSearch
  )

/** A run that counts for 10 s. */
const counting = (perSecond: number, latencyMs: number, overrides: RunPart): RunPart => {
  const requests = 10 * perSecond
  const counted = { fromMs: 0, toMs: 10_000, requests, latencies: requests }
  const rates = { loadSeconds: 10, requests, throughputPerSecond: perSecond, counted }
  return { ...rates, latencyMs: latencies(latencyMs), ...overrides }
}

const generatorOf = (meanUsers: number, overrides: Partial<GeneratorUse> = {}) =>
  aGenerator({ users: meanUsers, meanUsers, ...overrides })
const usersIn = (first: number, later: number, failed = 0) => ({ usersIn: { first, later, failed } })

/** As was measured of heavy-computation: 631/s x 0.15 s are 100 users of 1000. */
const tooMany = counting(631, 150, { generator: generatorOf(1000), ...usersIn(900, 94) })
const thinking = counting(500, 2, { generator: generatorOf(1000), ...usersIn(0, 1) })
const allWait = counting(200, 5000, { generator: generatorOf(1000), ...usersIn(0, 1000) })
/** Of 20 users who each got one answer, after 5 s, and wait for the next one. */
const cutOff = counting(2, 5000, { generator: generatorOf(20), ...usersIn(0, 20) })
const pooled = counting(200, 50, { generator: generatorOf(1000, { usersForConnection: 990 }), ...usersIn(0, 10) })
const failing = counting(90, 100, { generator: generatorOf(10), ...usersIn(0, 8, 2) })

const drops = { attempts: 16_174, overflows: 16_174, queue: 511 }
const lateEntries = { count: 890, leastMs: 1012, mostMs: 7240 }

const one = (usage: Partial<WorkerUsage>) => aWorker('100', { requests: 4240 }, usage)
const two = (...usages: Partial<WorkerUsage>[]) => usages.map((usage, i) => aWorker(`${i}`, { requests: 2120 }, usage))

/** A process that has much to do, as 562 users wait for it, and does nothing for 41 % of the time. */
const idle = { utilization: 0.59, cpu: 0.6, inApp: { responses: 600, meanMs: 5, idleMs: 0 } }
const idling = (overrides: RunPart = {}) =>
  counting(424, 1330, {
    generator: generatorOf(1000),
    ...usersIn(0, 564),
    workers: [one(idle)],
    machine: { app: 0.6 },
    ...overrides
  })
const unless = (overrides: RunPart) => [check([idling(overrides)])] as [Warning[]]

/** Rounds in whose halves so much was answered. */
const inHalves = (...rounds: [number, number][]) => rounds.map((halves) => counting(100, 50, { halves }))

/** Rounds in which a response takes so many ms of CPU time, of a process that has one core. */
const costing = (...each: number[]) =>
  each.map((ms) => counting(1000 / ms, 20 * ms, { workers: [aWorker('100', { requests: 10_000 / ms }, { cpu: 1 })] }))

/** @param rounds requests of each of two steps of the script */
const mixed =
  (...rounds: [number, number][]) =>
  (runs: RunPart[]): RunPart[] =>
    runs.map((run, i) => ({
      ...run,
      counted: { ...aRun(run).counted, byRequest: { 1: rounds[i][0], 2: rounds[i][1] } }
    }))

describe('warnings about figures that can’t be true', () => {
  const usual = usersIn(0, 19.5)

  itWarns({
    'a throughput that rises by more than a tenth within what counts, in all rounds alike, is told with what it would take':
      [
        [
          check(inHalves([170, 210], [172, 210], [171, 211])),
          'warning still-warming single: single was still warming up: its throughput rose by 23 % within what counts, as where fresh ' +
            'processes compile their code and fill their caches, or where the machine gets faster. Set plugins.speedup.warmUp to 10s, or to as long as that takes.'
        ],
        [check([...inHalves([100, 120], [100, 118]), counting(100, 50, {})])],
        [check(inHalves([100, 120], [100, 118], [100, 122])), /rose by 20 % within/],
        [check(inHalves([100, 108], [100, 109], [100, 109]))],
        [check(inHalves([100, 150], [100, 90], [100, 130]))],
        [check(inHalves([120, 100], [118, 100], [122, 100]))],
        [check(inHalves([100, 120], [100, 118], [100, 122]), 'open')],
        [check(inHalves([100, 120], [100, 118], [100, 122]), 'closed', true)],
        [check(inHalves([100, 120]))]
      ],
    'users who are missing are told by the time in which they waited, with where they were and what to do': [
      [
        check([tooMany]),
        'problem users-missing single 1: single, round 1: of 1000 users only 116 appear in the ' +
          'figures (throughput times latency and think time); on average 884 waited to be let in (for the first ' +
          'answer on their connection). So the figures are those of a smaller load; the verdict is withheld. Use fewer ' +
          'users, let them arrive more slowly (config.phases, or a longer warmUp), or make the listen queue longer.'
      ],
      [
        check([failing, failing]),
        'warning users-missing single 1,2: single, rounds 1 and 2: of 10 users only 8 appear ' +
          'in the figures (throughput times latency and think time); on average 2 waited for what failed. So ' +
          'the figures are those of a smaller load. Find out why it failed.'
      ]
    ],
    'users who share connections are told, and it is how the load was written': [
      [
        check([pooled]),
        /^warning .* only 10 appear .* 990 waited for one of the connections that all .* Raise config\.http\.pool/
      ]
    ],
    'users who think, wait as long as the latencies tell, or are in the middle of a long request, are not missing': [
      ...[usual, thinking, allWait, cutOff].map((run): [Warning[]] => [check([run])]),
      [check([{ ...tooMany, usersIn: undefined }])]
    ],
    'users are missing from closed loads only': [[check([tooMany], 'open')], [check([tooMany], 'unknown')]],

    'connection attempts that were dropped are told with their users, where these show it': [
      [
        check([{ drops, lateEntries }]),
        'warning connections-dropped single 1: single, round 1: 16,174 connection ' +
          'attempts were dropped by the kernel: a listen queue was full (Node’s holds 511, unless the app asks for ' +
          'another backlog), and 890 users waited for 1 to 7.2 s to be let in, or were not. (The kernel counts all ' +
          'that listens here, other programs too.) Use fewer users, let them arrive more slowly (config.phases), or let ' +
          'the app listen with a larger backlog; net.core.somaxconn limits it.'
      ],
      [check([{ drops: { ...drops, overflows: 0 }, lateEntries }], 'open'), /by the kernel, and 890 users waited/],
      [
        check([{ drops: { ...drops, overflows: 7 }, lateEntries }], 'open'),
        /by the kernel, 7 of them as a listen queue was/
      ],
      [
        check(
          [
            { drops, lateEntries },
            { drops, lateEntries }
          ],
          'closed',
          true
        ),
        /rounds 1 and 2: 32,348 connection .* 1,780 users waited for 1 to 7.2 s/
      ]
    ],
    'dropped attempts of others, and users who wait as long for every answer, are no warning': [
      [check([{ drops, lateEntries: null }, { drops }, { drops: null, lateEntries }, { lateEntries }])],
      [check([{ drops: { ...drops, attempts: 0, overflows: 0 }, lateEntries }])],
      [check([{ drops, lateEntries, latencyMs: latencies(4000) }])]
    ],

    'more than the cores can do is impossible': [
      [
        check([{ machine: { app: 2.5 }, throughputPerSecond: 1200 }]),
        'problem impossible-throughput ' +
          'single 1: single, round 1: 1,200 responses/s, at 2.1 ms of CPU time each, take 2.5 cores of 2, so a figure ' +
          'is wrong; the verdict is withheld. Check whether something else answers in place of the app, the machine ' +
          'was suspended or its clock was set, and measure again.'
      ],
      [
        check([{ workers: two({ cpu: 1.3 }, { cpu: 1.3 }) }], 'open'),
        /200 responses\/s, at 13 ms of .* take 2\.6 cores of 2,/
      ]
    ],
    'all cores in use, up to what the system’s ticks tell, are possible': [
      [check([{ machine: { app: 2.2 } }, { machine: null }])],
      [check([{ machine: { app: 3 }, loadSeconds: 0.5 }])]
    ],

    'an event loop that is idle while users wait outside of the app is told, where no reason is known': [
      [
        check([idling()]),
        'problem idle-under-load single 1: single, round 1: the event loop was 59 % busy while 562 ' +
          'of 1000 users waited outside of the app for an answer, on average. Neither what requests wait for inside, ' +
          'nor the load generator, nor other programs explain it, so this is not what the app can do; the verdict is ' +
          'withheld. Find out what keeps requests from it (a full listen queue, a limit of connections, a proxy), ' +
          'or use fewer users.'
      ],
      [
        check([idling({ workers: two({ utilization: 0.4, cpu: 0.4 }, { utilization: 0.3, cpu: 0.3 }) })]),
        /even the busiest event loop was 40 % busy while 562 of 1000 users/
      ]
    ],
    'an event loop may be idle as it, or another one, is busy, requests wait inside, or users think': [
      unless({ machine: { app: 1.1, generator: 0.5 } }), // who waits for it waits for no idle app
      unless({ workers: [one({ ...idle, utilization: 0.86 })] }),
      unless({ workers: two({ utilization: 0.3 }, { utilization: 0.9 }) }),
      unless({ workers: [one({ ...idle, inApp: { responses: 600, meanMs: 1300, idleMs: 500 } })] }),
      unless(usersIn(0, 400))
    ],
    'where answers came too late to count, nobody knows how long the app had their requests': [
      // 8 users, of whom one waits for quick answers, and the others for a long poll.
      [
        check([
          counting(150, 7, { generator: generatorOf(8), ...usersIn(0, 8), workers: [one(idle)], machine: { app: 0.5 } })
        ]),
        /^problem users-missing single 1: .* waited for an answer that came too late to count/
      ]
    ],
    'an event loop may be idle as the load generator, other programs or a primary are busy, or for what nobody told': [
      unless({ generator: generatorOf(1000, { utilization: 0.6 }) }),
      unless({ machine: { app: 0.6, others: 1.2 } }),
      unless({ machine: { app: 1.3 } }),
      unless({ machine: null }),
      unless({ workers: [one({ ...idle, inApp: null })] }),
      unless({ generator: generatorOf(1000, { utilization: null }) }),
      unless({ workers: [aWorker('100', { usage: null })] }),
      [check([idling()], 'open')]
    ],

    'work that took another time than usual is told with its rounds, and is a note where no figure shows it': [
      [
        check(costing(4, 4.1, 7.7, 3.9)),
        'warning cost-changed single 3: single, round 3: the same work took 1.9 ' +
          'times the CPU time in round 3 (7.7 ms for a response, usually 4.0 ms), so the machine changed, not the ' +
          'variant. Cores that are shared or throttled do that, and no other program shows it. Measure on a machine ' +
          'that keeps its pace, or allow more rounds.'
      ],
      [check(costing(8, 8.2, 4, 7.8)), /took 0\.5 times the CPU time in round 3 \(4\.0 ms .*, usually 7\.9 ms\)/],
      [check(costing(4, 8, 4, 7.7, 4)), /rounds 2 and 4: the same work took 2\.0 times/],
      [check(mixed([10, 90], [11, 89], [40, 60], [10, 90])(costing(4, 4.1, 7.7, 3.9)))], // other work
      [check(mixed([10, 90], [11, 89], [11, 89], [10, 90])(costing(4, 4.1, 7.7, 3.9))), /cost-changed/],
      [
        check(costing(4, 4, 8).map((run) => ({ ...run, throughputPerSecond: 50, latencyMs: latencies(20) }))),
        /^note cost-/
      ]
    ],
    'work that took about as long as usual, under loads that differ, or in rounds that tell little, is no warning': [
      [check(costing(4, 5.9, 4, 2.7))],
      [check(costing(4, 4, 8), 'closed', true)],
      [check(costing(4, 8))],
      [check(costing(4, 4, 8).map((run) => ({ ...run, loadSeconds: 0.9 })))],
      [check([...costing(4, 4), { ...costing(8)[0], workers: [aWorker('1', { usage: null })] }])]
    ]
  })

  const withheld = (clustered: RunPart, limits: Limits = {}) => {
    const runs = runsWithSpeedups([2, 2, 2, 2], { single: usual, clustered: { ...usual, ...clustered } })
    const required = { p95: 1.2, throughput: 1.2 }
    const { verdict, candidates, limits: found } = compared(runs, required, { limits: { clustered: limits } })
    const demanded = candidates[0].estimates.filter(({ required }) => required !== null)
    return [verdict, ...[...demanded, ...found].map(({ reason }) => reason)]
  }
  const withheldAs = (code: string) => ['inconclusive', code, code]
  /** 400 x 0.01 s are 4 users of 20. */
  const few: RunPart = { ...usersIn(15, 4), latencyMs: latencies(10), throughputPerSecond: 400 }
  const passed = ['pass', null, null]
  itFinds({
    'they withhold the verdict where the figures are those of another load, or impossible': [
      [withheld(few), withheldAs('users-missing')],
      [withheld(idling()), withheldAs('idle-under-load')],
      [withheld({ machine: { app: 2.5 } }), withheldAs('impossible-throughput')]
    ],
    'they don’t withhold it where the figures hold, as far as they go': [
      [withheld({}), passed],
      [withheld({ drops, lateEntries }), passed],
      [withheld({ ...few, ...usersIn(5, 4) }), passed],
      [withheld({ generator: { usersForConnection: 10 } }), passed]
    ],
    'a throughput that was reached in spite of missing users was reached': [
      [withheld(few, { throughput: 150, p95: 200 }), [...withheldAs('users-missing'), 'users-missing', null]]
    ]
  })
})
