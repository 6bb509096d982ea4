import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { together, type Answer } from '../../docs/tutorials/answers.ts'
import { tutorials, type Claim, type LossClaim } from '../../docs/tutorials/claims/index.ts'
import { foundOf } from '../../docs/tutorials/found-of.ts'
import { judge } from '../../docs/tutorials/judge.ts'
import { judgeLosses } from '../../docs/tutorials/losses.ts'
import { tutorialsPage } from '../../docs/tutorials/page.ts'
import { readOrder } from '../../docs/tutorials/read-order.ts'
import { renderTutorials } from '../../docs/tutorials/render.ts'
import { expectKept } from '../support/golden.ts'
import { itFinds } from '../support/cases.ts'
import { aRound, someLosses } from '../support/losses.ts'
import { tableIn } from '../support/markdown.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aVariantUse, aWarning } from '../support/results.ts'
import { settingsOf } from '../support/scenario-files.ts'
import type { Round } from '../../plugin/questions/losses/comparison/losses.ts'
import type { Losses } from '../../plugin/questions/losses/concepts/losses.ts'
import type { CandidateResult, Estimate, ScenarioResult } from '../../plugin/concepts/comparison.ts'

const docs = new URL('../../docs/', import.meta.url)

describe('docs/tutorials.md', () => {
  it('is exactly what is made of the comparisons that are kept, one for each tutorial', () => {
    expectKept('docs/tutorials.md', tutorialsPage(['docs']))
    const places = tutorials.map(({ name }) => [`scenarios/tutorials/${name}.yml`, 'fixtures-app/server.js'])
    const measured = tutorials.map(({ name }) => {
      const { file, settings } = JSON.parse(readFileSync(new URL(`tutorials/${name}/comparison.json`, docs), 'utf8'))
      return [file, settings.app]
    })
    expect(measured, 'of nothing outside this project').to.eql(places)
  })

  it('names a run that is missing', () => {
    expect(() => tutorialsPage([])).to.throw(
      'docs/tutorials/slow/comparison.json is missing, and with it the figures of a page: npm run tutorials -- --only slow measures it.'
    )
  })

  // Scenarios and loads that differ, and the warnings of the tool, are in that page.
  it('names the candidate where claims differ in it', () => {
    const claims = ['clustered', 'pm2'].map((candidate): Claim => ({ ...served, candidate }))
    const tutorial = { name: 'primes', title: 'Primes', source: '', setUp: '', cores: null, changes: [], claims }
    const page = renderTutorials([
      { tutorial, comparison: aComparison([aScenarioResult([aCandidate(), aCandidate({ name: 'pm2' })])]) }
    ])
    expect(tableIn(page.split('\n## ')[1]).map(([first]) => first)).to.eql([
      '',
      'throughput of clustered, responses/s',
      'throughput of pm2, responses/s'
    ])
  })
})

describe('the scenario file of each tutorial', () => {
  for (const { name, claims, losses = [] } of tutorials) {
    it(`has what is claimed: ${name}.yml`, () => {
      const { scenarios, variants, baseline, disturb } = settingsOf(`scenarios/tutorials/${name}.yml`)
      expect(variants.map((variant) => variant.name)).to.include.members(
        losses.flatMap(({ candidate, against }) => [candidate, against])
      )
      expect(disturb?.map(({ kind }) => kind) ?? []).to.include.members(losses.map(({ after }) => after))
      const candidates = variants.map((variant) => variant.name).filter((variant) => variant !== baseline)
      const compared = scenarios.flatMap(({ name: scenario, level }) =>
        candidates.map((candidate) => ({ scenario: level?.of ?? scenario, factor: level?.factor ?? null, candidate }))
      )
      expect(compared).to.include.deep.members(
        claims.map(({ scenario, factor, candidate }) => ({ scenario, factor, candidate }))
      )
    })
  }
})

describe('npm run tutorials', () => {
  const namesOf = (...args: string[]) => readOrder(args, tutorials).chosen.map(({ name }) => name)
  itFinds({
    'measures all, or those that are named, or none': [
      [namesOf(), tutorials.map(({ name }) => name)],
      [namesOf('--only', 'primes', '--only=slow'), ['slow', 'primes']],
      [namesOf('--render'), []]
    ],
    'writes to docs, or to the folder that is named': [
      [readOrder([], tutorials).output, /\/docs$/],
      [readOrder(['--output', '/tmp/tried'], tutorials).output, '/tmp/tried']
    ]
  })

  it('refuses what it does not know', () => {
    expect(() => namesOf('--only', 'prime')).to.throw(
      '--only prime: unknown tutorial. Known: slow, heavy-computation, fibonacci, read-content, primes and restarts.'
    )
    expect(() => namesOf('--onyl', 'primes')).to.throw('--onyl')
  })
})

