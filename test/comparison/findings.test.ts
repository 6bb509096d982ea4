import { expect } from 'chai'
import { Findings } from '../../plugin/comparison/findings.ts'
import { compareAnswers } from '../../plugin/comparison/compare-answers.ts'
import { aRun, runsWithSpeedups } from '../support/runs.ts'
import { aPlan, refusal, someSettings } from '../support/settings.ts'
import { itFinds } from '../support/cases.ts'
import type { UnequalAnswers } from '../../plugin/concepts/comparison.ts'
import type { Answer } from '../../plugin/concepts/run.ts'

const [plan, other] = [aPlan({ p95: 1.5 }), { ...aPlan(), name: 'checkout' }]
const empty = () => new Findings(someSettings({ scenarios: [plan, other] }))

describe('what is known of a comparison while it is made', () => {
  it('holds results from three rounds on, without verdicts where rounds were left', () => {
    const findings = empty()
    const runs = runsWithSpeedups([1.2, 1.5, 1.9])
    for (const run of runs.slice(0, 4)) findings.addRun(run, plan)
    expect(findings.results()).to.eql([])
    for (const run of runs.slice(4)) findings.addRun(run, plan)
    expect(findings.results()[0]).to.include({ scenario: plan.name, rounds: 3, preliminary: true, verdict: null })
    expect(findings.isDecided(plan, { min: 3, max: 10 })).to.equal(false)
  })

  it('knows the leader so far from three rounds on: of users in a loop by throughput, else by p95', () => {
    const findings = empty()
    const runs = runsWithSpeedups([1.2, 1.5, 1.9])
    for (const run of runs.slice(0, 4)) findings.addRun(run, plan)
    expect(findings.soFar(plan)).to.equal(null)
    for (const run of runs.slice(4)) findings.addRun(run, plan)
    const [{ candidates }] = findings.results()
    const told = findings.soFar(plan)
    expect(told?.name).to.equal('clustered')
    const p95 = candidates[0].estimates.find(({ metric }) => metric === 'p95')
    expect([told?.estimate.speedup, told?.estimate.interval]).to.eql([p95?.speedup, p95?.interval])
    const looped = { ...plan, thresholds: { clustered: {} }, loop: { users: 8, seconds: 2 } }
    expect(findings.soFar(looped)?.estimate.metric).to.equal('throughput')
  })

  it('is judged anew once a round was added', () => {
    const [findings, runs] = [empty(), runsWithSpeedups([2, 2, 2, 3])]
    const rounds = runs.map((run) => {
      findings.addRun(run, plan)
      return findings.soFar(plan)?.estimate.ratios.length
    })
    expect(rounds.slice(5)).to.eql([3, 3, 4])
  })

  it('holds why a variant has no profile as a note, which takes nothing from the verdict', () => {
    const findings = empty()
    for (const run of runsWithSpeedups([1.9, 2, 2.1])) findings.addRun(run, plan)
    findings.isDecided(plan, { min: 3, max: 3 })
    const [{ verdict, warnings }] = findings.results()
    findings.addBeside({ profiled: [{ variant: 'clustered', profile: null, problem: 'It ended.' }] }, plan)
    const note = {
      code: 'profile-missing',
      severity: 'note',
      variant: 'clustered',
      rounds: [],
      message: 'clustered has no profile: It ended.'
    }
    expect(findings.results()[0]).to.deep.include({ verdict, profiles: [], warnings: [...warnings, note] })
    expect(verdict).to.equal('pass')
  })

  it('has each scenario’s own runs, in the order of the scenarios', () => {
    const [findings, runs] = [empty(), runsWithSpeedups([2, 2, 2])]
    for (const run of runs) findings.addRun({ ...run, scenario: other.name }, other)
    for (const run of runs) findings.addRun(run, plan)
    expect(findings.results().map(({ scenario }) => scenario)).to.eql([plan.name, other.name])
    expect(findings.runs).to.have.length(2 * runs.length)
  })

  it('keeps a run with too many errors, and refuses to go on', () => {
    const [findings, run] = [empty(), aRun({ requests: 100, failures: 50, failureKinds: { 500: 50 } })]
    expect(refusal(() => findings.addRun(run, plan)).code).to.equal('TOO_MANY_ERRORS')
    expect(findings.runs).to.eql([run])
  })

  it('has the answers of a scenario for every load of it', () => {
    const findings = empty()
    const level = { ...plan, name: 'primes at 2x', level: { of: plan.name, factor: 2, isLeast: false } }
    const known = () => [plan, level, other].map((scenario) => findings.hasAnswers(scenario))
    expect(known()).to.eql([false, false, false])
    findings.addAnswers({ byVariant: { single: [], clustered: [] }, baselineAgain: null }, level)
    expect(known()).to.eql([true, true, false])
  })
})

