import { checkAnswers, checkEarlier, checkErrors } from '../../../plugin/comparison/warnings/answers.ts'
import { aCandidate, aVariantLimit, otherAnswers } from '../../support/results.ts'
import { aWorker, runsWithSpeedups } from '../../support/runs.ts'
import { anEarlierResult, aVariant } from '../../support/settings.ts'
import { itWarns } from '../../support/warnings.ts'
import { expect } from 'chai'
import type { EarlierDifference } from '../../../plugin/concepts/warnings.ts'
import type { VariantLimit } from '../../../plugin/concepts/comparison.ts'

describe('warnings about answers', () => {
  const ofWorkers = {
    baseline: 'single',
    variants: ['single', 'clustered', 'four'].map((name) =>
      aVariant({ name, mode: name === 'single' ? 'single' : 'cluster' })
    )
  }
  const urls = ['GET /a', 'GET /b', 'POST /c', 'GET /d', 'GET /e']
  const differing = (count: number) => checkAnswers([otherAnswers({ different: urls.slice(0, count) })], ofWorkers)
  const failed = { failures: 120, failureKinds: { 500: 20, ECONNRESET: 100 } }
  const failing = runsWithSpeedups([2, 2, 2], {
    single: { failures: 12, failureKinds: { 503: 12 } },
    clustered: failed
  })
  const two = [aWorker('1', { requests: 600 }), aWorker('2', { requests: 600 })]
  const oneFails = runsWithSpeedups([2, 2, 2], {
    clustered: {
      workers: two,
      failures: 72,
      failureKinds: { 500: 72 },
      printed: ['listening', 'Error: database is locked']
    }
  })
  const ofErrors = (variant: string, overrides?: Partial<VariantLimit>) =>
    aVariantLimit({ variant, metric: 'errorRate', value: 0.03, limit: 0.02, verdict: 'fail', ...overrides })
  const check = (errorRate: Partial<VariantLimit>) =>
    checkErrors(failing, { limits: [ofErrors('clustered', errorRate)], erring: [] })
  const primes = { scenario: 'primes', client: null }
  const known = [aCandidate({ againstEarlier: null }), aCandidate({ againstEarlier: 'pass' })]
  const otherThan = (...earlierDiffers: EarlierDifference[]) => [
    aCandidate({ againstEarlier: 'inconclusive', earlierDiffers })
  ]
  const { estimates } = anEarlierResult()
  const four = anEarlierResult({ estimates: estimates.map((one) => ({ ...one, workers: 4 })) })
  const artillerys = { name: 'artillery' as const, because: 'it uploads files (formData)' }
  const by = (client: 'lean' | 'artillery') =>
    anEarlierResult({ estimates: estimates.map((one) => ({ ...one, client })) })

  itWarns({
    'different answers are a problem, told with the likely cause and both ways out; the same are nothing': [
      [checkAnswers([otherAnswers({ different: [] })], ofWorkers)],
      [checkAnswers([], ofWorkers)],
      [
        checkAnswers([otherAnswers({ different: ['GET /counter'] })], ofWorkers),
        'problem different-answers clustered: ' +
          'clustered answers GET /counter differently from single, which is consistent across restarts, so the verdict is withheld. One process may keep state that all workers need (sessions, counters, caches): move it to where all can reach it; if these answers are meant to differ, ' +
          'set plugins.speedup.compareAnswers: false.'
      ],
      [
        checkAnswers([otherAnswers({ different: ['GET /counter'] })], {
          baseline: 'single',
          variants: ['single', 'clustered'].map((name) => aVariant({ name, node: name }))
        }),
        /withheld\. See what changed in them; if these answers/
      ]
    ],
    'different and unsteady answers are told of each candidate, three of them by name, with why they could not be compared':
      [
        [differing(3), /answers GET \/a, GET \/b, POST \/c differently/],
        [differing(4), /GET \/a, GET \/b, POST \/c and 1 other request differently/],
        [differing(5), /GET \/a, GET \/b, POST \/c and 2 other requests differently/],
        [
          checkAnswers(
            [
              otherAnswers({ unsteady: ['GET /b'] }),
              otherAnswers({ variant: 'four', different: [], unsteady: ['GET /b'] })
            ],
            ofWorkers
          ),
          /different-answers clustered:/,
          /unsteady-answers clustered:/,
          /unsteady-answers four:/
        ],
        [
          checkAnswers([otherAnswers({ different: [], unsteady: ['GET /time'] })], ofWorkers),
          'note unsteady-answers clustered: clustered: GET /time could not be compared, because single itself answers differently after each start, or was asked only once. If you expect that, ignore this ' +
            'note.'
        ]
      ],
    'errors above what is allowed are told with why in all rounds, and that nothing else counts then': [
      [check({ value: 0.02, verdict: 'pass' })],
      [check({ value: 0.04, verdict: null })],
      [
        check({ value: 0.1 }),
        'problem errors clustered: ' +
          'clustered: 10 % of its requests failed (ECONNRESET (300), 500 (60)), more than the 2.0 % allowed. What fails is answered faster than real work, so its latencies and throughput get no verdict. Fix the ' +
          'app or lower the load.'
      ],
      [check({ request: 'GET /a' })],
      [check({ value: 0.0003, limit: 0 }), /: clustered: 10 % of its requests failed .*, more than the 0 % allowed\. /],
      [
        checkErrors(failing, {
          limits: [ofErrors('single'), ofErrors('clustered', { verdict: 'inconclusive' })],
          erring: ['single']
        }),
        /^problem errors single: single: 1\.0 % of its requests failed \(503 \(36\)\), more than the 2\.0 % allowed\. What fails .* no verdict\. If a worker answers 503 until it is ready, set/
      ],
      [
        checkErrors(failing, { limits: [], erring: ['clustered'] }),
        /^problem errors clustered: clustered: .* of its requests failed \(ECONNRESET \(300\), 500 \(60\)\), more than 1\.0 %\. /
      ],
      [
        checkErrors(oneFails, { limits: [], erring: ['clustered'] }),
        / failed \(500 \(216\)\), more than [^;]*; the app printed “Error: database is locked”\. What fails .* no verdict\. single did not fail, so state in one process \(sessions, caches, a file\) is the likely cause: .*, or make them share it\.$/
      ]
    ],
    'an earlier result of another machine, load, client or number of workers can’t be compared, and says why': [
      [checkEarlier(known, primes, anEarlierResult())],
      [checkEarlier(known, primes, null)],
      [
        checkEarlier(otherThan('machine'), primes, anEarlierResult({ cpu: 'Intel Xeon', cores: 1 })),
        'warning different-machine : The earlier result comes from another machine (Intel Xeon, 1 core) than this one (AMD EPYC, 2 cores). ' +
          'Speedups depend on the machine, so it is unknown whether a speedup fell. Compare with a result from this machine.'
      ],
      [
        checkEarlier(otherThan('load'), primes, anEarlierResult()),
        'warning different-load : Other numbers of users loaded primes in the earlier result than now. ' +
          'Speedups depend on the load, so it is unknown whether a speedup fell. Compare with a result of the same users or phases.'
      ],
      [
        checkEarlier(otherThan('client'), { ...primes, client: artillerys }, by('lean')),
        "warning different-client : primes was loaded by the lean client in the earlier result and by Artillery's client now. " +
          'The two take different shares of the machine, so it is unknown whether a speedup fell. ' +
          'Compare with a result of the same client, or set plugins.speedup.generator.client.'
      ],
      [
        checkEarlier(otherThan('variant'), primes, four),
        'warning different-variant clustered: ' +
          'clustered had 4 workers in the earlier result and has 2 now, so it is unknown whether a speedup fell. Give it as many workers as before, ' +
          'or compare with a result of 2 workers.'
      ],
      [checkEarlier([aCandidate({ earlierDiffers: ['machine'] })], primes, anEarlierResult())]
    ]
  })

  it('are told once of all candidates, but for the number of workers', () => {
    const both = ['clustered', 'pm2'].flatMap((name) => {
      const [one] = otherThan('machine', 'variant')
      return { ...one, name }
    })
    const estimates = both.flatMap(({ name }) => four.estimates.map((one) => ({ ...one, candidate: name })))
    const codes = checkEarlier(both, primes, { ...four, estimates }).map(({ code, variant }) => `${code} ${variant}`)
    expect(codes).to.eql(['different-machine null', 'different-variant clustered', 'different-variant pm2'])
  })
})
