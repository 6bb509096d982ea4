import { checkApp } from '../../../plugin/comparison/warnings/app.ts'
import { aRun, aWorker, runsWithSpeedups, type RunPart } from '../../support/runs.ts'
import { aVariant, someSettings } from '../../support/settings.ts'
import { itWarns } from '../../support/warnings.ts'

/** @param overrides of every run */
const check = (overrides: { single?: RunPart; clustered?: RunPart }) =>
  checkApp(runsWithSpeedups([2, 2, 2], overrides), someSettings())
/** @param overrides of the second of three rounds of the baseline */
const checkSecond = (overrides: RunPart) =>
  checkApp([aRun(), aRun({ round: 2, ...overrides }), aRun({ round: 3 })], someSettings())
/** @param overrides of the second round of four workers, and of the baseline */
const checkFour = (overrides: RunPart, baseline: RunPart = {}) =>
  checkApp(
    [aRun({ round: 2, ...baseline }), aRun({ round: 2, variant: 'clustered', ...overrides })],
    someSettings({ variants: [aVariant(), aVariant({ name: 'clustered', mode: 'cluster', workers: 4 })] })
  )
const checkRuns = (...runs: RunPart[]) => checkApp(runs.map(aRun), someSettings())

const nobodyKnows = 'responses had no x-worker-pid header, so the distribution of the work is unknown.'