const served: Claim = {
  scenario: 'primes',
  factor: null,
  candidate: 'clustered',
  metric: 'throughput',
  baseline: 100,
  claimed: 160
}
const bound = { atMost: 1.7, cores: 2, generator: 0.3, others: 0.02, loop: null }

type Given = {
  reason?: Estimate['reason']
  claim?: Partial<Claim>
  candidate?: Partial<CandidateResult>
  result?: Partial<ScenarioResult>
  cores?: number
}

function judged([low, high]: [number, number], { claim = {}, candidate, result, cores, reason = null }: Given = {}) {
  const whole = { ...served, ...claim }
  const metric = whole.metric === 'success' ? 'throughput' : whole.metric
  const estimate = { metric, speedup: (low + high) / 2, interval: [low, high] as [number, number], reason }
  const compared = aScenarioResult([aCandidateWith([estimate], { bound, ...candidate })], result)
  return judge(whole, foundOf(whole, aComparison([compared])), { cores: cores ?? null })
}
const answer = (...given: Parameters<typeof judged>) => judged(...given).answer
const why = (...given: Parameters<typeof judged>) => judged(...given).why

// The sentences of what holds, in whole, in part, by more or in kind, are those of docs/tutorials.md, which another
// test pins.
describe('the judgement of a claimed speedup', () => {
  const latency = { metric: 'p95' as const, baseline: 160, claimed: 100 }
  const triple = { metric: 'p50' as const, baseline: 300, claimed: 100 }
  const takesThree = 'The claim needs at least 3 cores.'
  const disturbed = (severity: 'problem' | 'warning') => ({
    result: { warnings: [aWarning({ code: 'machine-disturbed', severity })] }
  })
  const fixed = (...saturated: string[]) => ({ result: { load: { model: 'open' as const, saturated } } })
  const unbound = { candidate: { bound: null } }
  const failing = (single: number, clustered: number) =>
    answer([1.3, 2.12], {
      claim: { metric: 'success', baseline: 0.736, claimed: 1 },
      result: {
        variants: [aVariantUse({ errorRate: single }), aVariantUse({ name: 'clustered', errorRate: clustered })]
      }
    })

  itFinds({
    'is yes where our interval includes it, or where ours is larger': [
      [answer([1.6, 1.7]), 'yes'],
      [answer([1.5, 1.6]), 'yes'],
      [answer([1.61, 1.7]), 'yes']
    ],
    'is inconclusive where our interval includes no difference at all as well': [
      [
        judged([1, 2]),
        { answer: 'unknown', why: 'Our interval is too wide: it contains both the claimed 1.60x and no difference.' }
      ],
      [answer([1.01, 2]), 'yes']
    ],
    'is in part where ours is smaller, though more was possible': [[answer([1.2, 1.4]), 'in part']],
    'is no where nothing is faster, whatever was claimed': [
      [
        judged([0.9, 1.3]),
        { answer: 'no', why: 'No measurable difference: our interval does not reach the claimed 1.60x.' }
      ],
      [
        why([0.9, 1.3], { claim: { claimed: 890 } }),
        'No measurable difference: our interval does not reach the claimed 8.90x.'
      ],
      [why([0.7, 0.9]), 'It is slower: our interval lies below 1.']
    ],
    'takes a latency that falls for a speedup': [[answer([1.5, 1.7], { claim: latency }), 'yes']],
    'is no more than its kind where these cores can not give as much, or what the load generator leaves of them': [
      [
        why([1.5, 1.56], { claim: { baseline: 1247, claimed: 8934 }, cores: 8 }),
        'The claim needs at least 8 cores. The load generator took 0.30 of ours. ' +
          'Theirs is 90 % of what its 8 cores could give at most, ours 90 %.'
      ],
      [
        judged([1.4, 1.6], { claim: { claimed: 185 } }),
        {
          answer: 'in kind',
          why: 'The claim needs at least 2 cores. The load generator took 0.30 of ours.',
          allowed: { cores: 2, atMost: 1.7 }
        }
      ],
      [answer([1.4, 1.6], { claim: { claimed: 185 }, ...unbound }), 'in part']
    ],
    'says less where neither the cores of the tutorial nor our bound are known': [
      [why([1.5, 1.6], { claim: triple }), `${takesThree} The load generator took 0.30 of ours.`],
      [why([1.5, 1.6], { claim: triple, ...unbound, cores: 4 }), takesThree]
    ],
    'is inconclusive where there is no verdict, whatever the numbers': [
      [
        judged([1.5, 1.7], { reason: 'generator-saturated' }),
        { answer: 'unknown', why: 'No verdict on throughput: the load generator was too busy.' }
      ]
    ],
    'is inconclusive where other programs may have made less of it, unless it holds all the same': [
      [answer([1.2, 1.4], disturbed('problem')), 'unknown'],
      [answer([1.2, 1.4], disturbed('warning')), 'in part'],
      [answer([1.5, 1.7], disturbed('problem')), 'yes']
    ],
    'tells what a fixed rate can not show': [
      [
        judged([0.99, 1.01], fixed()),
        {
          answer: 'unknown',
          why: 'Users arrive at a fixed rate and single serves them all, so there is nothing to gain at this rate.'
        }
      ],
      [answer([1.39, 1.41], fixed('single')), 'in part'],
      [answer([1.39, 1.41], fixed('single', 'clustered')), 'in part'],
      [answer([0.99, 1.01], fixed('single')), 'no'],
      [answer([1.39, 1.41], { ...fixed(), claim: { ...latency, metric: 'p50' } }), 'in part']
    ],
    'of answered requests is that it holds where only the baseline fails, and does not show where it answers all': [
      [failing(0.26, 0.001), 'yes'],
      [failing(0.004, 0), 'unknown'],
      [failing(0.26, 0.1), 'in part'],
      [failing(0.26, 0.26), 'no']
    ]
  })
})

