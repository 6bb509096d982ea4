import { expect } from 'chai'
import { unfairArms } from '../../plugin/comparison/fair-arms.ts'
import { aClusterUse, aVariantUse, otherAnswers } from '../support/results.ts'
import { runsWithSpeedups, type RunPart } from '../support/runs.ts'
import { seededNormal } from '../support/random.ts'
import { aPlan, someSettings } from '../support/settings.ts'
import { itWarns } from '../support/warnings.ts'
import type { UnequalAnswers } from '../../plugin/concepts/comparison.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { ScenarioPlan } from '../../plugin/concepts/settings.ts'

const uses = [aVariantUse(), aClusterUse()]
type About = {
  unequal?: UnequalAnswers[]
  different?: string[]
  compareAnswers?: boolean
  plan?: Partial<ScenarioPlan>
}
const warningsOf = (runs: Run[], { unequal = [], different = [], compareAnswers = true, plan = {} }: About = {}) =>
  unfairArms(
    { runs, answers: [otherAnswers({ different, unequal })], uses },
    { ...aPlan(), ...plan },
    someSettings({ compareAnswers })
  ).map(({ warning }) => warning)
const check = (single: RunPart, clustered: RunPart, about?: About) =>
  warningsOf(runsWithSpeedups([2, 2, 2], { single, clustered }), about)
/** Of answers, while the runs are alike. */
const apart = (...unequal: UnequalAnswers[]) => check({}, {}, { unequal })

const answering = (byStatus: Record<string, number>, bytes = 0) => ({ responses: { byStatus, bytes } })
const ofSize = (bytes: number) => answering({ 200: 1000 }, 1000 * bytes)
/** Of 20 users, with 1200 responses. */
const opening = (connections: number, rest: RunPart = {}): RunPart => ({ connections, ...rest })
const usual = { status: 200, bytes: 48_000, encoding: '', closes: false }
const unequal = (
  aspect: UnequalAnswers['in'],
  candidate: Partial<typeof usual>,
  baseline: Partial<typeof usual> = {},
  request = 'GET /'
): UnequalAnswers => ({
  in: aspect,
  request,
  baseline: { ...usual, ...baseline },
  candidate: { ...usual, ...candidate }
})
/** Users go on until the time is up. */
const closed = (cycle: number | null) => ({ plan: { loop: { users: 20, seconds: 5 }, cycle } })
const gzip = unequal('encoding', { encoding: 'gzip', bytes: 1234 })
const intended = 'if this difference is part of what you compare, set plugins.speedup.compareAnswers: false.'
const restarting = (counts: number[]) =>
  runsWithSpeedups(counts).map((run) =>
    run.variant === 'clustered' ? { ...run, restarts: counts[run.round - 1] } : run
  )