describe('warnings about the app', () => {
  const stalledFor = (seconds: number, cpuSeconds = 0, pid = '102') => ({
    workers: [aWorker('101'), aWorker(pid, {}, { stall: { seconds, cpuSeconds } })]
  })
  const diedIn = (...rounds: number[]) => checkRuns(...rounds.map((round) => ({ round, restarts: 1 })))
  const artilleryErrors = { 'Failed capture or match': 3, ETIMEDOUT: 2 }
  const failed = { failures: 11, failureKinds: { ETIMEDOUT: 2, 500: 9 } }
  const advice = 'Check whether the app removes headers, or another program answers instead of it.'
  const variants = [
    aVariant(),
    aVariant({ name: 'go', mode: 'command', workers: null }),
    aVariant({ name: 'staging', mode: 'url', workers: null })
  ]
  const wayOut =
    'To make a Node program send it, start it with `node --import artillery-plugin-speedup/preload server.js`, or use the middleware ' +
    'artillery-plugin-speedup/header.'
  const nameless = { workers: [], unattributed: 1200 }
  const silent = { workers: [aWorker('7', { usage: null })] }
  const checkStrangers = ({ go, staging }: { go?: RunPart; staging?: RunPart }) =>
    checkApp(
      [aRun(), aRun({ variant: 'go', ...go }), aRun({ variant: 'staging', ...staging })],
      someSettings({ variants })
    )
  const own = (...pids: string[]) => ({ workers: pids.map((pid) => aWorker(pid, { usage: null })) })
  const mute = (...pids: string[]) => ({
    workers: [aWorker('100'), ...pids.map((pid) => aWorker(pid, { usage: null }))]
  })
  const docker = aVariant({ mode: 'command', workers: null, command: 'docker run shop' })

  itWarns({
    'a stalled worker is told once, with the longest stall of all rounds, and whether it computed; nothing is told when all went well':
      [
        [check({})],
        [
          checkSecond(stalledFor(3.1, 3)),
          'warning worker-stalled single 2: single, round 2: process 102 of single computed for 3.1 s without a break, so its requests waited and its latencies rose. Find out ' +
            'what blocks its event loop.'
        ],
        [
          checkSecond(stalledFor(3.1, 0.1)),
          /: single, round 2: process 102 of single stood still for 3\.1 s and used hardly any CPU time \(0\.1 s\), .*stopped.*synchronous call.*no CPU: find out which\.$/
        ],
        [
          checkRuns(stalledFor(1.2), { variant: 'clustered', ...stalledFor(5) }),
          /: single, round 1; clustered, round 1: process 102 of clustered stood still for 5 s/
        ],
        [
          checkRuns(...[1.2, 4.5, 2].map((seconds, i) => ({ round: i + 1, ...stalledFor(seconds, 0, String(i + 1)) }))),
          /: single, rounds 1 to 3: process 2 of single stood still for 4\.5 s/
        ]
      ],
    'workers that died are counted over the rounds of their variant': [
      [
        check({ clustered: { restarts: 2 } }),
        'warning worker-restarted clustered 1,2,3: clustered, rounds 1 to 3: ' +
          '6 workers died and were restarted, so the app was slower than it could be. Find out why they died.'
      ],
      [checkSecond({ restarts: 1 }), /: single, round 2: 1 worker died and was restarted/],
      [diedIn(1, 2, 4, 5, 6, 10), /: single, rounds 1, 2, 4 to 6 and 10: 6 workers/],
      [diedIn(1, 2), /: single, rounds 1 and 2: /],
      [
        checkRuns(
          { round: 10, restarts: 1 },
          { round: 2, variant: 'clustered', restarts: 1 },
          { round: 10, variant: 'clustered', restarts: 1 },
          { round: 11, restarts: 1 }
        ),
        /^warning worker-restarted  2,10,11: single, rounds 10 and 11; clustered, rounds 2 and 10: 4 workers/
      ]
    ],
    'errors of the users are told, summed over the rounds, when requests without an answer do not explain them': [
      [
        check({ single: { artilleryErrors, ...failed } }),
        'warning scenario-errors single 1,2,3: ' +
          'single, rounds 1 to 3: Artillery counted 15 errors but only 6 unanswered requests: Failed capture or match (9), ETIMEDOUT (6). ' +
          'The affected users did not do what the scenario says, so the load was not the intended one. Fix the scenario.'
      ],
      [checkSecond({ artilleryErrors: { ETIMEDOUT: 2 }, ...failed })],
      [
        checkSecond({ artilleryErrors: { 'Undefined function': 1 }, failures: 9, failureKinds: { 500: 9 } }),
        /counted 1 error but only 0 unanswered requests: Undefined function \(1\)\./
      ]
    ],
    'responses without the header leave the distribution unknown when they are many, and are left out when they are few':
      [
        [
          check({ single: { unattributed: 12 } }),
          'warning unattributed-responses single: ' +
            `single: 1.0 % of the responses had no x-worker-pid header, so the distribution leaves them out. ${advice}`
        ],
        [
          check({ clustered: { unattributed: 300 } }),
          `warning unattributed-responses clustered: clustered: 20 % of the ${nobodyKnows} ${advice}`
        ],
        [
          check({ clustered: { workers: [], unattributed: 1200 } }),
          `warning unattributed-responses clustered: clustered: 100 % of the ${nobodyKnows} ${advice}`
        ],
        [
          check({ single: { ...nameless, headerValues: 1100 } }),
          'warning unattributed-responses single: single: 100 % of the responses had the x-worker-pid header, which names no worker (1100 values in a run), ' +
            'so the distribution of the work is unknown. Set plugins.speedup.app.pidHeader to a name that the app does not use.'
        ]
      ],
    'commands and URLs are noted once where no response carries the header, warned of where some do, and not missed for what they can’t tell':
      [
        [
          checkStrangers({ go: nameless, staging: nameless }),
          'note unattributed-responses : ' +
            `go and staging: no response had the x-worker-pid header, so it is unknown which process sent it. ${wayOut}`
        ],
        [checkStrangers({ staging: nameless }), /^note unattributed-responses staging: /],
        [
          checkStrangers({ staging: { ...nameless, headerValues: 900 } }),
          /^warning unattributed-responses staging: staging: 100 % of the responses had the x-worker-pid header, which names no worker \(900 values in a run\)/
        ],
        [
          checkStrangers({ go: { unattributed: 300 } }),
          `warning unattributed-responses go: go: 20 % of the ${nobodyKnows} ${wayOut}`
        ],
        [checkStrangers({ go: silent, staging: silent })]
      ],
    'silent workers leave the speedup without an explanation, counted over all runs, unless the load was too short for reports':
      [
        [
          checkFour(mute('101')),
          'note telemetry-missing clustered 2: ' +
            'clustered, round 2: 1 process (PID 101) reported little or nothing about how busy it was, so the speedup is measured but not explained. ' +
            'Check whether the app closes its IPC channel or starts these processes itself.'
        ],
        [
          checkFour(mute('101', '102')),
          /2 processes \(PID 101 \.\.\.\) reported little or nothing about how busy they were/
        ],
        [
          checkFour(mute('101', '102'), { workers: [aWorker('100', { usage: null })] }),
          /: single, round 2; clustered, round 2: 3 processes \(PID \d+ \.\.\.\) reported little/
        ],
        [checkFour({ loadSeconds: 1, generator: { drainSeconds: 0.4 }, ...mute('101') })],
        [checkFour({ loadSeconds: 1, generator: { drainSeconds: 0.5 }, ...mute('101') }), /telemetry-missing/]
      ],
    'an app that clusters itself is named with the way out, once for each variant, whether it answers from more processes than were started or forks workers; a worker that was replaced, and a command, are no such app':
      [
        [
          checkRuns(own('100', '200', '300'), { round: 2 }),
          'problem clusters-itself single: single: the app clusters itself: single answers from 3 processes of its own. ' +
            'Start it without its own cluster, for example with `env: { WEB_CONCURRENCY: 1 }` in this variant if the app reads that variable, ' +
            'or set plugins.speedup.app to the file that serves requests and forks nothing. To measure its own cluster, use a variant of mode command.'
        ],
        [
          checkRuns({ ...own('100'), forks: 1 }),
          /^warning clusters-itself single: single: the app clusters itself: single answers from a process of its own\./
        ],
        [checkRuns({ ...own('100', '200'), forks: 7 }), /: single answers from 2 processes of its own\./],
        [
          checkRuns({ workers: [], unattributed: 1200, forks: 2 }).filter(({ code }) => code === 'clusters-itself'),
          /^problem clusters-itself single: single: the app clusters itself: single forks 2 workers of its own\. Start/
        ],
        [
          check({ clustered: own('1', '2', '3') }),
          /^warning clusters-itself clustered: clustered: the app clusters itself/
        ],
        [checkRuns({ ...own('100', '200'), restarts: 1 }).filter(({ code }) => code === 'clusters-itself')],
        [checkStrangers({ go: own('100', '200') }).filter(({ code }) => code === 'clusters-itself')]
      ],
    'an app that forks workers for something else does not cluster itself: the process that was started answers, and reports how busy it is':
      [
        [checkRuns({ forks: 2, workers: [aWorker('100')] })],
        [
          checkRuns({ forks: 2, workers: [], unattributed: 1200 }, { forks: 2, workers: [aWorker('100')] }).filter(
            ({ code }) => code === 'clusters-itself'
          )
        ]
      ],
    'an app that was killed is noted with the rounds, the patience it was given and the way out, and may have left what a command has others do':
      [
        [
          checkRuns({ killed: true }, { round: 2 }, { round: 3, killed: true }),
          'note app-killed single 1,3: ' +
            'single: after 2 runs the app did not exit within 2 s of SIGTERM and was killed. Make it exit on SIGTERM, or raise plugins.speedup.app.stopTimeout.'
        ],
        [
          checkApp([aRun({ killed: true })], someSettings({ variants: [docker] })),
          /stopTimeout\. A command such as docker run leaves the work to a daemon: make sure that its container ends, too \(docker run --rm --init\)\.$/
        ]
      ]
  })
})