describe('the answer to a question of several points', () => {
  const of = (...answers: Exclude<Answer, 'in kind'>[]) =>
    together(answers.map((each) => ({ answer: each, why: '' }))).answer

  itFinds({
    'is what all have, in part where one holds at all, and unknown otherwise': [
      [of('no', 'no'), 'no'],
      [of('yes', 'unknown'), 'in part'],
      [of('in part', 'no'), 'in part'],
      [of('no', 'unknown'), 'unknown']
    ]
  })
})

describe('the judgement of a promise that nothing is lost', () => {
  const claim: LossClaim = {
    after: 'reload',
    candidate: 'clustered',
    against: 'single',
    claimed: 'no downtime',
    promises: 'no loss'
  }
  const lossesOf = (reset: number, rest: Partial<Round> = {}) =>
    someLosses(Array.from({ length: 3 }, () => aRound({ reset, ...rest })))
  const answerTo = (own: Losses, other: Losses, promises: LossClaim['promises'] = 'no loss') =>
    judgeLosses({ ...claim, promises }, own, other).answer
  const [none, few, many] = [0, 2, 20].map((reset) => lossesOf(reset))

  itFinds({
    'is that it holds where nothing was lost, and somebody listened all the time': [
      [answerTo(none, many), 'yes'],
      [answerTo(lossesOf(0, { outageSeconds: 0.3 }), none), 'no'],
      [answerTo(lossesOf(0, { outageSeconds: null }), many), 'in part']
    ],
    'is no more than its kind where no seconds of downtime can be saved': [
      [answerTo(none, many, 'seconds saved'), 'in part'],
      [answerTo(none, lossesOf(20, { outageSeconds: 3 }), 'seconds saved'), 'yes'],
      [answerTo(few, many, 'seconds saved'), 'in part']
    ],
    'is that it holds in part where less is lost than without': [
      [answerTo(few, many), 'in part'],
      [answerTo(many, many), 'no']
    ],
    'is inconclusive where the disturbance did not come about': [
      [answerTo(lossesOf(0, { problem: 'the reload failed' }), many), 'unknown']
    ],
    'on workers that are forked again asks for the workers alone': [
      [answerTo(few, many, 'as many workers'), 'yes'],
      [answerTo(lossesOf(0, { workers: { before: 2, after: 1 } }), many, 'as many workers'), 'no']
    ]
  })
})

// Which load a claim is about is seen in docs/tutorials.md.
describe('what is found for a claim', () => {
  it('has to be there', () => {
    const comparison = aComparison(
      [aScenarioResult([aCandidate()], { scenario: 'primes at 1x load', level: { of: 'primes', factor: 1 } })],
      { file: 'primes.yml' }
    )
    expect(() => foundOf({ ...served, factor: 2 }, comparison)).to.throw(
      'primes.yml has no result of clustered in primes at 2 times its load.'
    )
    expect(() => foundOf(served, comparison)).to.throw('primes.yml has no result of clustered in primes.')
  })
})
