import { expect } from 'chai'
import { describe, it } from 'mocha'
import { withProfiles } from '../../plugin/comparison/spent-on.ts'
import { parseComparison, parseListed } from '../../plugin/record/parse-comparison.ts'
import {
  aCandidate,
  aCandidateWith,
  aComparison,
  aScenarioResult,
  aVariantLimit,
  aWarning,
  someLeaders
} from '../support/results.ts'
import { aDisturbedResult, kill } from '../support/losses.ts'
import { aSearch } from '../support/searches.ts'
import { someProfiles } from '../support/profiles.ts'
import { aCrossover, aLaw, aSweep, aSweepPoint } from '../support/scaling.ts'
import { aLoad, anEarlierResult, refusal } from '../support/settings.ts'

const file = 'reports/x/comparison.json'
const read = (content: unknown) => parseComparison(JSON.stringify(content), file)

/** A comparison that has everything a comparison can have. */
const full = () => {
  const { file: earlier, finishedAt, commit, plugin, cpu, cores } = anEarlierResult()
  const compareWith = { file: earlier, finishedAt, commit, plugin, cpu, cores }
  const bound = { atMost: 1.7, cores: 2, generator: 0.2, others: 0.1, loop: null }
  const selfCheck = {
    verdict: 'pass' as const,
    biased: [],
    leastMargin: { p50: 1.1, p95: 1.2, p99: 1.3, throughput: 1.1 }
  }
  const outliers = [{ round: 3, ratio: 8, pulledTo: 2 }]
  const candidates = [
    aCandidateWith([{ metric: 'p50', outliers, earlier: { speedup: 2, interval: [1.8, 2.2] }, required: 1.3 }], {
      bound,
      selfCheck
    })
  ]
  const answers = [
    {
      variant: 'clustered',
      requests: 1,
      different: ['GET /'],
      unsteady: [],
      unequal: [
        {
          in: 'size' as const,
          request: 'GET /',
          baseline: { status: 200, bytes: 10, encoding: '', closes: false },
          candidate: { status: 200, bytes: 20, encoding: 'gzip', closes: true }
        }
      ]
    }
  ]
  const variants = [
    {
      name: 'single',
      mode: 'single' as const,
      workers: 1,
      scheduling: 'none' as const,
      detail: '--threads 2',
      commit: null,
      node: '22.21.0'
    }
  ]
  const sweeps = [aSweep({ law: aLaw(2, { peak: { workers: 1.5, interval: [1.2, 1.9] } }), points: [aSweepPoint(1)] })]
  const client = { name: 'artillery' as const, because: 'it uploads files (formData)' }
  const scenario = aScenarioResult(candidates, {
    limits: [aVariantLimit()],
    client,
    answers,
    leaders: someLeaders(),
    sweeps,
    level: { of: 'primes', factor: 0.5 },
    warnings: [aWarning()]
  })
  const thresholds = [{ scenario: 'primes', variant: 'clustered', metric: 'p50' as const, threshold: 1.3 }]
  const usual = aComparison([scenario], {
    timeSpent: { countedSeconds: 30, uncountedSeconds: 8, exchangeSeconds: 5, otherSeconds: 3 },
    crossovers: [aCrossover()],
    error: { code: 'APP_DIED', message: 'It died.' }
  })
  return {
    ...usual,
    settings: {
      ...usual.settings,
      variants,
      compareWith,
      command: 'npx artillery run primes.yml',
      load: aLoad(),
      warmUpSeconds: 1,
      thresholds,
      limits: [{ scenario: 'primes', variant: 'single', metric: 'p95' as const, limit: 200 }],
      disturb: [kill]
    }
  }
}

/** All that a disturbed one has more. Through JSON: no part of it stands in two places. */
const disturbed = () => JSON.parse(JSON.stringify(aComparison([aDisturbedResult()])))

/** All that one of capacities has more. */
const searched = () => JSON.parse(JSON.stringify(aComparison([aSearch().results[0]])))

/** All that one with profiles has more. */
const profiled = () =>
  JSON.parse(JSON.stringify(aComparison([withProfiles(aScenarioResult([aCandidate()]), someProfiles())])))