describe('variants that differ in more than speed', () => {
  itWarns({
    'are none where both do the same': [
      [check({}, {})],
      [check({ ...ofSize(900), ...opening(20) }, { ...ofSize(900), ...opening(20) })],
      [warningsOf([])]
    ],
    'are told of compression in one of them, whichever it is, or of two kinds of it': [
      [
        apart(gzip),
        'problem different-encoding clustered: clustered compresses its responses (gzip, 1.2 kB), single does not (48 kB): GET /. ' +
          `Compressing takes CPU time and leaves less to send, so the verdict is withheld. Switch it on in both or in neither; ${intended}`
      ],
      [
        apart(unequal('encoding', {}, { encoding: 'br', bytes: 999 }), unequal('encoding', {}, {}, 'GET /b')),
        /: single compresses its responses \(br, 999 B\), clustered does not \(48 kB\): GET \/ and 1 other request\. /
      ],
      [
        apart(unequal('encoding', { encoding: 'zstd', bytes: 2_500_000 }, { encoding: 'gzip' })),
        /: clustered compresses its responses \(zstd, 2\.5 MB\), single uses gzip \(48 kB\): /
      ],
      [
        apart(unequal('encoding', { encoding: 'gzip' }, { encoding: 'gzip' })),
        /: single and clustered usually compress their responses \(gzip\), but one of them more often than the other: GET \/\. Compressing takes/
      ],
      [
        apart(unequal('encoding', {}), unequal('encoding', { encoding: 'gzip', bytes: 1234 }, {}, 'GET /b')),
        /: clustered compresses its responses \(gzip, 1\.2 kB\), single does not \(48 kB\): GET \/b and 1 other request\. /
      ],
      [
        apart(unequal('encoding', {})),
        /: single and clustered usually do not compress their responses, but one of them more often than the other: GET \/\. /
      ],
      // Smaller for that reason.
      [check(ofSize(48_000), ofSize(1234), { unequal: [gzip] }), /different-encoding/]
    ],
    'are told of connections that one of them closes, as a warning where users would not use them again': [
      [
        check(opening(1200), opening(20)),
        'problem different-connections clustered: single closes the connection after each response, clustered keeps it open, ' +
          `so the verdict is withheld: opening a connection takes time, too. Let both keep connections open (keep-alive), or neither; ${intended}`
      ],
      [
        check(opening(20), opening(610)),
        /: clustered closes connections \(50 % of its responses needed a new one\), single keeps them open, so the verdict is withheld/
      ],
      [
        apart(unequal('connection', { closes: true })),
        /^warning different-connections clustered: clustered closes the connection after each response, single keeps it open\. Users of this scenario do not reuse connections/
      ],
      [check(opening(20), opening(70))],
      [check(opening(1200), opening(1200))],
      // Each user asks once.
      [check(opening(1200, { generator: { users: 1200 } }), opening(1100, { generator: { users: 1100 } }))],
      // A pool has fewer than there are users.
      [check(opening(5), opening(10))]
    ],
    'are told of other statuses under load, but failures are judged on their own': [
      [
        check(answering({ 200: 1000 }), answering({ 200: 100, 204: 900 })),
        'problem different-answers clustered: Under load, 90 % of the responses of clustered have status 204, and 0 % of those of single, ' +
          `so the verdict is withheld. One of the two does other work (a cache, a redirect, a fallback). Find out what changes its answers; ${intended}`
      ],
      [
        check(answering({ 200: 500, 302: 500 }), answering({ 200: 1000 })),
        /: Under load, 0 % of the responses of clustered have status 302, and 50 % of those of single, /
      ],
      [check(answering({ 200: 980, 304: 20 }), answering({ 200: 1000 }))],
      [check(answering({ 200: 1000 }), answering({ 200: 500, 503: 500 }))],
      // The first request creates, the next ones don't: more of these get to a faster one.
      [check(answering({ 200: 400, 201: 600 }), answering({ 200: 700, 201: 300 }))],
      // A login that is refused is not one that answers something else.
      [check(answering({ 200: 900, 201: 100 }), answering({ 200: 900, 429: 100 }))],
      [
        check(answering({ 200: 300 }), answering({ 200: 100, 203: 900 }), closed(1)),
        /: Under load, 90 % of the responses of clustered have status 203, and 0 % of those of single, /
      ],
      // It is said already.
      [check(answering({ 200: 1000 }), answering({ 204: 1000 }), { different: ['GET /'] })]
    ],
    'are told of smaller responses under load as a problem, of larger ones as a warning': [
      [
        check(ofSize(48_000), ofSize(1200)),
        'problem different-sizes clustered: The responses of clustered under load are smaller than those of single: on average 1.2 kB instead of 48 kB, so the verdict is withheld. ' +
          `Find out what one of them leaves out or adds (a truncated list, an error page, another compression level); ${intended}`
      ],
      [
        check(ofSize(1000), ofSize(1500)),
        /^warning different-sizes clustered: The responses of clustered under load are larger than those of single: on average 1\.5 kB instead of 1\.0 kB, so the two do not do the same work\. /
      ],
      [check(ofSize(1000), ofSize(1500), { unequal: [unequal('size', { bytes: 900 })] }), /under load are larger/],
      [
        check(ofSize(1000), ofSize(1000), { unequal: [unequal('size', { bytes: 900 })] }),
        /^warning different-sizes clustered: The responses of clustered to GET \/ are smaller than those of single: typically 900 B instead of 48 kB/
      ],
      [check(ofSize(1000), ofSize(1050))],
      [check(ofSize(0), ofSize(1000))],
      [check({}, ofSize(1000))],
      [check(ofSize(1000), ofSize(10), { different: ['GET /'] })],
      // Errors are short, and judged on their own.
      [check(ofSize(1000), answering({ 200: 850, 429: 150 }, 853_000))],
      [check(ofSize(1000), answering({ 200: 995, 429: 5 }, 500_000)), /^problem different-sizes/]
    ],
    'are not found where it depends on speed what they are asked for': [
      // Half of the users ask for what takes long, and all of them for ever: light requests wait behind heavy ones in
      // single.
      [check(answering({ 200: 500, 201: 500 }, 5_000_000), answering({ 200: 5000, 201: 10 }, 600_000), closed(null))],
      // After a login and a big first page come many calls, which single gets to late or never.
      [check(answering({ 201: 20, 200: 60 }, 2_060_000), answering({ 201: 20, 200: 4000 }, 6_000_000))],
      [check(answering({ 201: 20 }, 2_000_000), answering({ 201: 20, 200: 200 }, 2_200_000))],
      [check(answering({ 201: 20, 200: 180 }, 2_180_000), answering({ 201: 400, 200: 4000 }, 44_000_000), closed(11))],
      // Who fails begins the flow anew.
      [
        check(
          answering({ 200: 10_000 }, 1e7),
          { ...answering({ 200: 10_000 }, 2e6), artilleryErrors: { ETIMEDOUT: 200 } },
          closed(5)
        )
      ]
    ],
    'are found where users went through the whole flow, often or all of them, or have a single request': [
      [check(answering({ 200: 10_000 }, 1e7), answering({ 200: 10_000 }, 2e6), closed(5)), /^problem different-sizes/],
      [check(answering({ 200: 1200 }, 1_200_000), answering({ 200: 1200 }, 240_000)), /^problem different-sizes/],
      [
        check(answering({ 200: 100 }, 100_000), answering({ 200: 1200 }, 240_000), closed(1)),
        /^problem different-sizes/
      ],
      [
        check(answering({ 200: 100 }, 100_000), answering({ 200: 1200 }, 240_000), { plan: { cycle: 1 } }),
        /^problem different-sizes/
      ]
    ],
    'are told of workers that die in one of them for a fifth of their time, whatever the answers': [
      [
        warningsOf(restarting([3, 2, 2]), { compareAnswers: false }),
        'problem worker-restarted clustered: 7 workers of clustered died, one every 2.1 s of load, and none of single. ' +
          'About 35 % of the time of its workers went into starting again, so its figures are those of an app that crashes, and the verdict is withheld. Find out why they died.'
      ],
      [
        check({ restarts: 4 }, {}),
        /^problem worker-restarted single: 12 workers of single died, .* and none of clustered\./
      ],
      [warningsOf(restarting([2, 0, 0]))],
      [check({ restarts: 2 }, { restarts: 2 })]
    ],
    'are no matter where the answers need not be the same': [
      [
        check(
          { ...ofSize(9000), ...opening(1200) },
          { ...ofSize(10), ...opening(20) },
          { unequal: [gzip], compareAnswers: false }
        )
      ]
    ]
  })

  it('are hardly ever found where only chance differs, whoever looks after each round: mean sizes that vary by 15 % from run to run', () => {
    const normal = seededNormal(18)
    const hasAlarm = () => {
      const runs: Run[] = []
      for (let round = 1; round <= 10; round++) {
        for (const run of runsWithSpeedups([2]))
          runs.push({ ...run, round, ...ofSize(1000 * Math.exp(0.15 * normal())) })
        if (round >= 3 && warningsOf(runs).length > 0) return true
      }
      return false
    }
    expect(Array.from({ length: 1000 }, hasAlarm).filter(Boolean).length / 1000).to.be.at.most(0.005)
  })
})