const plain = { bytes: 5, encoding: '', closes: false }
/** @param bodies a letter for each answer */
const answers = (bodies: string, request: string = 'GET /'): Answer[] =>
  [...bodies].map((hash) => ({ request, status: 200, hash, ...plain }))

const differs = (byVariant: Record<string, Answer[]>) => new Findings(someSettings()).differ(byVariant)
type Series = Answer[] | string
const asAnswers = (series: Series) => (typeof series === 'string' ? answers(series) : series)
const differ = (single: Series, clustered: Series) =>
  differs({ single: asAnswers(single), clustered: asAnswers(clustered) })

// After each start a counter begins anew; two workers count on their own.
const [counter, counterOfTwo] = ['abcdefghij', 'aabbccddee']

describe('the answers of an app', () => {
  const [ab, ba] = [
    [...answers('a', 'GET /a'), ...answers('b', 'GET /b')],
    [...answers('b', 'GET /a'), ...answers('a', 'GET /b')]
  ]
  const byVariant = { four: answers('aa'), single: answers('aa'), two: answers('ab') }
  const compare = (single: Series, clustered: Series, again: Series) =>
    compareAnswers({ single: asAnswers(single), clustered: asAnswers(clustered) }, asAnswers(again), 'single')[0]
  const found = (different: string[], unsteady: string[] = [], requests = 1) => ({
    variant: 'clustered',
    requests,
    different,
    unsteady,
    unequal: [] as UnequalAnswers[]
  })
  const with3 = (first: string, time: string, ...rest: Answer[]) => [
    ...answers(first),
    ...answers(time, 'GET /time'),
    ...answers('s', 'GET /same'),
    ...rest
  ]
  const usualOf = (overrides: Partial<Answer>) => ({ status: 200, ...plain, ...overrides })
  const unequalIn = (candidate: Partial<Answer>, baseline: Partial<Answer> = {}) => {
    const [single, clustered] = [baseline, candidate].map((all) =>
      answers('aaaaaa').map((each) => ({ ...each, ...all }))
    )
    return compareAnswers({ single, clustered }, single, 'single')[0].unequal
  }
  const varying = (before: number[], after: number[]) => {
    const [single, clustered] = [before, after].map((sizes, i) =>
      sizes.map((bytes, n) => ({ ...answers('a')[0], hash: `${i} ${n}`, bytes }))
    )
    return compareAnswers(
      { single, clustered },
      single.map((each) => ({ ...each, hash: `${each.hash} again` })),
      'single'
    )[0].unequal.map((each) => each.in)
  }
  /** So many of 60 are compressed. */
  const mixed = (compressed: number) =>
    answers('a'.repeat(60)).map((each, i) => ({ ...each, encoding: i < compressed ? 'gzip' : '', closes: i % 7 === 0 }))
  const three = compareAnswers(
    { clustered: answers(counterOfTwo), single: answers(counter), other: answers(counterOfTwo) },
    answers(counterOfTwo),
    'clustered'
  )

  itFinds({
    'answers do not differ when the same come in another order, for each method and URL': [
      [differ('aabb', 'baba'), false],
      [differ(ab, ab.toReversed()), false],
      [differ(ab, ba), true]
    ],
    'answers differ when a body or a status does': [
      [differ('aaaa', 'aaab'), true],
      [differ('a', [{ ...answers('a')[0], status: 500 }]), true],
      [differ(counter, counterOfTwo), true]
    ],
    'answers may be more from the faster variant': [
      [differ('aa', 'aaaaaaaa'), false],
      [differ('aaaaaaaa', 'aa'), false],
      [differ('abcdef', 'abc'), false]
    ],
    'answers do not differ where only one of the two was asked, or nobody': [
      [differ(answers('a', 'GET /a'), answers('b', 'GET /b')), false],
      [differ([], []), false]
    ],
    'answers differ when those of any candidate do, among several': [
      [differs(byVariant), true],
      [differs({ ...byVariant, two: answers('aa') }), false]
    ],
    'answers may differ in one of twenty': [
      [differ('a'.repeat(20), `${'a'.repeat(19)}b`), false],
      [differ('a'.repeat(20), `${'a'.repeat(18)}bc`), true]
    ],
    'the comparison of answers blames the candidate for what the baseline repeats, such as a counter, or for one wrong answer in ten':
      [
        [compare(counter, counterOfTwo, counter), found(['GET /'])],
        [compare('aaaaaaaaaa', 'aaaaaaaaab', 'aaaaaaaaaa'), found(['GET /'])]
      ],
    'the comparison of answers blames nobody for what the baseline itself does not repeat, such as the time': [
      [compare('abcdef', 'ghijkl', 'mnopqr'), found([], ['GET /'])]
    ],
    'the comparison of answers blames the candidate when it agrees with the baseline far less than the baseline with itself':
      [
        // Nine of ten agree between two starts of the baseline, six of ten with the candidate.
        [compare('aaaaaaaaab', 'aaaaaadddd', 'aaaaaaaaac'), found(['GET /'])],
        [compare('aaaaaaaaab', 'aaaaaaaaad', 'aaaaaaaaac'), found([], ['GET /'])]
      ],
    'the comparison of answers does not drop what the second baseline was not asked, but blames nobody for it': [
      [compare(answers('a', 'GET /x'), answers('b', 'GET /x'), answers('a', 'GET /y')), found([], ['GET /x'])]
    ],
    'the comparison of answers tells the requests apart, and counts those that both were asked': [
      [
        compare(
          with3(counter, 'x', ...answers('a', 'GET /only-single')),
          with3(counterOfTwo, 'y'),
          with3(counter, 'z')
        ),
        found(['GET /'], ['GET /time'], 3)
      ]
    ],
    'the comparison of answers finds what differs beyond the content, with a usual answer of each, and no size where that is explained':
      [
        [
          unequalIn({ encoding: 'gzip', bytes: 20 }),
          [
            {
              in: 'encoding',
              request: 'GET /',
              baseline: usualOf({}),
              candidate: usualOf({ encoding: 'gzip', bytes: 20 })
            }
          ]
        ],
        [
          unequalIn({ closes: true }).map((each) => [each.in, each.baseline.closes, each.candidate.closes]),
          [['connection', false, true]]
        ],
        [unequalIn({ status: 204, bytes: 0 }).map((each) => each.in), ['status']],
        [unequalIn({ bytes: 900 }).map((each) => [each.in, each.candidate.bytes]), [['size', 900]]],
        [unequalIn({ encoding: 'gzip' }, { encoding: 'gzip' }), []],
        [
          differ(
            answers('aaaaaa'),
            answers('aaaaaa').map((each) => ({ ...each, closes: true }))
          ),
          true
        ]
      ],
    'the comparison of answers leaves to chance what differs in the baseline itself: sizes, encodings, connections': [
      [varying([10, 400, 10, 400, 200, 30], [350, 420, 300, 310, 320, 330]), []],
      [varying([100, 100, 100, 100, 100, 100], [140, 150, 130, 160, 199, 190]), []],
      [varying([1000, 1010, 1000, 1000, 1000, 1000], [1120, 1130, 1200, 1140, 1150, 1190]), ['size']],
      [varying([1000, 1000, 1000], [5000, 5000, 5000]), []],
      [compareAnswers({ single: mixed(30), clustered: mixed(24) }, mixed(33), 'single')[0].unequal, []]
    ],
    'the comparison of answers sees a status where the content differs by nature': [
      [
        compareAnswers(
          { single: answers('abcd'), clustered: answers('efgh').map((each) => ({ ...each, status: 503 })) },
          answers('ijkl'),
          'single'
        )[0].different,
        ['GET /']
      ]
    ],
    'a request whose answers differ is told without the keys of its query, once': [
      [
        compareAnswers(
          {
            single: [...answers('aa', 'GET /x?api_key=s3cret1'), ...answers('aa', 'GET /x?api_key=s3cret2')],
            clustered: [...answers('bb', 'GET /x?api_key=s3cret1'), ...answers('bb', 'GET /x?api_key=s3cret2')]
          },
          null,
          'single'
        )[0].different,
        ['GET /x?api_key=…']
      ]
    ],
    'the comparison of answers is made with each candidate, the baseline being any of the variants': [
      [three.map(({ variant, different }) => [variant, ...different]), [['single', 'GET /'], ['other']]]
    ]
  })
})