/** @returns what is said of it between the file's name and the advice */
const flawOf = (content: unknown) => {
  const { code, message } = refusal(() => read(content))
  expect(code).to.equal('NOT_A_RECORD')
  return /^reports\/x\/comparison\.json is JSON, but not a comparison that this version of artillery-plugin-speedup can read: (.*); use another file, or measure again\.$/.exec(
    message
  )?.[1]
}

/** @returns all properties that it has, at any depth */
function placesIn(value: any, path: string = ''): { holder: any; key: string; path: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    return [...(isList ? [] : [{ holder: value, key, path: place }]), ...placesIn(inner, place)]
  })
}

describe('a comparison.json that is read', () => {
  it('is given back as it is, and may have more than is known', () => {
    expect(read(full())).to.eql(full())
    expect(read({ ...full(), later: 1 })).to.eql({ ...full(), later: 1 })
  })

  const all: [title: string, comparison: any, part: RegExp][] = [
    ['its fields', full(), /./],
    ['the fields of its losses', disturbed(), /\.losses/],
    ['the fields of its capacities', searched(), /\.capacity.*(?<!\.p95)$/],
    ['the fields of its profiles', profiled(), /\.profile/]
  ]
  for (const [title, comparison, part] of all)
    it(`is refused without any of ${title}, or with one of another type, however deep, by its name`, () => {
      const places = placesIn(comparison).filter(({ path }) => part.test(path))
      // Of all that a list has, those of one: to check a comparison takes some milliseconds.
      const ofOne = [...new Map(places.map((place) => [place.path.replaceAll(/\d+/g, ''), place])).values()]
      expect(ofOne).to.have.length.above(20)
      for (const { holder, key, path } of ofOne) {
        const value = holder[key]
        holder[key] = typeof value === 'boolean' ? 'true' : true
        expect(flawOf(comparison)).to.equal(`${path} is ${JSON.stringify(holder[key])}`)
        delete holder[key]
        expect(flawOf(comparison)).to.equal(`${path} is missing`)
        holder[key] = value
      }
    })

  const withP95 = (estimate: object) =>
    aComparison([aScenarioResult([aCandidateWith([{ metric: 'p95', ...estimate }])])])
  const wrong: [string, unknown, string][] = [
    ['a speedup of 0', withP95({ speedup: 0 }), 'scenarios[0].candidates[0].estimates[1].speedup is 0'],
    [
      'a number that JSON does not know',
      withP95({ speedup: NaN }),
      'scenarios[0].candidates[0].estimates[1].speedup is null'
    ],
    ['half an interval', withP95({ interval: [1] }), 'scenarios[0].candidates[0].estimates[1].interval is [1]'],
    ['a time that is none', aComparison([], { startedAt: 'yesterday' }), 'startedAt is "yesterday"'],
    ['nothing', null, 'its content is null'],
    ['a number', 7, 'its content is 7'],
    ['a list', [], 'its content is []'],
    ['a long text in the place of a list', { ...full(), scenarios: 'x'.repeat(99) }, `scenarios is "${'x'.repeat(58)}…`]
  ]
  for (const [what, content, flaw] of wrong) it(`is refused with ${what}`, () => expect(flawOf(content)).to.equal(flaw))

  it('is refused when it is of a later version, or cut off', () => {
    const messageOf = (text: string) => refusal(() => parseComparison(text, file)).message
    expect(messageOf('{ "schemaVersion": 2 }')).to.equal(
      `${file} has schemaVersion 2, but this version of artillery-plugin-speedup reads 1 only; update it: npm install --save-dev artillery-plugin-speedup@latest.`
    )
    for (const length of [0, 1, 700, 5000])
      expect(messageOf(JSON.stringify(full()).slice(0, length)), `${length} characters`).to.equal(
        `${file} is not complete JSON: it was half written or edited; copy it again, or measure again.`
      )
  })

  it('is checked for a list only as far as it is shown there', () => {
    const comparison = full()
    const [{ candidates, variants }] = comparison.scenarios
    variants[0].utilization = 7
    expect(flawOf(comparison)).to.equal('scenarios[0].variants[0].utilization is 7')
    expect(parseListed(JSON.stringify(comparison), file)).to.eql(comparison)
    candidates[0].estimates[0].speedup = 0
    expect(() => parseListed(JSON.stringify(comparison), file)).to.throw(
      'scenarios[0].candidates[0].estimates[0].speedup is 0'
    )
  })
})
